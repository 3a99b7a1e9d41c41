import { inject, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { Engine } from '../../../src/database/engine.ts';
import { createLog } from '../../../src/log.ts';
import { startService, type Surroundings } from '../../../src/service.ts';
import { Client } from './client.ts';
import { copyOf, type Database } from './database.ts';
import { restartNumbers } from '../data/make.ts';
import { furnishFirms, tokens } from './template.ts';
import { resolve } from '../delivery/webhooks.ts';
import { asProgram, keepStatement } from '../statements/sent-statements.ts';

const startOfTime = '2026-03-02T15:00:00Z';

/** A clock that stands still until it is moved. */
export class TestClock {
  #now = new Date(startOfTime).getTime();
  now = (): Date => new Date(this.#now);
  set = (instant: string): void => void (this.#now = Date.parse(instant));
  advance = (milliseconds: number): void => void (this.#now += milliseconds);
}

/** Something of each of the two firms. */
export interface OfBoth {
  readonly first: string;
  readonly second: string;
}

export interface TestService extends AsyncDisposable {
  readonly url: string;
  readonly engine: Engine;
  readonly clock: TestClock;
  /** Of a Postgres server; null on the embedded engine. */
  readonly databaseUrl: string | null;
  /** Every statement sent since it was last emptied. */
  readonly statements: string[];
  /** Every line of the log. */
  readonly logged: string[];
  /** Admins of two firms that must never see each other's records. */
  readonly first: Client;
  readonly second: Client;
  /** Their tokens, and the ids of their accounts. */
  readonly tokens: OfBoth;
  readonly accounts: OfBoth;
  client(token: string | null): Client;
  document(): Promise<object>;
  stop(): Promise<void>;
}

/** A database that outlives the services on it, until the test is over. */
export async function databaseFor(): Promise<Database> {
  const database = await copyOf(inject('template'));
  onTestFinished(() => database.remove());
  return database;
}

/**
 * The whole service on a database of its own, at a real address, on the engine of the run: for tests that need
 * settings, count statements of the background, restart it, or look at the whole database. Others share one.
 * @param environment what an operator sets. With `resolve` the hosts of webhooks are found without DNS; with `pace`
 *   deliveries are looked for more often; with `on` the database is another's, who removes it.
 */
export async function startTestService(
  environment: Readonly<Record<string, string>> = {},
  { on, ...more }: { readonly on?: Database } & Pick<Partial<Surroundings>, 'resolve' | 'interfaces' | 'pace'> = {},
): Promise<TestService> {
  const database = on ?? (await copyOf(inject('template')));
  const statements: string[] = [];
  const logged: string[] = [];
  const clock = new TestClock();
  const start = (surroundings: Surroundings) => asProgram(() => startService(surroundings));
  const service = await start({
    config: readConfig({ PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'silent', ...database.environment, ...environment }),
    log: createLog('info', { write: (line) => void logged.push(line) }),
    clock,
    onStatement: (text) => {
      statements.push(text);
      keepStatement(text);
    },
    // What is delivered meanwhile would be among the statements of whoever counts them.
    pace: null,
    ...more,
  });
  let served: Promise<object> | undefined;
  const document = () => (served ??= fetch(`${service.url}/openapi.json`).then((r) => r.json() as Promise<object>));
  const client = (token: string | null): Client => new Client(service.url, token, document);
  const stop = async (): Promise<void> => {
    await service.stop();
    if (!on) await database.remove();
  };
  return {
    url: service.url,
    engine: service.engine,
    databaseUrl: database.environment['DATABASE_URL'] ?? null,
    first: client(tokens.first),
    second: client(tokens.second),
    [Symbol.asyncDispose]: stop,
    ...{ clock, statements, logged, client, document, stop, tokens, accounts: { first: '1', second: '2' } },
  };
}

let shared: Promise<TestService> | undefined;

/**
 * The service that the files of a worker share, with two new firms for this file. Its clock starts anew. It ends with
 * the worker, and what it leaves behind is removed with the run.
 */
export async function sharedService(): Promise<TestService> {
  const service = await (shared ??= startTestService({}, { resolve }));
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
