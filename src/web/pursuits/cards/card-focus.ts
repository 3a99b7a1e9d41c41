import { focusMain } from '../../parts/focus-main.ts';
import type { Card } from '../card-fields.ts';
import type { CardStore } from './card-store.ts';

/** The id of the element that shows a card. */
export const cardElementId = (id: string): string => `card-${id}`;

/** The card that gets the focus in the next frames. Keys that come meanwhile mean this one. */
let coming: string | null = null;

/** The frames in which a card can appear: it may come to a column that has to open first. */
const framesToAppear = 60;

/** Focuses a card as soon as it is rendered, also where it was not on the screen. */
export function focusCard(id: string): void {
  coming = id;
  const look = (frames: number): void => {
    requestAnimationFrame(() => {
      if (coming !== id) return;
      const card = document.getElementById(cardElementId(id));
      if (!card && frames > 0) {
        look(frames - 1);
        return;
      }
      coming = null;
      card?.focus();
    });
  };
  look(framesToAppear);
}

/** Gives the focus to a card beside one that leaves the screen, to any other card, or to the screen. */
export function focusInsteadOf(id: string): void {
  const next = cardBeside(id) ?? otherCard(id);
  if (next === null) focusMain();
  else focusCard(next);
}

const otherCard = (id: string): string | null =>
  document.querySelector<HTMLElement>(`[data-card]:not([data-card="${id}"])`)?.dataset['card'] ?? null;

function cardBeside(id: string): string | null {
  const item = document.getElementById(cardElementId(id))?.closest('li');
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  return beside?.querySelector<HTMLElement>('[data-card]')?.dataset['card'] ?? null;
}

/** The card that has the focus, or is about to have it. */
export function focusedCard(store: CardStore): Card | undefined {
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement ? activeElement.dataset['card'] : undefined;
  return store.get(coming ?? '') ?? store.get(focused ?? '');
}
