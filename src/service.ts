import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Peers } from './cluster/messages.ts';
import { tryListening, type FirstStart, firstStart, withUrl } from './first-start.ts';
import type { Config } from './config.ts';
import { demoStep } from './demo/demo-job.ts';
import { removalStep } from './demo/removal-job.ts';
import { type Background, type DeliveryPace, startBackground, usualPace } from './events/background.ts';
import { EventFeed } from './events/feed.ts';
import { PollingLoop } from './jobs/polling-loop.ts';
import { type AddressRules, addressRulesOf, type Network } from './events/safe-address.ts';
import { type Files, openFiles } from './files/open-files.ts';
import { authenticator } from './http/admission/authenticate.ts';
import { handOver, stopServer } from './http/server/connection.ts';
import { createMetrics, type Metrics } from './http/server/metrics.ts';
import { adminContext } from './records/access/accounts.ts';
import { messageRecord } from './records/reading/message-record.ts';
import { demoKind, removalKind } from './records/access/demo.ts';
import { collectContents } from './records/operations/erase-contents.ts';
import { refoldStep } from './records/operations/refold.ts';
import { rebuildStep } from './records/past/rebuild-past.ts';
import { pastKind, refoldKind } from './store/jobs/upgrade-jobs.ts';
import { readBackupStatus } from './transfer/backups/backup-status.ts';
import { importStep } from './transfer/imports/import-job.ts';
import { restoreKind, takeBackStep } from './transfer/accounts/restore-in-steps.ts';
import { forgetKind, forgetStep } from './transfer/imports/forget-file.ts';
import { importKind } from './transfer/imports/start-import.ts';
import { openapiDocument } from './http/openapi/openapi.ts';
import { operations } from './http/operations/operations.ts';
import { type BuiltPage, readBuiltPage } from './http/page/built-page.ts';
import { pageSender, servePage } from './http/page/serve-page.ts';
import { referencePage } from './http/reference/reference-page.ts';
import { boundUrl } from './http/contract/service-url.ts';
import { buildServer } from './http/server/server.ts';
import { serveTokenEndpoint } from './http/oauth/token-endpoint.ts';
import { serveSignIn } from './http/sign-in/sign-in-endpoints.ts';
import type { Log } from './log.ts';
import { createValidator, type Validator } from './schema/validator.ts';
import type { Engine, StatementObserver } from './database/engine.ts';
import { type Observers, openStore, openStoreAsItIs, type OpenStore, type Store } from './store/store.ts';
import type { SpeedUps } from './store/cache/speed-ups.ts';
import { probe, tidyTable } from './database/upkeep.ts';
import { apiPrefix, version } from './version.ts';

/** The external dependencies of the service. */
export interface ServiceSurroundings extends Network {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Receives every statement, in addition to the metrics. */
  readonly onStatement?: StatementObserver;
  /** Called when the embedded database has stopped for good, for example after a disk failure. Only a restart helps. */
  readonly onLost?: () => void;
  /** The URL of a module that implements the `Disk` of the embedded engine. The default is the machine's disk. */
  readonly disk?: string;
  /** The other processes of the service, if any. */
  readonly peers?: Peers;
  /**
   * Overrides of `usualPace`: how often the service looks for deliveries, and the deadline of a receiver. `null`: this
   * process serves requests and delivers nothing.
   */
  readonly pace?: Partial<DeliveryPace> | null;
  /** The built page. The default reads it from the package; with `null`, the service has no page. */
  readonly page?: BuiltPage | null;
  /** Switches mechanisms off that only save time. The default uses all of them. */
  readonly speedUps?: Partial<SpeedUps>;
  /** Overrides `reportSlice` of the store. */
  readonly reportSlice?: number;
}

/** A running service, or one process of it. */
export interface RunningService {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly engine: Engine;
  /** Stops accepting requests, finishes running ones, closes the engine. Can be called again. */
  stop(): Promise<void>;
  /** Leaves new connections to other processes on the same address, then stops. */
  retire(): Promise<void>;
}

