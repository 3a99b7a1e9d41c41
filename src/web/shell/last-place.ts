import { ownKey } from '../data/own-key.ts';
import { browserStorage } from '../data/storage.ts';
import { type ScreenPlace, placeOf } from './place-of.ts';

const first: ScreenPlace = { to: '/today', search: {} };

const key = (): string => ownKey('last', 'place');

/** The screen that the person opened last in this browser; at first Today. */
export const lastPlace = (): ScreenPlace => placeOf(browserStorage.get(key()) ?? '') ?? first;

export function keepPlace(href: string): void {
  if (placeOf(href) !== null) browserStorage.set(key(), href);
}
