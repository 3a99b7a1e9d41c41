import type { StreamedEvent } from '../../client/events.ts';
import { queryClient } from './query-client.ts';

type Listener = (events: readonly StreamedEvent[] | null) => void;

const listeners = new Set<Listener>();

/** Calls the listener with the events of the firm; with null if some may have been missed. @returns ends it. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the screens what has changed, and has the answers read again that it may have changed. */
export function announce(events: readonly StreamedEvent[] | null): void {
  for (const listener of listeners) listener(events);
  const plurals = events === null ? null : new Set(events.map(pluralOf));
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [plural] }) => plurals === null || (typeof plural === 'string' && plurals.has(plural)),
  });
}

/** The path of the record ends in its plural and its id. */
export const pluralOf = ({ payload }: StreamedEvent): string => payload.url.split('/').at(-2) ?? '';
