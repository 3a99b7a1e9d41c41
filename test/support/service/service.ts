import { inject, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { Engine } from '../../../src/database/engine.ts';
import { createLog } from '../../../src/log.ts';
import { startService, type ServiceSurroundings } from '../../../src/service.ts';
import { Client } from './client.ts';
import { copyOf, type Database } from './database.ts';
import { restartNumbers } from '../data/make.ts';
import { furnishFirms, tokens } from './template.ts';
import { resolve } from '../delivery/webhooks.ts';
import { runsOf } from '../endurance.ts';
import { asProgram } from '../statements/sent-statements.ts';

const startOfTime = '2026-03-02T15:00:00Z';

/** A clock that stands still until a test moves it. */
export class TestClock {
  #now = new Date(startOfTime).getTime();
  now = (): Date => new Date(this.#now);
  set = (instant: string): void => void (this.#now = Date.parse(instant));
  advance = (milliseconds: number): void => void (this.#now += milliseconds);
}

/** A value for each of the two firms. */
export interface OfBoth {
  readonly first: string;
  readonly second: string;
}

export interface TestService extends AsyncDisposable {
  readonly url: string;
  readonly engine: Engine;
  readonly clock: TestClock;
  /** The address of the Postgres database; null on the embedded engine. */
  readonly databaseUrl: string | null;
  /** The folder of the contents of files, and of the embedded database. */
  readonly dataFolder: string;
  /** Every statement since a test last emptied the list. */
  readonly statements: string[];
  /** Every line of the log. */
  readonly logged: string[];
  /** The admins of two firms that must never see each other's records. */
  readonly first: Client;
  readonly second: Client;
  /** The tokens of the admins, and the ids of the accounts. */
  readonly tokens: OfBoth;
  readonly accounts: OfBoth;
  client(token: string | null): Client;
  document(): Promise<object>;
  stop(): Promise<void>;
}

/** Makes a database that several services can use in turn. It is removed after the test. */
export async function databaseFor(): Promise<Database> {
  const database = await copyOf(inject('template'));
  onTestFinished(() => database.remove());
  return database;
}

/**
 * Starts the whole service on a new database, at a real address, on the engine of the run. Use it in tests that need
 * settings, count background statements, restart the service, or read the whole database. Other tests use
 * `sharedService`.
 * @param environment the settings of the operator. `resolve` replaces DNS for the hosts of webhooks. `pace` turns
 * delivery on with its intervals. `page` is the built page. `on` is an existing database, which its owner removes.
 */
export async function startTestService(
  environment: Readonly<Record<string, string>> = {},
  {
    on,
    ...more
  }: { readonly on?: Database } & Pick<
    Partial<ServiceSurroundings>,
    'resolve' | 'interfaces' | 'pace' | 'speedUps' | 'page' | 'reportSlice'
  > = {},
): Promise<TestService> {
  const database = on ?? (await copyOf(inject('template')));
  const statements: string[] = [];
  const logged: string[] = [];
  const clock = new TestClock();
  const start = (surroundings: ServiceSurroundings) => asProgram(() => startService(surroundings));
  const service = await start({
    config: readConfig({ PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'silent', ...database.environment, ...environment }),
    log: createLog('info', { write: (line) => void logged.push(line) }),
    clock,
    onStatement: (text) => void statements.push(text),
    // By default nothing is delivered, so that deliveries add no statements to those that a test counts.
    pace: null,
    // A test of the page brings one that was built from this source.
    page: null,
    ...more,
  });
  let served: Promise<object> | undefined;
  const document = () => (served ??= fetch(`${service.url}/openapi.json`).then((r) => r.json() as Promise<object>));
  const judging = () => sameFor(JSON.stringify(environment), document);
  const client = (token: string | null): Client => new Client(service.url, token, judging);
  const stop = async (): Promise<void> => {
    await service.stop();
    if (!on) await database.remove();
  };
  return {
    url: service.url,
    engine: service.engine,
    databaseUrl: database.environment['DATABASE_URL'] ?? null,
    dataFolder: database.environment['DATA_DIR'] ?? '',
    first: client(tokens.first),
    second: client(tokens.second),
    [Symbol.asyncDispose]: stop,
    ...{ clock, statements, logged, client, document, stop, tokens, accounts: { first: '1', second: '2' } },
  };
}

/** The documents by the settings of their services. To make, send and read one takes half a second. */
const documents = new Map<string, object>();

/** Services with the same settings serve the same document, apart from their address. */
async function sameFor(settings: string, read: () => Promise<object>): Promise<object> {
  const document = documents.get(settings) ?? (await read());
  documents.set(settings, document);
  return document;
}

let shared: Promise<TestService> | undefined;

/**
 * Returns the service that the files of a worker share, with two new firms for this file. Restarts its clock. The
 * service ends with the worker, and the run removes its data. Reports read slices of few projects.
 */
export async function sharedService(): Promise<TestService> {
  const service = await (shared ??= startTestService({}, { resolve, reportSlice: runsOf(3, 200) }));
  const own = await service.engine.transaction(furnishFirms);
  service.clock.set(startOfTime);
  restartNumbers();
  service.statements.length = 0;
  service.logged.length = 0;
  const nothing = () => Promise.resolve();
  return {
    ...service,
    ...{ ...own, first: service.client(own.tokens.first), second: service.client(own.tokens.second) },
    ...{ stop: nothing, [Symbol.asyncDispose]: nothing },
  };
}
