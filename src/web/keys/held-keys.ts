import { playKey } from './played-key.ts';

/** The keys that wait, in their order. */
const held: KeyboardEvent[] = [];
/** The parts that are opening, the last one last. */
const opening: Opening[] = [];
let isPlaying = false;

interface Opening {
  readonly close: () => void;
}

/** The keys of somebody who types while a part of the page opens. */
export interface HeldKeys {
  /** Holds the keys from now on. @param close closes the part: Escape calls it. */
  readonly hold: (close: () => void) => void;
  /** The part has the focus: the keys act there, as if they were typed now. */
  readonly handOver: () => void;
  /** The part did not open. */
  readonly drop: () => void;
}

/** Keeps keys for a part that opens: they do not get lost, and do not act on the screen behind it. */
export function heldKeys(): HeldKeys {
  let own: Opening | null = null;
  const end = (): boolean => {
    const at = own === null ? -1 : opening.indexOf(own);
    if (at >= 0) opening.splice(at, 1);
    own = null;
    return at >= 0;
  };
  const drop = (): void => {
    if (end()) held.length = 0;
  };
  return {
    hold: (close) => {
      end();
      own = {
        close: () => {
          drop();
          close();
        },
      };
      opening.push(own);
    },
    handOver: () => {
      if (end() && !isPlaying) play();
    },
    drop,
  };
}

/** Listens before everything else on the page. */
export function holdKey(event: KeyboardEvent): void {
  const last = opening.at(-1);
  if (!event.isTrusted || (!last && !isPlaying)) return;
  event.stopImmediatePropagation();
  if (isOfBrowser(event)) return;
  event.preventDefault();
  if (last && event.key === 'Escape') last.close();
  else held.push(event);
}

/** Plays a key, and the next one when the page has taken it in. */
function play(): void {
  const next = opening.length === 0 ? held.shift() : undefined;
  isPlaying = next !== undefined;
  if (!next) return;
  // Before the key acts: if it fails, the next ones do not wait for ever.
  setTimeout(play);
  playKey(next);
}

/** A chord such as Ctrl R, F5, or a modifier alone. AltGr writes signs. */
function isOfBrowser(event: KeyboardEvent): boolean {
  if (/^(?:F\d+|Shift|Control|Alt|Meta|AltGraph)$/.test(event.key)) return true;
  const isChord = event.ctrlKey || event.metaKey || event.altKey;
  return isChord && event.key !== 'Enter' && !event.getModifierState('AltGraph');
}