/** Assembles the service and listens. Closes the store if a step fails. */
export async function startService(
  around: ServiceSurroundings,
): Promise<RunningService & { readonly firstStart: (FirstStart & { readonly url: string }) | null }> {
  const { config, log } = around;
  const metrics = createMetrics();
  const store = spedUp(await openStore(config, log, { ...observing(around, metrics), disk: around.disk }), around);
  return await orClose(store, async () => {
    // The first start shows its secrets only once, so check first that the service can listen.
    await tryListening(config);
    const first = await firstStart(store, around);
    const service = await listen(store, metrics, around);
    return { ...service, firstStart: first && withUrl(first, service.app.serviceUrl) };
  });
}

/** Starts one of several processes, on a database that is up to date. */
export async function startWorker(around: ServiceSurroundings): Promise<RunningService> {
  const metrics = createMetrics(around.peers);
  const store = spedUp(await openStoreAsItIs(around.config, observing(around, metrics)), around);
  return await orClose(store, () => listen(store, metrics, around));
}

async function orClose<Result>({ engine }: Store, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}

const spedUp = (store: OpenStore, { speedUps, reportSlice = store.reportSlice }: ServiceSurroundings): OpenStore => ({
  ...store,
  speedUps: { ...store.speedUps, ...speedUps },
  reportSlice,
});

const observing = (around: ServiceSurroundings, metrics: Metrics): Observers => ({
  onStatement: both(metrics.onStatement, around.onStatement),
  onLost: (err: unknown): void => {
    around.log.fatal({ err }, 'the embedded database has stopped');
    around.onLost?.();
  },
});

const both = (one: StatementObserver, other: StatementObserver | undefined): StatementObserver =>
  other === undefined
    ? one
    : (text) => {
        one(text);
        other(text);
      };

async function listen(store: OpenStore, metrics: Metrics, around: ServiceSurroundings): Promise<RunningService> {
  const { config, log } = around;
  const feed = feedOf(store, around);
  const parts: Parts = {
    store,
    feed,
    validator: createValidator(),
    addressRules: addressRulesOf(config, around),
    files: openFiles(config),
  };
  const app = serverOf(parts, metrics, around);
  await app.listen({ port: config.port, host: config.host });
  const url = boundUrl(app, config);
  if (store.engine.kind === 'embedded') store.engine.holder.url = url;
  const { description, place } = store.engine;
  log.info({ engine: description, place }, `listening on ${url}`);
  if (!store.engine.durable) log.warn(notDurable[store.engine.kind]);
  const upkeep = store.engine.kind === 'embedded' ? upkeepOf(store, log) : null;
  const background = backgroundOf(parts, metrics, around, app.serviceUrl);
  const collection = collectionOf(parts, around);
  const stop = once(async () => {
    const { shutdownTimeoutSeconds } = config;
    await Promise.all([
      // Event streams do not end by themselves, so the feed ends them.
      feed[Symbol.asyncDispose](),
      stopServer(app, shutdownTimeoutSeconds),
      background?.stop(shutdownTimeoutSeconds * 1000),
      collection?.[Symbol.asyncDispose](),
    ]);
    await upkeep?.[Symbol.asyncDispose]();
    await store.engine[Symbol.asyncDispose]();
  });
  const retire = async (): Promise<void> => {
    await handOver(app);
    await stop();
  };
  return { url, app, engine: store.engine, stop, retire };
}

const feedOf = ({ engine }: Store, { log, pace }: ServiceSurroundings): EventFeed =>
  new EventFeed({
    engine,
    ...usualPace,
    ...pace,
    failed: (err) => log.warn({ err }, 'new events could not be read'),
  });

