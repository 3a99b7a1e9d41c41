import type { Engine, Queryable } from '../../database/engine.ts';
import { type DatabaseFault, mostFound } from './finding.ts';

/** The faults in the pages of tables and indexes; null if the extension that finds them may not be used here. */
export async function damagedPages(engine: Engine): Promise<DatabaseFault[] | null> {
  if (!(await mayUse(engine))) return null;
  let found: DatabaseFault[] = [];
  try {
    // The extension and the function are for this look alone, so the transaction is always rolled back.
    await engine.transaction(async (transaction) => {
      found = await look(transaction);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return found;
}

const undo = new Error('the look at the pages leaves nothing behind');

/** The embedded engine has the extension if it was asked for; a server only if an operator created it there. */
async function mayUse(engine: Engine): Promise<boolean> {
  const [row] = await engine.query<{ available: boolean; created: boolean; permitted: boolean }>(
    `select exists (select from pg_available_extensions where name = 'amcheck') as available,
      exists (select from pg_extension where extname = 'amcheck') as created,
      coalesce((
        select bool_and(has_function_privilege(p.oid, 'execute')) from pg_proc p
        where p.proname in ('bt_index_check', 'verify_heapam')
      ), true) as permitted`,
  );
  if (!row) return false;
  return engine.kind === 'embedded' ? row.available : row.created && row.permitted;
}

async function look(transaction: Queryable): Promise<DatabaseFault[]> {
  await transaction.query(
    `select set_config('statement_timeout', '0', true), set_config('enable_seqscan', 'on', true)`,
  );
  await transaction.query('create extension if not exists amcheck');
  // An index check reports damage as an error, which would end the transaction.
  await transaction.query(
    `create function pg_temp.index_damage(index oid) returns text language plpgsql as $$
    begin
      perform bt_index_check(index::regclass, true);
      return null;
    exception when others then
      return sqlerrm;
    end $$`,
  );
  const rows = await transaction.query<{ table: string; id: string; damage: string }>(
    `select i.indrelid::regclass::text as table, c.relname::text as id, d.damage
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam and a.amname = 'btree'
    cross join lateral (select pg_temp.index_damage(c.oid) as damage offset 0) d
    where c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid
      and c.relnamespace = any(array[current_schema()::regnamespace, 'pg_catalog'::regnamespace])
      and d.damage is not null
    union all
    select c.oid::regclass::text, null, v.msg || ' (block ' || v.blkno || ')'
    from pg_class c cross join lateral verify_heapam(c.oid) v
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace
    limit ${mostFound}`,
  );
  return rows.map(({ table, id, damage }) => ({
    account: null,
    table,
    id,
    problem: `Its pages are damaged: ${damage}. Restore a backup.`,
  }));
}
