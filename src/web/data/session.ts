import type { Schemas } from '../../client/operations.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Refused } from '../../client/problem.ts';
import { api } from './api.ts';
import { queryClient } from './query-client.ts';
import { forgetStored, forgetTab } from './storage.ts';

/** The signed-in user and the firm. */
export type Session = Schemas['Session'];

/** The session of this browser; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: readSession,
});

/** Reads who is signed in; null if nobody is. */
export async function readSession(): Promise<Session | null> {
  try {
    return (await api.send('GET /session')).body.session;
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return null;
    throw error;
  }
}

/** The signed-in user. Screens behind the sign-in render only with a session. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('Nobody is signed in.');
  return data;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  /** The firm, if the e-mail and the password fit several. */
  readonly account_id?: string | undefined;
}

/** @throws {Refused} `invalid_credentials`, `choose_account` with the firms to choose from, or too many attempts. */
export async function signIn(session: SignIn): Promise<void> {
  const { body } = await api.send('POST /session', { body: { session }, once: true });
  queryClient.setQueryData(sessionQuery.queryKey, body.session);
}

/** A one-time link, and the password that its holder chooses. */
interface LinkUse {
  readonly token: string;
  readonly password: string;
}

/** Sets the password and signs in. @throws {Refused} if the link has ended, or if the password is too short. */
export async function setPasswordByLink(link: LinkUse): Promise<void> {
  const { body } = await api.send('POST /session/password', { body: { link }, once: true });
  queryClient.setQueryData(sessionQuery.queryKey, body.session);
}

/** Signs out, in all tabs of this browser. */
export async function signOut(): Promise<void> {
  await api.send('DELETE /session');
  forget(forgetStored, '/sign-in');
}

/** Has this tab forget everything when another one signs out. @returns ends it. */
export function followSignOut(): () => void {
  const hear = ({ key }: StorageEvent): void => {
    // Another tab has cleared the storage. A frozen tab hears it late, when a person may have signed in again: the first
    // screen asks for the session.
    if (key === null) forget(forgetTab, '/');
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

function forget(forgetKept: () => void, next: string): void {
  queryClient.clear();
  forgetKept();
  window.location.assign(next);
}