function backgroundOf(
  { store, validator, addressRules: rules }: Parts,
  metrics: Metrics,
  around: ServiceSurroundings,
  serviceUrl: string,
): Background | null {
  if (around.pace === null) return null;
  return startBackground({
    engine: store.engine,
    clock: around.clock,
    log: around.log,
    metrics: metrics.deliveries,
    rules,
    apiUrl: serviceUrl + apiPrefix,
    readRecord: async (delivery) => {
      const directory = await store.directories.reload(delivery.account_id);
      return await messageRecord({ ...adminContext(directory, around.clock.now()), store }, delivery);
    },
    userAgent: `Plumbline/${version}`,
    retentionDays: around.config.webhookRetentionDays,
    pace: { ...usualPace, ...around.pace },
    steps: {
      [refoldKind]: refoldStep,
      [pastKind]: rebuildStep,
      [demoKind]: demoStep(),
      [removalKind]: removalStep,
      [importKind]: importStep({ store, validator }),
      ...cleaningSteps(store, around.log),
    },
  });
}

const cleaningSteps = ({ engine }: Store, log: Log) => ({
  [forgetKind]: forgetStep,
  [restoreKind]: takeBackStep(engine, log),
});

/** The parts of the service that requests and background work share. */
interface Parts {
  readonly store: Store;
  readonly feed: EventFeed;
  readonly validator: Validator;
  readonly addressRules: AddressRules;
  readonly files: Files;
}

function serverOf({ store, ...parts }: Parts, metrics: Metrics, around: ServiceSurroundings): FastifyInstance {
  const { config, clock, log, peers } = around;
  const page = around.page === undefined ? readBuiltPage() : around.page;
  metrics.backups.onAsked(() => readBackupStatus(config, clock.now()));
  const served = operations({ ...parts, config });
  const openapi = once((): Promise<object> => openapiDocument(served, { publicUrl: app.serviceUrl, version }));
  const app: FastifyInstance = buildServer({
    operations: served,
    authenticate: authenticator(store, clock),
    store,
    engine: store.engine,
    ready: () => probe(store.engine),
    openapi,
    ...(page ? { sendPage: pageSender(page) } : {}),
    pages: async (scope, guards) => {
      if (page) servePage(scope, page);
      await referencePage(openapi)(scope);
      serveTokenEndpoint(scope, { store, clock, log });
      serveSignIn(scope, { store, clock, validator: parts.validator, guards });
    },
    config,
    clock,
    log,
    metrics,
    version,
    peers,
  });
  return app;
}

/** Erases the contents of files that nobody needs any more, at the start and once a day. */
function collectionOf({ store: { engine }, files }: Parts, around: ServiceSurroundings): AsyncDisposable | null {
  if (around.pace === null) return null;
  const stopping = new AbortController();
  const collect = () => collectContents({ engine, files, clock: around.clock, signal: stopping.signal });
  const loop = new PollingLoop(collect, {
    everyMs: { ...usualPace, ...around.pace }.collectEveryMs,
    failed: (err) => around.log.warn({ err }, 'contents of deleted files could not be erased'),
  });
  loop.wake();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await loop[Symbol.asyncDispose]();
    },
  };
}

const tidyEveryMs = 5 * 60_000;

/** Removes dead rows, because the embedded engine does not do so itself. */
const upkeepOf = ({ engine }: Store, log: Log): PollingLoop =>
  new PollingLoop(() => tidyTable(engine), {
    everyMs: tidyEveryMs,
    failed: (err) => log.warn({ err }, 'a table could not be vacuumed'),
  });

const notDurable: Readonly<Record<Engine['kind'], string>> = {
  embedded: 'DURABLE_WRITES is off: a power failure may lose or damage any data in the database, old data too.',
  postgres: 'The Postgres server acknowledges commits that are not on disk (fsync or synchronous_commit is off).',
};

function once<Result extends object>(work: () => Result): () => Result {
  let done: Result | undefined;
  return () => (done ??= work());
}
