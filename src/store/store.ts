import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type SpedUp, everySpeedUp } from './cache/speed-ups.ts';
import { DirectoryCache } from './rows/directory-cache.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Engine, StatementObserver } from '../database/engine.ts';
import { EngineMistake } from '../database/engine-errors.ts';
import { migrate, migrationsFolder, pendingMigrations } from '../database/migrations/migrate.ts';
import { type EmbeddedEngine, type EmbeddedOptions, openEmbedded } from '../database/embedded/embedded.ts';
import type { PostgresEngine, PostgresOptions } from '../database/postgres/postgres.ts';

/** The storage of the service: the engine, and the cached directories of small records. */
export interface Store extends SpedUp {
  readonly directories: DirectoryCache;
  /** The number of projects that a statement of a report reads at once on the embedded engine. */
  readonly reportSlice: number;
}

/** The store and its open engine. */
export interface OpenStore extends Store {
  readonly engine: Awaited<ReturnType<typeof openEngine>>;
}

/** The callbacks for every statement and for a stop of the embedded database. */
export interface Observers {
  readonly onStatement?: StatementObserver;
  readonly onLost?: (error: unknown) => void;
}

/** Further abilities of the engine. */
export interface EngineAbilities {
  /** Makes the extension that checks pages available on the embedded engine. */
  readonly amcheck?: boolean;
  /** The URL of a module that implements the `Disk` of the embedded engine. */
  readonly disk?: string | undefined;
}

/** Whether the embedded engine has no database yet; opening it would make one. A folder that is closed to this user may have one. */
export const isMissing = async ({ databaseUrl, dataDirectory }: Config): Promise<boolean> =>
  databaseUrl === null && (await stat(join(dataDirectory, 'postgres')).then(() => false, isNoEntry));

const isNoEntry = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Opens the engine and applies pending migrations. */
export async function openStore(
  config: Config,
  log: Log,
  options: Observers & EngineAbilities = {},
): Promise<OpenStore> {
  const toNewest = (engine: Engine) => migrate(engine, { folder: migrationsFolder, log: (line) => log.info(line) });
  return await openWith(config, options, toNewest);
}

/**
 * Opens the engine without migrating: a command that only reads must not upgrade the database of a running service.
 * @throws {EngineMistake} if a migration is pending.
 */
export async function openStoreAsItIs(config: Config, options: Observers & EngineAbilities = {}): Promise<OpenStore> {
  return await openWith(config, options, async (engine) => {
    if ((await pendingMigrations(engine, migrationsFolder)).length === 0) return;
    throw new EngineMistake(['The database is not up to this version of the program: run "plumbline migrate" first.']);
  });
}

async function openWith(
  config: Config,
  options: Observers & EngineAbilities,
  prepare: (engine: Engine) => Promise<unknown>,
): Promise<OpenStore> {
  const engine = await openEngine({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDirectory,
    ...options,
    maxConnections: config.databaseMaxConnections,
    preparedStatements: config.databasePreparedStatements,
    genericPlans: config.databaseGenericPlans,
    statementTimeoutMs: config.statementTimeoutSeconds * 1000,
    synchronous: config.durableWrites,
  });
  try {
    await prepare(engine);
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
  const limits = { entries: config.listMaxEntries, bytes: config.directoryMaxBytes };
  return { engine, speedUps: everySpeedUp, reportSlice, directories: new DirectoryCache(engine, limits) };
}

/** A statement over so many projects takes some 50 ms on the embedded engine. */
const reportSlice = 10_000;

/** The options of both engines. The engine that is opened ignores those of the other. */
export interface EngineOptions
  extends Omit<PostgresOptions, 'url'>,
    Pick<EmbeddedOptions, 'dataDir' | 'synchronous' | 'onLost' | 'amcheck' | 'disk'> {
  /** The URL of a Postgres server. Without it, the embedded engine in `dataDir` is used. */
  readonly databaseUrl?: string | undefined;
}

/** Opens the configured engine, and creates the data folder if necessary. */
export async function openEngine(options: EngineOptions): Promise<PostgresEngine | EmbeddedEngine> {
  const { databaseUrl, dataDir, synchronous, onLost, amcheck, disk, ...more } = options;
  if (databaseUrl !== undefined) {
    // The embedded engine starts faster without the driver.
    const { openPostgres } = await import('../database/postgres/postgres.ts');
    return openPostgres({ url: databaseUrl, ...more });
  }
  const { onStatement, maxQueue, timer } = more;
  return openEmbedded({ dataDir, synchronous, onLost, amcheck, disk, onStatement, maxQueue, timer });
}
