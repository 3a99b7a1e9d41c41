import type { Fields } from '../data/target.ts';
import { bidOn, hourOf } from './bid-date.ts';
import type { Card } from './card-fields.ts';

/** Keeps the hour of a bid whose day changes: a request with a date alone would drop it. */
export function withBidHour(fields: Fields, record: Fields, timeZone: string): Fields {
  const day = fields['bid_due_date'];
  const hour = hourOf(record as unknown as Card, timeZone);
  if (typeof day !== 'string' || hour === null || typeof fields['bid_due_at'] === 'string') return fields;
  return { ...fields, ...bidOn(day, hour, timeZone) };
}
