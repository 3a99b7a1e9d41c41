import type { Stage } from '../../data/directory.ts';
import type { BidDate } from '../bid-date.ts';
import type { Card } from '../card-fields.ts';
import type { CardScreen } from './change-card.ts';

/** What a press on a card opens: its menu, or the choice of its due date or its estimator. */
export type CardMenuKind = 'menu' | 'assign' | 'due';

/** The dialog about a card that is open. */
export type OpenDialog =
  | { readonly kind: CardMenuKind | 'move'; readonly card: Card }
  | { readonly kind: 'close'; readonly card: Card; readonly stage: Stage };

/** How a screen opens the dialogs about its cards. */
export interface CardDialogsProps {
  readonly screen: CardScreen;
  readonly dialog: OpenDialog | null;
  readonly onOpen: (dialog: OpenDialog | null) => void;
  readonly onMove: (card: Card, stage: Stage) => void;
  /** Gives a bid another date, where the screen does more than change the card. */
  readonly onDue?: (card: Card, bid: BidDate) => void;
}
