import autocannon from 'autocannon';
import { type Subject, usageOf } from './processes.ts';
import { randomFor, type Asked, type Scenario, type Side, type Stock } from './scenarios.ts';

/** What one run of a scenario has shown of one server. */
export interface Sample {
  /** Answers a second. */
  readonly throughput: number;
  /** Milliseconds, of half and of 99 in a hundred answers. */
  readonly p50: number;
  readonly p99: number;
  /** CPUs kept busy by the server, and by the database's processes; null where the system does not tell. */
  readonly serverCpu: number | null;
  readonly databaseCpu: number | null;
  /** The most that has been resident up to the end of the run, in MB. */
  readonly memory: number | null;
}

export interface Run {
  readonly scenario: Scenario;
  readonly side: Side;
  readonly stock: Stock;
  readonly round: number;
  readonly seconds: number;
  readonly connections: number;
  /** Of the process that asks the product; the floor wants none. */
  readonly token: string;
  /** The processes of the database, to see what they use. */
  readonly databasePids: () => Promise<readonly number[]>;
}

const requestsBeforehand = 300;
const warmUpSeconds = 2;

/** Asks a server as fast as it answers. @throws {Error} when any answer is not what was asked for. */
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
  return await autocannon({
    url: subject.url,
    connections: run.connections,
    duration: run.seconds,
    setupClient: (client) => client.setRequests(requestsOf(run, (connection += 1))),
  });
}

/** Reads are written beforehand, so that asking costs the machine little; each write is another. */
function requestsOf(run: Run, connection: number): autocannon.Request[] {
  const { scenario, stock, side } = run;
  const random = randomFor(scenario, run.round, connection);
  const next = (): autocannon.Request => written(run, scenario.ask(random, stock, side), () => random.next());
  if (next().method !== 'GET') return [{ setupRequest: (request) => ({ ...request, ...next() }) }];
  return Array.from({ length: requestsBeforehand }, next);
}

function written({ side, token }: Run, { method, path, body, keyed }: Asked, draw: () => number): autocannon.Request {
  const own = side === 'product';
  return {
    method,
    path: own ? `/api/2023-01${path}` : path,
    headers: {
      ...(own ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(own && keyed ? { 'idempotency-key': `${Date.now()}-${draw()}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
}
