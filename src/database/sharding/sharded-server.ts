import type { Queryable } from '../engine.ts';
import { EngineMistake } from '../engine-errors.ts';
import { inOrderOfReference } from '../order-of-reference.ts';
import { belongsToNoExtension } from '../own-relations.ts';
import { distributionColumn, placingStatement } from './placement.ts';

/** Whether the server has the extension that distributes tables over nodes: Citus. */
export async function hasCitus(engine: Queryable): Promise<boolean> {
  const [row] = await engine.query<{ present: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as present`,
  );
  return row?.present === true;
}

/** Whether the server distributes the accounts over its nodes. */
export async function isSharded(engine: Queryable): Promise<boolean> {
  if (!(await hasCitus(engine))) return false;
  const rows = await engine.query(`select from pg_dist_partition where logicalrelid = to_regclass('accounts')`);
  return rows.length > 0;
}

/**
 * Makes a transaction change one shard after the other, on one connection for each node. Otherwise Citus refuses a change
 * of a table that an earlier statement of the transaction has read or changed on several connections.
 */
export async function workInSequence(transaction: Queryable): Promise<void> {
  await transaction.query(`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
}

/**
 * Places the tables that are on no node yet where the accounts are.
 * @throws {EngineMistake} if the rows of such a table belong to no account.
 */
export async function placeNewTables(transaction: Queryable): Promise<void> {
  for (const { name, columns } of await readUnplacedTables(transaction)) {
    const column = distributionColumn(name, columns);
    if (column === undefined) throw new EngineMistake([unplaceable(name)]);
    await transaction.query(placingStatement(name, column));
  }
}

/** A table that the server has not placed on its nodes. */
export interface UnplacedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The tables to which its foreign keys refer. */
  readonly targets: readonly string[];
}

/** The tables of the schema that are on no node yet, each after the tables to which it refers. */
export async function readUnplacedTables(engine: Queryable): Promise<UnplacedTable[]> {
  const rows = await engine.query<UnplacedTable>(
    `select c.relname as name,
      array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      array(
        select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      ) as targets
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid) and ${belongsToNoExtension('c.oid')}
    order by c.relname collate "C"`,
  );
  return inOrderOfReference(rows);
}

/** Says that nobody has decided where the rows of a table are. */
export const unplaceable = (table: string): string =>
  `The table ${table} has no account_id: create a reference table or a distributed table of it, then try again.`;
