import { type Formats, nothing } from '../data/formats.ts';
import type { Card } from './card-fields.ts';
import type { Due } from './due.ts';

/** The words of screen readers about the due date of a bid, after the date. */
export const spokenDue: Readonly<Record<Due, string>> = {
  none: '',
  later: '',
  soon: ', soon',
  overdue: ', overdue',
  submitted: ', submitted',
};

/** `3/14`, or `3/14 2p` if the time of the bid is known: for a card. */
export function shortDueText(card: Card, { shortDay, shortTime }: Formats): string {
  if (card.bid_due_date === null) return nothing;
  const at = card.bid_due_at_includes_time ? card.bid_due_at : null;
  return at === null ? shortDay(card.bid_due_date) : `${shortDay(card.bid_due_date)} ${shortTime(at)}`;
}

/** `Mar 14`, or `Mar 14 2:00 PM` if the time of the bid is known. Lines do not break within the time. */
export function dueText(card: Card, { day, time }: Formats): string {
  if (card.bid_due_date === null) return nothing;
  const hasTime = card.bid_due_at_includes_time && card.bid_due_at !== null;
  if (!hasTime) return day(card.bid_due_date);
  return `${day(card.bid_due_date)} ${time(card.bid_due_at).replaceAll(/\s/g, '\u00a0')}`;
}
