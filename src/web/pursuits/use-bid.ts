import { nameOf, useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import type { Card } from './card-fields.ts';
import { type Due, dueOf } from './due.ts';
import { spokenDue } from './due-words.ts';

/** A bid in words. */
export interface BidWords {
  readonly due: Due;
  /** Its hour in a narrow place; null if only its day is known. */
  readonly shortHour: string | null;
  readonly hour: string | null;
  readonly client: string | null;
  readonly estimator: string | null;
  readonly amount: string;
  /** The words of screen readers after its name. */
  readonly spoken: string;
}

export function useBid(card: Card): BidWords {
  const { users } = useDirectory();
  const formats = useFormats();
  const due = dueOf(card, { now: useNow(), today: formats.today });
  const at = card.bid_due_at_includes_time ? card.bid_due_at : null;
  const hour = at === null ? null : formats.time(at);
  const user = users.find(({ id }) => id === card.assigned_to_id);
  const client = card.company?.name ?? null;
  const dueWords = hour === null ? '' : `, due ${hour}`;
  return {
    due,
    hour,
    shortHour: at === null ? null : formats.shortTime(at),
    client,
    estimator: user ? nameOf(user) : null,
    amount: formats.shortMoney(card.amount),
    spoken: `${client === null ? '' : `, ${client}`}${dueWords}${spokenDue[due]}`,
  };
}
