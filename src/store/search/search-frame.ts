import type { Resource } from '../../resources/resource.ts';
import { newestFirst, orderBy } from '../query/keyset.ts';
import { type Asked, withinAccount } from './search-matches.ts';

/** The inputs that all parts of a search statement share. */
export interface Frame {
  readonly resource: Resource;
  readonly asked: readonly Asked[];
  /** Conditions over `t`. */
  readonly conditions: readonly string[];
  /** The number of rows to find. */
  readonly enough: number;
}

export const ofAccount = 't.account_id = $1::bigint';
export const live = 't.deleted_at is null';
export const byNewest = orderBy(newestFirst, false);

/** The number of newest rows that the statement checks one by one before it uses the indexes. */
export const newest = 250;

/** Whether rows are checked one by one. They are not if the search includes rows that are not live. */
export const judges = ({ conditions }: Frame): boolean => conditions.includes(ofAccount) && conditions.includes(live);

/** Contains a row if more rows are live than the statement checks one by one. */
export const older = ({ resource }: Frame): string => `older as materialized (
  select t.id from ${resource.plural} t where ${ofAccount} and ${live} ${byNewest} limit 1 offset ${newest}
)`;

/** Whether more rows may exist than the statement checks one by one. */
export const asksIndexes = (frame: Frame): string => (judges(frame) ? 'exists (select from older)' : 'true');

/** Selects `count` live rows, newest first, after the first `after` rows, to check them one by one. */
export const newestOf = ({ plural }: Resource, count: number, after = 0): string => `(
    select * from ${plural} t where ${ofAccount} and ${live} ${byNewest} limit ${count} offset ${after}
  ) t`;

/** Selects rows by the word indexes before any other condition applies, so that the planner takes no other index. */
export const foundFirst = ({ plural }: Resource, words: string): string => `(
      select t.* from ${plural} t where ${withinAccount('t')} and ${words} offset 0
    ) t`;
