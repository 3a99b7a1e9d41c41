import { ownKey } from '../data/own-key.ts';
import { type Place, placeOf } from './place-of.ts';

const first: Place = { to: '/pipeline', search: {} };

const key = (): string => ownKey('last', 'place');

/** The screen that the person opened last in this browser; at first the pipeline. */
export function lastPlace(): Place {
  try {
    return placeOf(localStorage.getItem(key()) ?? '') ?? first;
  } catch {
    return first;
  }
}

export function keepPlace(href: string): void {
  if (placeOf(href) === null) return;
  try {
    localStorage.setItem(key(), href);
  } catch {
    // The storage is full or switched off. The next visit begins at the pipeline.
  }
}
