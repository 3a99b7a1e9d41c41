import type { Queryable } from '../../database/engine.ts';

/** The number of other connections of this program to the same database. */
export async function countOtherConnections(engine: Queryable): Promise<number> {
  const [row] = await engine.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'plumbline' and pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}
