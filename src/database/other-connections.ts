import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from './engine.ts';

/** Whether a service is connected. A connection of a process that has just ended may take a moment to close. */
export async function isInUse(engine: Queryable): Promise<boolean> {
  for (let looks = 0; looks < 10; looks += 1) {
    if ((await countOtherConnections(engine)) === 0) return false;
    await pause(200);
  }
  return true;
}

/** The number of other connections of this program to the same database. */
async function countOtherConnections(engine: Queryable): Promise<number> {
  const [row] = await engine.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'plumbline' and pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}
