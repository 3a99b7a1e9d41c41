import type { ParsedLocation } from '@tanstack/react-router';
import { parseSearch } from '../../queries/address.ts';
import { peekedIn } from '../peek/peek-address.ts';

/** How far a part of a screen is scrolled. */
interface Scrolled {
  /** Its `data-scroll`. */
  readonly name: string;
  readonly left: number;
  readonly top: number;
}

/** A screen as somebody left it. */
interface KeptScreen {
  readonly scrolled: readonly Scrolled[];
  /** The card or row that had the focus, such as `projects/12`. */
  readonly record: string | null;
}

/** By entry of the history. */
const kept = new Map<string, KeptScreen>();
const most = 50;

const keyOf = ({ state }: ParsedLocation): string => state.__TSR_key ?? '';

/** Remembers where a screen is scrolled to, and its focus, for the way back. */
export function keepScreen(location: ParsedLocation): void {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-scroll]')];
  const scrolled = elements
    .map(({ dataset, scrollLeft, scrollTop }) => ({ name: dataset['scroll'] ?? '', left: scrollLeft, top: scrollTop }))
    .filter(({ left, top }) => left !== 0 || top !== 0);
  const focused = document.activeElement?.closest<HTMLElement>('[data-peek]')?.dataset['peek'];
  kept.set(keyOf(location), { scrolled, record: focused ?? peekedRecord(location) });
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

function peekedRecord({ pathname, searchStr }: ParsedLocation): string | null {
  const peeked = peekedIn(pathname, parseSearch(searchStr)['peek']);
  return peeked === null ? null : `${peeked.plural}/${peeked.id}`;
}

/** The screen stops its return to the old position after one of these events. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The frames in which the rows of a screen arrive. */
const framesToArrive = 180;

/** Scrolls a screen to where it was, and gives the focus back, as its rows arrive. */
export function restoreScreen(location: ParsedLocation): void {
  const screen = kept.get(keyOf(location));
  if (!screen) return;
  const ending = new AbortController();
  const { signal } = ending;
  for (const act of acts) window.addEventListener(act, () => ending.abort(), { capture: true, signal });
  let left = screen.scrolled;
  const look = (frames: number): void => {
    if (signal.aborted) return;
    left = left.filter((one) => !scrollTo(one));
    if ((left.length === 0 && focusRecord(screen.record)) || frames === 0) ending.abort();
    else requestAnimationFrame(() => look(frames - 1));
  };
  look(framesToArrive);
}

/** @returns whether the part is there and long enough. */
function scrollTo({ name, left, top }: Scrolled): boolean {
  const element = document.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
  element?.scrollTo({ left, top, behavior: 'instant' });
  return element !== null && element.scrollTop >= top - 1 && element.scrollLeft >= left - 1;
}

/** @returns whether there is nothing left to do. */
function focusRecord(record: string | null): boolean {
  if (record === null) return true;
  const element = document.querySelector<HTMLElement>(`#main [data-peek="${record}"]`);
  if (!element) return false;
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body || activeElement.id === 'main') {
    const target = element.matches('a') ? element : element.querySelector<HTMLElement>('a');
    target?.focus({ preventScroll: true });
  }
  return true;
}
