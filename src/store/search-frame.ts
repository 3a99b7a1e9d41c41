import type { Resource } from '../resources/resource.ts';
import { newestFirst, orderBy } from './keyset.ts';
import { type Asked, withinAccount } from './search-matches.ts';

/** What the parts of the statement of a search have in common. */
export interface Frame {
  readonly resource: Resource;
  readonly asked: readonly Asked[];
  /** Over `t`. */
  readonly conditions: readonly string[];
  /** How many rows are looked for. */
  readonly enough: number;
}

export const ofAccount = 't.account_id = $1::bigint';
export const live = 't.deleted_at is null';
export const byNewest = orderBy(newestFirst, false);

/** So many of the newest rows are judged one by one before the indexes are asked. */
export const newest = 250;

/** Whether rows are judged one by one: where others than live ones count, none are. */
export const judges = ({ conditions }: Frame): boolean => conditions.includes(ofAccount) && conditions.includes(live);

/** A row where more are live than are always judged. */
export const older = ({ resource }: Frame): string => `older as materialized (
  select t.id from ${resource.plural} t where ${ofAccount} and ${live} ${byNewest} limit 1 offset ${newest}
)`;

/** Whether what is judged one by one may not be all. */
export const asksIndexes = (frame: Frame): string => (judges(frame) ? 'exists (select from older)' : 'true');

/** So many live rows, the newest or those after them, to judge one by one. */
export const newestOf = ({ plural }: Resource, count: number, after = 0): string => `(
    select * from ${plural} t where ${ofAccount} and ${live} ${byNewest} limit ${count} offset ${after}
  ) t`;

/** Rows that the indexes of words find before anything else is asked of them, so that no other index is taken. */
export const foundFirst = ({ plural }: Resource, words: string): string => `(
      select t.* from ${plural} t where ${withinAccount('t')} and ${words} offset 0
    ) t`;
