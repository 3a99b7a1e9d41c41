import { ownKey } from '../data/own-key.ts';
import type { Session } from '../data/session.ts';
import { browserStorage } from '../data/storage.ts';
import { type ScreenPlace, placeOf } from './place-of.ts';

const key = (): string => ownKey('last', 'place');

/** The screen that the person opened last in this browser; at first Today, for viewers Monday. */
export const lastPlace = (role: Session['user']['role'] | undefined): ScreenPlace =>
  placeOf(browserStorage.get(key()) ?? '') ?? { to: role === 'viewer' ? '/monday' : '/today', search: {} };

export function keepPlace(href: string): void {
  if (placeOf(href) !== null) browserStorage.set(key(), href);
}
