import type { Queryable } from './engine.ts';

/** A table needs upkeep once it has grown by this factor. Tables with at most `leastPages` are read whole anyway. */
const growth = 1.2;
const leastPages = 64;

/**
 * Vacuums and analyzes one table that has grown much: removes dead rows and updates the planner's statistics. A server
 * runs autovacuum; the embedded engine has none. This takes about a second for 100,000 projects.
 * @returns the table's name, or `null` if no table needs upkeep.
 */
export async function tidyTable(engine: Queryable): Promise<string | null> {
  const [table] = await engine.query<{ name: string }>(
    `select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) / 8192 > greatest(${leastPages}, relpages * ${growth})
    order by pg_relation_size(oid) / 8192 - relpages desc limit 1`,
  );
  if (!table) return null;
  await engine.query(`vacuum (analyze) ${table.name}`);
  return table.name;
}

/** Updates the planner's statistics of tables. */
export const updateStatistics = (engine: Queryable, tables: readonly string[]): Promise<unknown> =>
  engine.query(`analyze ${tables.join(', ')}`);

/** Checks that the database answers. */
export const probe = (engine: Queryable): Promise<unknown> => engine.query('select 1 as ready');
