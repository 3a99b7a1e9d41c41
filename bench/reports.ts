// Measures reports and the past on both engines. See bench/README.md. Arguments: projects, engines.
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, embeddedDatabase, postgresDatabase } from './databases.ts';
import { addPast } from './past-of-firm.ts';
import { startSubject, type Subject } from './processes.ts';
import { startOfProduct, token } from './product.ts';

const projects = Number(process.argv[2] ?? 100_000);
const engines = process.argv[3] ?? 'postgres,embedded';
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** How often each request is sent. The first answer is not counted. */
const rounds = 8;

/** The last day on which the firm changed anything, and a day 30 days before it. */
const [lastDay, earlier] = ['2026-01-04', '2025-12-05'];

/** The requests, and the limit of the median in milliseconds for 100,000 projects on a server. */
const requests: readonly (readonly [path: string, limit: number])[] = [
  ['/reports/pipeline?group_by=project_stage_id', 200],
  [`/reports/pipeline?group_by=project_stage_id&as_of=${earlier}`, 500],
  [`/reports/pipeline_change?from=${earlier}&to=${lastDay}`, 1000],
  [`/reports/pipeline_change?from=${earlier}&group_by=division_id`, 1000],
  ['/reports/win_loss?from=2024-01-01&to=2025-12-31&every=quarter&group_by=assigned_to_id', 400],
  [`/reports/bids_due?from=${lastDay}&to=2026-02-28`, 50],
  [`/reports/bids_due?as_of=${lastDay}`, 125],
  ['/reports/backlog?group_by=division_id', 1000],
  ['/reports/attention?per_page=50', 500],
  [`/projects?per_page=50&as_of=${earlier}`, 400],
  [`/projects/summary?group_by=project_stage_id&as_of=${earlier}`, 500],
];

/** The limit of a read by id beside reports, for 99 of 100 reads, in milliseconds. */
const mostBesideReports = 250;

/** On the embedded engine, a limit is so many times higher. */
const embeddedFactor = 4;

async function millisecondsOf({ url }: Subject, path: string): Promise<number> {
  const begunAt = performance.now();
  const answer = await fetch(`${url}/api/2023-01${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
  return performance.now() - begunAt;
}

const sortedTimes = (times: readonly number[]): number[] => times.toSorted((one, other) => one - other);

const quantile = (times: readonly number[], share: number): number =>
  sortedTimes(times)[Math.floor(times.length * share)] ?? NaN;

async function timesOf(subject: Subject, path: string): Promise<number[]> {
  await millisecondsOf(subject, path);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await millisecondsOf(subject, path));
  return times;
}

/** Reads projects by id, now or as of an instant. */
async function readById(subject: Subject, query: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(await millisecondsOf(subject, `/projects/${1 + ((index * 7919) % projects)}${query}`));
  }
  return times;
}

/** Reads projects by id twenty times a second until the signal. */
async function readMeanwhile(subject: Subject, until: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; !until.aborted; index += 1) {
    times.push(await millisecondsOf(subject, `/projects/${1 + ((index * 7919) % projects)}`));
    await pause(50);
  }
  return times;
}

/** Makes goals of bookings for the years of the firm, whose sums the pipeline reads. */
async function makeGoals({ url }: Subject): Promise<void> {
  for (const year of [2025, 2026]) {
    const goal = { period: 'year', starts_on: `${year}-01-01`, measure: 'booked_amount', target: 1_000_000_000 };
    const answer = await fetch(`${url}/api/2023-01/goals`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ goal }),
    });
    if (!answer.ok) throw new Error(`a goal was answered with ${answer.status}: ${await answer.text()}`);
  }
}

async function measure(title: string, database: Database, factor: number): Promise<void> {
  const write = (...cells: readonly unknown[]) => process.stdout.write(`${[title, ...cells].join(' | ')}\n`);
  const shown = (times: readonly number[]) => [Math.round(quantile(times, 0.5)), Math.round(Math.max(...times))];
  await using subject = await startSubject(startOfProduct(database.environment));
  await makeGoals(subject);
  for (const [path, limit] of requests) {
    const times = await timesOf(subject, path);
    write(path, ...shown(times), limit * factor, quantile(times, 0.5) <= limit * factor ? '' : 'over the limit');
  }
  for (const query of ['', `?as_of=${earlier}`])
    write(`/projects/{id}${query}`, ...shown(await readById(subject, query, 200)));
  const reading = new AbortController();
  const reads = readMeanwhile(subject, reading.signal);
  for (const [path] of requests) if (path.startsWith('/reports/')) await timesOf(subject, path);
  reading.abort();
  const times = await reads;
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  const title99 = '/projects/{id} while reports run, the 99th percentile as the longest';
  write(title99, Math.round(p50), Math.round(p99), mostBesideReports, p99 <= mostBesideReports ? '' : 'over the limit');
}

process.stdout.write('engine | request | median ms | longest ms | limit ms | verdict\n');
for (const [title, open, factor] of [
  ['postgres', () => postgresDatabase(server, { projects, keep: false }), 1],
  ['embedded', () => embeddedDatabase({ projects, keep: false }), embeddedFactor],
] as const) {
  if (!engines.includes(title)) continue;
  await using database = await open();
  {
    await using loader = await database.open();
    await addPast(loader, lastDay);
  }
  await measure(title, database, factor);
}
