// Measures imports on both engines. See bench/README.md. Arguments: rows, engines.
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, embeddedDatabase, postgresDatabase } from './databases.ts';
import { fileOf, mapping } from './import-file.ts';
import type { Loader } from './load.ts';
import { startSubject, type Subject, usageOf } from './processes.ts';
import { startOfProduct, token } from './product.ts';

const rows = Number(process.argv[2] ?? 50_000);
const engines = process.argv[3] ?? 'postgres,embedded';
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** The firm that the rows are added to. */
const projects = 1000;

interface Import {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
  readonly counts: { readonly created: number } | null;
}

interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string | ReadableStream;
  readonly type?: string;
}

async function send({ url }: Subject, { method, path, body, type = 'application/json' }: Sent) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const sent = body === undefined ? {} : { body, duplex: 'half' as const };
  const answer = await fetch(`${url}/api/2023-01${path}`, { method, headers, ...sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return JSON.parse(text) as { import: Import };
}

async function upload(subject: Subject): Promise<Import> {
  const file = ReadableStream.from(fileOf(rows)).pipeThrough(new TextEncoderStream());
  const { import: one } = await send(subject, {
    ...{ method: 'POST', path: '/imports?as=projects&name=bids.csv' },
    ...{ body: file, type: 'text/csv' },
  });
  await send(subject, { method: 'PATCH', path: `/imports/${one.id}`, body: JSON.stringify({ import: { mapping } }) });
  return one;
}

/** Runs the import and waits for its end. */
async function run(subject: Subject, { id }: Import): Promise<Import> {
  await send(subject, { method: 'POST', path: `/imports/${id}/run` });
  for (;;) {
    const { import: now } = await send(subject, { method: 'GET', path: `/imports/${id}` });
    if (now.status !== 'running') return now;
    await pause(200);
  }
}

/** Reads a page of projects ten times a second until the signal. @returns the time of each answer in milliseconds. */
async function readMeanwhile(subject: Subject, until: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!until.aborted) {
    const begunAt = performance.now();
    await send(subject, { method: 'GET', path: '/projects?per_page=50' });
    times.push(performance.now() - begunAt);
    await pause(100);
  }
  return times.sort((one, other) => one - other);
}

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;

const secondsSince = (begunAt: number): number => (performance.now() - begunAt) / 1000;

/** Copies the imported rows into an empty table with the same indexes. @returns the seconds that it takes. */
async function secondsOfCopy(database: Database): Promise<number | null> {
  if (database.environment['DATABASE_URL'] === undefined) return null;
  await using loader = await database.open();
  await loader.query('create table copied (like projects including all)');
  const columns = await loader.query(`select attname as name from pg_attribute
    where attrelid = 'projects'::regclass and attnum > 0 and not attisdropped`);
  const names = columns.map(({ name }) => `"${String(name)}"`);
  const lines = await loader.read(
    `copy (select ${names.join(', ')} from projects where import_id is not null) to stdout`,
  );
  await using copier = await database.open();
  const begunAt = performance.now();
  await copier.copy('copied', names, lines);
  return secondsSince(begunAt);
}

/** The ids of the database's processes. */
async function backendsOf(loader: Loader): Promise<number[]> {
  const rows = await loader.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows.map(({ pid }) => Number(pid));
}

/** The CPU time so far, in seconds, and the peak memory in MB. */
const usedBy = (pids: readonly number[]) => usageOf(pids) ?? { seconds: NaN, memory: NaN };

async function measure(title: string, database: Database): Promise<string> {
  await using subject = await startSubject(startOfProduct(database.environment));
  await using watcher = database.environment['DATABASE_URL'] === undefined ? null : await database.open();
  const one = await upload(subject);
  const before = usedBy(subject.pids());
  const reading = new AbortController();
  const reads = readMeanwhile(subject, reading.signal);
  const begunAt = performance.now();
  const ended = await run(subject, one);
  const seconds = secondsSince(begunAt);
  reading.abort();
  const times = await reads;
  const after = usedBy(subject.pids());
  if (ended.counts?.created !== rows) throw new Error(`${ended.status}: ${JSON.stringify(ended)}`);
  const ofServer = watcher ? usedBy(await backendsOf(watcher)).seconds.toFixed(1) : '';
  const copied = await secondsOfCopy(database);
  return [
    ...[
      title,
      rows,
      seconds.toFixed(1),
      Math.round(rows / seconds),
      copied === null ? '' : (copied / seconds).toFixed(3),
    ],
    ...[Math.round(quantile(times, 0.5)), Math.round(quantile(times, 0.99))],
    ...[(after.seconds - before.seconds).toFixed(1), ofServer, Math.round(after.memory)],
  ].join(' | ');
}

const heads =
  'engine | rows | s | rows/s | ratio to copy | read p50 ms | read p99 ms | CPU s of the service | CPU s of the server | peak MB';
process.stdout.write(`${heads}\n`);
for (const [title, open] of [
  ['postgres', () => postgresDatabase(server, { projects, keep: false })],
  ['embedded', () => embeddedDatabase({ projects, keep: false })],
] as const) {
  if (!engines.includes(title)) continue;
  await using database = await open();
  process.stdout.write(`${await measure(title, database)}\n`);
}
