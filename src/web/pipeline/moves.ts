import type { Card } from '../pursuits/card-fields.ts';
import type { CardChange } from '../pursuits/cards/change-card.ts';
import type { BoardColumn } from './grouping.ts';

/** The drop of a card on a column that is no stage: it gets the value of that column. */
export const dropOn = (card: Card, column: BoardColumn, fields: NonNullable<BoardColumn['drop']>): CardChange => ({
  fields,
  shown: fields,
  said: `${card.name} moved to ${column.name}.`,
});
