import { playKey } from './played-key.ts';

/** A part of the page that is opening. */
export interface Opening {
  /** Closes it: Escape does so. */
  readonly close: () => void;
}

/** The keys that wait, in their order. */
const held: KeyboardEvent[] = [];
/** The last one gets the keys. */
const opening = new Set<Opening>();
let isPlaying = false;

/** Keeps keys for a part that opens: they do not get lost, and do not act on the screen behind it. */
export const holdKeys = (part: Opening): void => void opening.add(part);

/** The part has the focus: the keys act there, as if they were typed now. */
export function handOverKeys(part: Opening): void {
  if (opening.delete(part) && !isPlaying) play();
}

/** The part did not open. */
export function dropKeys(part: Opening): void {
  if (opening.delete(part)) held.length = 0;
}

/** Listens before everything else on the page. */
export function holdKey(event: KeyboardEvent): void {
  const last = [...opening].at(-1);
  if (!event.isTrusted || (!last && !isPlaying)) return;
  event.stopImmediatePropagation();
  if (isOfBrowser(event)) return;
  event.preventDefault();
  if (last && event.key === 'Escape') {
    dropKeys(last);
    last.close();
  } else held.push(event);
}

/** Somebody who presses another place types there from now on. */
export function releaseKeys(): void {
  for (const part of opening) dropKeys(part);
}

/** Plays a key, and the next one when the page has taken it in. */
function play(): void {
  const next = opening.size === 0 ? held.shift() : undefined;
  isPlaying = next !== undefined;
  if (!next) return;
  // Before the key acts: if it fails, the next ones do not wait for ever.
  setTimeout(play);
  playKey(next);
}

/** A modifier alone, F5, or a chord that the page has no use for, such as Ctrl R. AltGr writes signs. */
function isOfBrowser(event: KeyboardEvent): boolean {
  if (/^(?:F\d+|Shift|Control|Alt|Meta|AltGraph)$/.test(event.key)) return true;
  const isChord = event.ctrlKey || event.metaKey || event.altKey;
  return isChord && !ownChords.includes(event.key.toLowerCase()) && !event.getModifierState('AltGraph');
}

/** With Ctrl, they send a form, select all, search and undo. */
const ownChords = ['enter', 'a', 'k', 'z'];
