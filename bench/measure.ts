import { createRequire } from 'node:module';
import type autocannon from 'autocannon';
import { type Subject, usageOf } from './processes.ts';
import { tokenOf } from './product.ts';
import { randomFor, type Asked, type Scenario, type Side, type Stock } from './scenarios.ts';

/** The result of one run of a scenario on one server. */
export interface Sample {
  /** Responses per second. */
  readonly throughput: number;
  /** The latency of 50 % and of 99 % of the responses, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The CPUs used by the server, and by the database's processes; null if the system does not report them. */
  readonly serverCpu: number | null;
  readonly databaseCpu: number | null;
  /** The peak resident memory up to the end of the run, in MB. */
  readonly memory: number | null;
}

export interface Run {
  readonly scenario: Scenario;
  readonly side: Side;
  readonly stock: Stock;
  readonly round: number;
  readonly seconds: number;
  readonly connections: number;
  /** The process ids of the database, to measure its usage. */
  readonly databasePids: () => Promise<readonly number[]>;
}

/** A package of `tools/`. This file runs in `bench/dist/bench`. */
const fireAt = createRequire(new URL('../../../tools/package.json', import.meta.url))(
  'autocannon',
) as typeof autocannon;

const requestsBeforehand = 300;
const warmUpSeconds = 2;

/** Sends requests as fast as the server responds. @throws {Error} if any request fails. */
export async function measure(subject: Subject, run: Run): Promise<Sample> {
  const usages = async () => [usageOf(subject.pids()), usageOf(await run.databasePids())] as const;
  if (run.round === 1) await fire(subject, { ...run, round: 0, seconds: warmUpSeconds });
  const before = await usages();
  const begun = performance.now();
  const result = await fire(subject, run);
  const seconds = (performance.now() - begun) / 1000;
  const after = await usages();
  const busy = (index: 0 | 1): number | null => {
    const [from, to] = [before[index], after[index]];
    return from && to ? (to.seconds - from.seconds) / seconds : null;
  };
  if (result.non2xx + result.errors + result.timeouts > 0) {
    const failures = `${result.non2xx} refused, ${result.errors} broken, ${result.timeouts} late`;
    throw new Error(`${subject.name}, ${run.scenario.title}: ${failures}`);
  }
  return {
    ...{ throughput: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 },
    ...{ serverCpu: busy(0), databaseCpu: busy(1), memory: after[0]?.memory ?? null },
  };
}

async function fire(subject: Subject, run: Run): Promise<autocannon.Result> {
  let connection = 0;
  return await fireAt({
    url: subject.url,
    connections: run.connections,
    duration: run.seconds,
    setupClient: (client) => client.setRequests(requestsOf(run, (connection += 1))),
  });
}

/** Prepares reads before the run, so that the client uses little CPU. Each write is made when it is sent. */
function requestsOf(run: Run, connection: number): autocannon.Request[] {
  const { scenario, stock, side } = run;
  const random = randomFor(scenario, run.round, connection);
  const next = (): autocannon.Request => written(run, scenario.ask(random, stock, side), () => random.next());
  if (next().method !== 'GET') return [{ setupRequest: (request) => ({ ...request, ...next() }) }];
  return Array.from({ length: requestsBeforehand }, next);
}

function written(
  { side }: Run,
  { method, path, body, keyed, account, encoding }: Asked,
  draw: () => number,
): autocannon.Request {
  const own = side === 'product';
  return {
    method,
    path: own ? `/api/2023-01${path}` : path,
    headers: {
      ...credentials(side, account),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
      ...(keyed ? { 'idempotency-key': `${Date.now()}-${draw()}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
}

/** The product has a token for each firm; the floor trusts the account that the client names. */
export const credentials = (side: Side, account = 1): Record<string, string> =>
  side === 'product' ? { authorization: `Bearer ${tokenOf(account)}` } : { 'x-account': String(account) };
