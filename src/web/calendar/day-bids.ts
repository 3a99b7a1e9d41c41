import type { CardStore } from '../pursuits/cards/card-store.ts';

/** The bids of the calendar, and what can be done with them. */
export interface CalendarBids {
  readonly store: CardStore;
  /** The bid that Tab stops at. */
  readonly stop: string | null;
  readonly onFocus: (id: string) => void;
  /** Opens the menu of a bid; null if the person may not change it. */
  readonly onMenu: ((id: string) => void) | null;
}
