import type { Resource, Row } from '../../resources/resource.ts';
import type { Engine, Queryable } from '../../database/engine.ts';
import { orderBy } from './keyset.ts';
import { newestFirst } from './sort-keys.ts';
import { readRows } from '../cache/packed-rows.ts';
import { selectText } from '../rows/select.ts';

/** The limit of related records in one answer. */
export const mostRelated = 10_000;

/** The requested records: those whose column holds one of these ids, or whose links name one of these `owner`s. */
export interface RelatedRows {
  readonly family: Resource;
  readonly column: string;
  readonly links?: { readonly through: string; readonly owner: Resource } | undefined;
  readonly accountId: string;
  readonly ids: readonly string[];
}

/** Reads the live related records of a family, newest first, up to one more than `mostRelated`. */
export async function readRelated(
  engine: Engine,
  { family, column, links, accountId, ids }: RelatedRows,
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const isRelated = links
    ? `r.id in (select l.${family.singular}_id from ${links.through} l
      where l.account_id = $1::bigint and l.${links.owner.singular}_id = any($2::bigint[]))`
    : `r.${column} = any($2::bigint[])`;
  const picked = `select * from ${family.plural} r
    where r.account_id = $1::bigint and ${isRelated} and r.deleted_at is null
    limit ${mostRelated + 1}`;
  return await readRows<Row>(
    engine,
    selectText(family, picked, orderBy(newestFirst, false)),
    [accountId, ids],
    'include',
  );
}

/** A stored move of a project. The first move has no `from_stage_id`. */
export interface StageChange {
  readonly id: string;
  readonly project_id: string;
  readonly from_stage_id: string | null;
  readonly to_stage_id: string;
  readonly at: string;
  readonly by_id: string | null;
}

/**
 * The moves of these projects, without those that were taken back, the oldest first; at most one more than an answer may
 * hold. @param asOf an instant: the moves up to it that were not taken back by then.
 */
export async function readStageChanges(
  engine: Queryable,
  accountId: string,
  projectIds: readonly string[],
  asOf?: Date,
): Promise<StageChange[]> {
  if (projectIds.length === 0) return [];
  const standing = asOf
    ? 'at <= $3::timestamptz and (taken_back_at is null or taken_back_at > $3::timestamptz)'
    : 'taken_back_at is null';
  return await engine.query<StageChange>(
    `select id, project_id, from_stage_id, to_stage_id, at, by_id from stage_changes
    where account_id = $1::bigint and project_id = any($2::bigint[]) and ${standing}
    order by id
    limit ${mostRelated + 1}`,
    [accountId, projectIds, ...(asOf ? [asOf.toISOString()] : [])],
  );
}
