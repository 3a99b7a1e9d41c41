import type { Resource } from '../resources/resource.ts';
import type { Queryable } from './engine.ts';

/** A value of `external_id` that is asked for, as the store compares it, with the live record that has it. */
export interface ExternalId {
  readonly asked: string;
  /** The same for all spellings that the store holds to be one. */
  readonly folded: string;
  readonly id: string | null;
}

/** Who has each of these values, without regard to case; one statement however many. */
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

/** Takes the values away from records that are about to be written anew: the next statement may give them to others. */
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
