import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { openDirectories } from './directories.ts';
import type { Engine, StatementObserver } from './engine.ts';
import { EngineMistake } from './engine-mistake.ts';
import { migrate, migrationsFolder, pendingMigrations } from './migrate.ts';
import { openEngine } from './open-engine.ts';
import type { Store } from './store.ts';

/** The store on the engine that was opened. */
export interface OpenStore extends Store {
  readonly engine: Awaited<ReturnType<typeof openEngine>>;
}

/** Who is told of every statement, and of the embedded database's end. */
export interface Observers {
  readonly onStatement?: StatementObserver;
  readonly onLost?: (error: unknown) => void;
}

/** Opens the engine and brings it up to the newest migration. */
export async function openStore(config: Config, log: Log, observers: Observers = {}): Promise<OpenStore> {
  const toNewest = (engine: Engine) => migrate(engine, { folder: migrationsFolder, log: (line) => log.info(line) });
  return await openWith(config, observers, toNewest);
}

/**
 * Opens the engine of a database that is up to date: who only looks must not upgrade it under the service that runs.
 * @throws {EngineMistake} when a migration is pending.
 */
export async function openStoreAsItIs(config: Config, observers: Observers = {}): Promise<OpenStore> {
  return await openWith(config, observers, async (engine) => {
    if ((await pendingMigrations(engine, migrationsFolder)).length === 0) return;
    throw new EngineMistake(['The database is not up to this version of the program: run "plumbline migrate" first.']);
  });
}

async function openWith(
  config: Config,
  observers: Observers,
  prepare: (engine: Engine) => Promise<unknown>,
): Promise<OpenStore> {
  const engine = await openEngine({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDirectory,
    ...observers,
    maxConnections: config.databaseMaxConnections,
    preparedStatements: config.databasePreparedStatements,
    statementTimeoutMs: config.statementTimeoutSeconds * 1000,
    synchronous: config.durableWrites,
  });
  try {
    await prepare(engine);
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
  return { engine, directories: openDirectories(engine) };
}
