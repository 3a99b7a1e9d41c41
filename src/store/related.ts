import type { Resource, Row } from '../resources/resource.ts';
import type { Engine } from './engine.ts';
import { newestFirst, orderBy } from './keyset.ts';
import { readRows } from './packed-rows.ts';
import { selectText } from './select.ts';

/** So many records may be shown beside the records of one answer. */
export const mostRelated = 10_000;

/** Which records are wanted: those of which a column holds one of these ids. */
export interface Related {
  readonly family: Resource;
  readonly column: string;
  readonly accountId: string;
  readonly ids: readonly string[];
}

/** The live records of a family that belong to others, newest first as in its own list; one more than may be shown. */
export async function readRelated(
  engine: Engine,
  { family, column, accountId, ids }: Related,
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const picked = `select * from ${family.plural} r
    where r.account_id = $1::bigint and r.${column} = any($2::bigint[]) and r.deleted_at is null
    limit ${mostRelated + 1}`;
  return await readRows<Row>(engine, selectText(family, picked, orderBy(newestFirst, false)), [accountId, ids]);
}
