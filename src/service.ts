import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import { type Config, listeningUrl } from './config.ts';
import { authenticator } from './http/authenticate.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { openapiDocument } from './http/openapi.ts';
import { operations } from './http/operations.ts';
import { referencePage } from './http/reference-page.ts';
import { buildServer } from './http/server.ts';
import { serveTokenEndpoint } from './http/token-endpoint.ts';
import { tryListening } from './http/try-listening.ts';
import { stopServer } from './http/closing.ts';
import type { Log } from './log.ts';
import { createFirstAccount } from './records/accounts.ts';
import { createValidator } from './schema/validator.ts';
import { openDirectories } from './store/directories.ts';
import type { Engine, StatementObserver } from './store/engine.ts';
import { EngineMistake } from './store/engine-mistake.ts';
import { migrate, migrationsFolder, pendingMigrations } from './store/migrate.ts';
import { openEngine } from './store/open-engine.ts';
import { randomText } from './store/token-text.ts';
import type { Store } from './store/store.ts';
import { Upkeep } from './store/upkeep.ts';
import { findToken } from './store/tokens.ts';
import { version } from './version.ts';

/** What the service is made of from outside. */
export interface Surroundings {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Told of every statement too, besides the metrics. */
  readonly onStatement?: StatementObserver;
  /** Told when the embedded database has stopped for good, as when the disk fails; only a new start helps. */
  readonly onLost?: () => void;
}

/** Told once, at the very first start. */
export interface FirstStart {
  readonly url: string;
  readonly adminEmail: string;
  /** Null when the operator has chosen it. */
  readonly adminPassword: string | null;
  /** Null when the operator has chosen it. */
  readonly token: string | null;
}

/** A service that listens. */
export interface RunningService {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly engine: Engine;
  readonly firstStart: FirstStart | null;
  /** Stops accepting, finishes what runs, closes the engine. May be called again. */
  stop(): Promise<void>;
}

/** The store on the engine that was opened. */
export interface OpenStore extends Store {
  readonly engine: Awaited<ReturnType<typeof openEngine>>;
}

interface Observers {
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
export async function openStoreAsItIs(config: Config): Promise<OpenStore> {
  return await openWith(config, {}, async (engine) => {
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

function serverOf(store: Store, metrics: Metrics, { config, clock, log }: Surroundings): FastifyInstance {
  const publicUrl = (): string => config.publicUrl ?? boundUrl(app, config);
  const validator = createValidator();
  const served = operations({ store, validator, publicUrl });
  const openapi = once((): object => openapiDocument(served, { publicUrl: publicUrl(), version }));
  const app: FastifyInstance = buildServer({
    operations: served,
    authenticate: authenticator(store, clock),
    engine: store.engine,
    ready: () => store.engine.query('select 1 as ready'),
    openapi,
    pages: async (scope) => {
      await referencePage(openapi)(scope);
      serveTokenEndpoint(scope, { store, clock, log, publicUrl });
    },
    ...{ config, clock, log, metrics, version },
  });
  return app;
}

function boundUrl(app: FastifyInstance, config: Config): string {
  const address = app.server.address() as AddressInfo | null;
  return listeningUrl(config.host, address?.port ?? config.port);
}

/** Later starts leave the first token alone, and say so when the environment names another. */
async function warnOfOtherToken(store: Store, { config, clock, log }: Surroundings): Promise<void> {
  if (config.bootstrapToken === null || (await findToken(store.engine, config.bootstrapToken, clock.now()))) return;
  log.warn('PLUMBLINE_BOOTSTRAP_TOKEN is ignored: it serves the first start only, and no token of this text is valid.');
}

async function firstAccount(store: Store, around: Surroundings): Promise<Omit<FirstStart, 'url'> | null> {
  const { config, clock } = around;
  const adminPassword = config.adminPassword ?? randomText(20);
  const made = await createFirstAccount(
    store.engine,
    {
      name: config.accountName,
      timeZone: config.accountTimeZone,
      adminEmail: config.adminEmail,
      adminPassword,
      token: config.bootstrapToken ?? undefined,
    },
    clock.now(),
  );
  if (!made) {
    await warnOfOtherToken(store, around);
    return null;
  }
  return {
    adminEmail: config.adminEmail,
    adminPassword: config.adminPassword === null ? adminPassword : null,
    token: config.bootstrapToken === null ? made.token : null,
  };
}

const observing = (around: Surroundings, metrics: Metrics) => ({
  onStatement: (text: string): void => {
    metrics.onStatement(text);
    around.onStatement?.(text);
  },
  onLost: (err: unknown): void => {
    around.log.fatal({ err }, 'the embedded database has stopped');
    around.onLost?.();
  },
});

/** Puts the parts together and listens. Whatever fails, nothing stays open. */
export async function startService(around: Surroundings): Promise<RunningService> {
  const { config, log } = around;
  const metrics = createMetrics();
  const store = await openStore(config, log, observing(around, metrics));
  try {
    // What the first start makes is shown once, by a service that listens.
    await tryListening(config);
    const first = await firstAccount(store, around);
    const app = serverOf(store, metrics, around);
    await app.listen({ port: config.port, host: config.host });
    const url = boundUrl(app, config);
    if (store.engine.kind === 'embedded') store.engine.holder.url = url;
    const { description, place } = store.engine;
    log.info({ engine: description, place }, `listening on ${url}`);
    if (!store.engine.durable) log.warn(notDurable[store.engine.kind]);
    const upkeep = store.engine.kind === 'embedded' ? upkeepOf(store, log) : null;
    const stop = once(async () => {
      await stopServer(app, config.shutdownTimeoutSeconds);
      await upkeep?.[Symbol.asyncDispose]();
      await store.engine[Symbol.asyncDispose]();
    });
    return { url, app, engine: store.engine, firstStart: first && { ...first, url: config.publicUrl ?? url }, stop };
  } catch (error) {
    await store.engine[Symbol.asyncDispose]();
    throw error;
  }
}

const upkeepIntervalMs = 5 * 60_000;

const upkeepOf = ({ engine }: Store, log: Log): Upkeep =>
  new Upkeep(engine, upkeepIntervalMs, (err) => log.warn({ err }, 'a table could not be tidied'));

const notDurable: Readonly<Record<Engine['kind'], string>> = {
  embedded: 'DURABLE_WRITES is off: a power cut may lose or damage anything in the database, not only what came last.',
  postgres:
    'The Postgres server answers before it has written (fsync or synchronous_commit is off): a crash loses data.',
};

function once<Result extends object>(work: () => Result): () => Result {
  let done: Result | undefined;
  return () => (done ??= work());
}
