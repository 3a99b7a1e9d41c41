import { createClient } from '../../client/request.ts';

type Listener<Value> = (value: Value) => void;

/** Told when the service answers that there is no session, or no longer. */
export const onSignedOut = new Set<Listener<void>>();

/** Told the version of the firm's small records (users, stages, lists) that an answer was made from. */
export const onDirectoryVersion = new Set<Listener<string>>();

/** The requests of the page, which its session cookie authenticates. */
export const api = createClient({
  baseUrl: new URL('/api/2023-01', window.location.href).href,
  onAnswer: ({ status, headers, url }) => {
    if (status === 401 && !url.endsWith('/session')) for (const listener of onSignedOut) listener();
    const version = headers.get('plumbline-directory-version');
    if (version !== null) for (const listener of onDirectoryVersion) listener(version);
  },
});
