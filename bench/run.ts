// The benchmark, see bench/README.md. Starts every server in its own process, measures them in turn, writes a table.
import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { databaseLimit } from './database-limit.ts';
import { type Database, embeddedDatabase, postgresDatabase } from './databases.ts';
import type { Lists } from './firm.ts';
import { type Loader, readLists } from './load.ts';
import { measure, type Run, type Sample } from './measure.ts';
import { type Options, readOptions, usage } from './options.ts';
import { startSubject, type Subject } from './processes.ts';
import { startOfFloor, startOfProduct } from './product.ts';
import { growthText, type Measured, type Section, sectionText } from './results.ts';
import type { Scenario, Side, Stock } from './scenarios.ts';
import { checkAgreement, stockOf } from './stock.ts';

type Subjects = Readonly<Partial<Record<Side, Subject>>>;

interface Bench {
  readonly options: Options;
  readonly subjects: Subjects;
  readonly stock: Stock;
  readonly databasePids: Run['databasePids'];
  readonly query?: Loader['query'];
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Measures the servers in turn, so that other load on the machine affects all alike. */
async function measureScenario(bench: Bench, scenario: Scenario): Promise<Measured> {
  const { options, subjects, stock, databasePids } = bench;
  const samples: Partial<Record<Side, Sample[]>> = {};
  for (let round = 1; round <= options.rounds; round += 1) {
    const sides = Object.entries(subjects) as [Side, Subject][];
    for (const [side, subject] of round % 2 === 1 ? sides : sides.reverse()) {
      const run = { ...options, scenario, side, stock, round, databasePids };
      const sample = await measure(subject, run);
      (samples[side] ??= []).push(sample);
      say(`  ${scenario.name} ${round} ${side}: ${Math.round(sample.throughput)}/s, p99 ${sample.p99} ms`);
    }
  }
  return { title: scenario.title, samples };
}

async function measureAll(bench: Bench): Promise<Measured[]> {
  const { subjects, options, stock } = bench;
  const { product, floor } = subjects;
  const measured: Measured[] = [];
  for (const scenario of options.scenarios) {
    if (product && floor && scenario.alike) await checkAgreement({ product, floor }, scenario, stock);
    measured.push(await withFloorIndex(bench, scenario, () => measureScenario(bench, scenario)));
  }
  return measured;
}

async function withFloorIndex<Result>(
  { query }: Bench,
  { floorIndex }: Scenario,
  work: () => Promise<Result>,
): Promise<Result> {
  if (query === undefined || floorIndex === undefined) return await work();
  await query('drop index if exists of_the_floor');
  await query(`create index of_the_floor on ${floorIndex}`);
  try {
    return await work();
  } finally {
    await query('drop index of_the_floor');
  }
}

const grouped = (count: number): string => count.toLocaleString('en');

async function onPostgres(options: Options, projects: number, { workers = 1, firms = 1 } = {}): Promise<Section> {
  say(`Postgres, ${projects} projects, ${firms} firm(s), ${workers} worker(s)`);
  await using database = await postgresDatabase(options.server, { projects, firms, keep: options.keep });
  await using loader = await database.open();
  const url = database.environment['DATABASE_URL'] ?? '';
  const limit = workers === 1 && firms === 1 ? await databaseLimit(url, projects, options.seconds) : null;
  await using product = await startSubject(startOfProduct(database.environment, workers));
  await using floor = await startSubject(startOfFloor(database.environment));
  const stock = await stockOf(await readLists(loader), product, projects, firms);
  const databasePids = () => backendsOf(loader);
  return {
    title: `${grouped(projects)} projects${inEach(firms)}, Postgres${workers > 1 ? `, ${workers} workers` : ''}`,
    notes: [
      await serverText(loader),
      ...(limit === null ? [] : [`pgbench, the product's own statement for one project: ${grouped(limit)} a second.`]),
    ],
    measured: await measureAll({
      options,
      subjects: { product, floor },
      stock,
      databasePids,
      query: (text) => loader.query(text),
    }),
  };
}

const inEach = (firms: number): string => (firms > 1 ? ` in each of ${grouped(firms)} firms` : '');

async function serverText(loader: Loader): Promise<string> {
  const names = ['server_version', 'shared_buffers', 'fsync', 'synchronous_commit'];
  const settings = await loader.query(`select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`);
  return names.map((name) => `${name} ${String(settings[0]?.[name])}`).join(', ');
}

/** The ids of the database's processes. */
async function backendsOf(loader: Loader): Promise<number[]> {
  const rows = await loader.query(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => Number(pid));
}

async function onEmbedded(options: Options, projects: number): Promise<Section> {
  say(`embedded, ${projects} projects`);
  await using database = await embeddedDatabase({ projects, keep: options.keep });
  const lists = await listsOf(database);
  await using product = await startSubject(startOfProduct(database.environment));
  const stock = await stockOf(lists, product, projects);
  return {
    title: `${grouped(projects)} projects, embedded`,
    notes: [],
    measured: await measureAll({ options, subjects: { product }, stock, databasePids: async () => [] }),
  };
}

async function listsOf(database: Database): Promise<Lists> {
  await using loader = await database.open();
  return await readLists(loader);
}

function heading(options: Options): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ');
  return [
    '# Results of the benchmark',
    `${new Date().toISOString().slice(0, 10)}, \`${command}\``,
    `${machine}, ${process.platform} ${release()}, Node ${process.versions.node}. ` +
      `${options.connections} connections, medians of ${options.rounds} turns of ${options.seconds} s each.`,
    '[README.md](README.md) says what the benchmark measures and how to read the results.',
  ].join('\n\n');
}

/** Measures pages of many small firms on one server, with the one scenario for them. */
async function amongFirms(options: Options): Promise<Section[]> {
  const scenarios = options.scenarios.filter(({ name }) => name === 'cold');
  if (options.firms === 0 || scenarios.length === 0) return [];
  return [await onPostgres({ ...options, scenarios }, 300, { firms: options.firms + 1 })];
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const sections: Section[] = [];
  for (const projects of options.sizes) sections.push(await onPostgres(options, projects));
  const growth = growthText(sections);
  for (const workers of options.workers) {
    sections.push(await onPostgres(options, options.workersSize, { workers }));
  }
  sections.push(...(await amongFirms(options)));
  for (const projects of options.embeddedSizes) sections.push(await onEmbedded(options, projects));
  const text = [heading(options), ...sections.map(sectionText), growth].filter(Boolean).join('\n\n');
  process.stdout.write(`${text}\n`);
  if (options.results) await writeFile(options.results, `${text}\n`);
}

if (process.argv.includes('--help')) process.stdout.write(`${usage}\n`);
else await main();
