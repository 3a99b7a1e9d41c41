import type { Card } from './card-fields.ts';

/** The orders of the cards in a column. */
export const cardOrders = ['due', 'amount', 'age', 'name'] as const;

export type CardOrder = (typeof cardOrders)[number];

type Compare = (one: Card, other: Card) => number;

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Empty values come last. */
function by<Value>(valueOf: (card: Card) => Value | null, compare: (one: Value, other: Value) => number): Compare {
  return (card, other) => {
    const [one, two] = [valueOf(card), valueOf(other)];
    if (one === null || two === null) return Number(one === null) - Number(two === null);
    return compare(one, two);
  };
}

const text = (one: string, other: string): number => Number(one > other) - Number(one < other);

const orders: Readonly<Record<CardOrder, Compare>> = {
  due: by((card) => card.bid_due_at ?? card.bid_due_date, text),
  amount: by(
    (card) => card.amount,
    (one, other) => other - one,
  ),
  age: by(
    (card) => card.stage_age,
    (one, other) => other - one,
  ),
  name: by((card) => card.name, collator.compare),
};

/** The order of cards, newest first among equal ones. */
export const comparing =
  (order: CardOrder): Compare =>
  (one, other) =>
    orders[order](one, other) || Number(other.id) - Number(one.id);
