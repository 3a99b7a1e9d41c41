import type { Resource } from '../../resources/resource.ts';
import { withoutInvisible } from '../../resources/vocabulary/invisible.ts';
import type { Queryable } from '../../database/engine.ts';

/** A requested value of `external_id`, in the form that the store compares, with the live record that has it. */
export interface ExternalId {
  readonly asked: string;
  /** Equal for all spellings that the store treats as one. */
  readonly folded: string;
  readonly id: string | null;
}

/** In characters, with room for two per code point of the longest value. */
const longest = 640;

const storable = /^[^\u0000\ud800-\udfff]*$/u;

/**
 * The spellings of a value to look for, in order: without characters that nobody sees, and as sent, because an older record
 * may have it so. The store can keep no others.
 */
export const spellingsOf = (value: string): string[] =>
  value.length > longest || !storable.test(value) ? [] : [...new Set([withoutInvisible(value), value])];

/** Finds the records that have these values, case-insensitively, with one statement. */
export const findExternalIds = (
  engine: Queryable,
  resource: Resource,
  accountId: string,
  asked: readonly string[],
): Promise<ExternalId[]> =>
  engine.query<ExternalId>(
    `select v.asked, lower(v.asked) as folded, u.id
    from unnest($2::text[]) as v(asked)
    left join ${resource.plural} u
      on u.account_id = $1::bigint and u.deleted_at is null and lower(u.external_id) = lower(v.asked)`,
    [accountId, asked],
  );

/** Clears the values of records that are about to be rewritten, so that the next statement can give them to others. */
export const releaseExternalIds = (
  transaction: Queryable,
  resource: Resource,
  accountId: string,
  ids: readonly string[],
): Promise<unknown> =>
  transaction.query(
    `update ${resource.plural} set external_id = null where account_id = $1::bigint and id = any($2::bigint[])`,
    [accountId, ids],
  );
