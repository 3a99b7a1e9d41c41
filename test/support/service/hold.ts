import postgres from 'postgres';
import type { TestService } from './service.ts';

/** Another database session, which holds its locks until the test releases them. */
export interface Holder {
  run(statement: string): Promise<void>;
  /** Resolves when this number of sessions wait for a lock. */
  waiting(sessions?: number): Promise<void>;
  /** Commits and closes the session. */
  release(): Promise<void>;
}

/** Runs a statement in a new transaction and leaves the transaction open. */
export async function hold({ databaseUrl }: Pick<TestService, 'databaseUrl'>, statement: string): Promise<Holder> {
  const watcher = postgres(databaseUrl ?? '', { max: 1 });
  const session = postgres(databaseUrl ?? '', { max: 1 });
  await session.unsafe('begin');
  await session.unsafe(statement);
  const waitingNow = async (): Promise<number> => {
    const [row] = await watcher<{ waiting: number }[]>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.waiting ?? 0;
  };
  return {
    run: async (more) => {
      await session.unsafe(more);
    },
    waiting: async (sessions = 1) => {
      while ((await waitingNow()) < sessions);
    },
    release: async () => {
      await session.unsafe('commit');
      await Promise.all([session.end(), watcher.end()]);
    },
  };
}
