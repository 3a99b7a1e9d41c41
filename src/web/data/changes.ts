import type { StreamedEvent } from '../../client/events.ts';
import { readAgain } from './read-again.ts';

/** Events; null if some may have been missed. */
type Heard = readonly StreamedEvent[] | null;

type Listener = (events: Heard) => void;

const listeners = new Set<Listener>();

/** Calls the listener with the events of the firm; with null if some may have been missed. @returns ends it. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What a hidden tab has heard. It tells its screens once somebody looks at them: so ten tabs read as much as one. */
let untold: Heard = [];

/** The tab forgets single events beyond this number, and its screens read everything again. */
const mostUntold = 1000;

/** Tells the screens what has changed, and has the answers read again that it may have changed. */
export function announce(events: Heard): void {
  untold = events === null || untold === null ? null : [...untold, ...events];
  if (untold !== null && untold.length > mostUntold) untold = null;
  if (!document.hidden) tell();
}

/** Has a tab that somebody looks at again tell what it has heard meanwhile. @returns ends it. */
export function tellWhenSeen(): () => void {
  const look = (): void => {
    if (!document.hidden && untold?.length !== 0) tell();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

function tell(): void {
  const events = untold;
  untold = [];
  for (const listener of listeners) listener(events);
  const plurals = events === null ? null : new Set(events.map(pluralOf));
  readAgain(({ queryKey: [plural] }) => plurals === null || (typeof plural === 'string' && plurals.has(plural)));
}

/** The path of the record ends in its plural and its id. */
export const pluralOf = ({ payload }: StreamedEvent): string => payload.url.split('/').at(-2) ?? '';
