import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listFieldsOf } from '../../../src/resources/list-fields.ts';
import { resourceOf } from '../../../src/resources/index.ts';
import type { Param } from '../../../src/database/engine.ts';
import type { Client } from '../../support/service/client.ts';
import { linksOf } from '../../support/data/links.ts';
import { make } from '../../support/data/make.ts';
import { runsOf } from '../../support/endurance.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const count = runsOf(20_000, 100_000);
const perPage = 50;

let service: TestService;
let first: Client;
/** The statements that the service sent, with their parameters. */
const sent: { text: string; parameters: readonly Param[] }[] = [];

beforeAll(async () => {
  // A separate database: an open transaction of another test would keep rows from becoming visible to all.
  service = await startTestService();
  ({ first } = service);
  const { engine } = service;
  const table = engine.table.bind(engine);
  engine.table = (text, parameters) => {
    sent.push({ text, parameters });
    return table(text, parameters);
  };
  const { id } = await make(first, 'projects', { name: 'One of many' });
  // A third of the rows have no optional values, and many rows share theirs.
  await service.engine.query(
    `insert into projects (account_id, created_at, updated_at, name, name_folded, amount, bid_due_date, start_date,
      award_date, submitted_at, project_stage_id, stage_changed_at)
    select p.account_id, p.created_at + n * interval '1 second', p.updated_at + (n * 7919 % ${count}) * interval '1 second',
      'project ' || n * 7919 % ${count}, 'project ' || n * 7919 % ${count},
      case when n % 3 > 0 then n * 31 % 5000 end, case when n % 3 > 0 then date '2020-01-01' + n % 3000 end,
      case when n % 3 > 0 then date '2020-01-01' + n * 7 % 3000 end,
      case when n % 3 > 0 then date '2020-01-01' + n * 11 % 3000 end,
      case when n % 50 > 0 then p.created_at end, p.project_stage_id, p.stage_changed_at
    from projects p, generate_series(1, ${count}) n where p.id = $1::bigint`,
    [id],
  );
  await makeVisible('projects');
});
afterAll(() => service.stop());

/**
 * Vacuums a table until all its pages are visible to all transactions. Then Postgres answers from an index alone. A
 * snapshot of another session, such as autovacuum's, keeps a vacuum from marking the pages for a while.
 */
async function makeVisible(table: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await service.engine.query(`vacuum analyze ${table}`);
      const [pages] = await service.engine.query<{ hidden: number }>(
        `select relpages - relallvisible as hidden from pg_class where oid = '${table}'::regclass`,
      );
      expect(pages?.hidden).toBe(0);
    },
    { timeout: 60_000, interval: 500 },
  );
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

const quote = (value: Param): string => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`);

/** @param kept whether to use one generic plan for all values, as Postgres may do for a frequent statement. */
async function planOf({ text, parameters }: (typeof sent)[number], kept: boolean): Promise<Plan> {
  type Told = { 'QUERY PLAN': { Plan: Plan }[] };
  const explain = 'explain (analyze, timing off, format json)';
  const rows = await service.engine.transaction(async (transaction) => {
    if (!kept) return await transaction.query<Told>(`${explain} ${text}`, parameters);
    await transaction.query('set local plan_cache_mode = force_generic_plan');
    await transaction.query(`prepare listed as ${text}`);
    const told = await transaction.query<Told>(`${explain} execute listed(${parameters.map(quote).join(', ')})`);
    await transaction.query('deallocate listed');
    return told;
  });
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('no plan was told');
  return plan;
}

/** The number of rows that a scan read. */
const rowsOf = (node: Plan): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);

/** The work of a statement on the table, from its plan. */
function workOf(plan: Plan) {
  const all = nodes(plan);
  const scans = all.filter((node) => node['Relation Name'] === 'projects');
  return {
    scans: scans.map((node) => node['Node Type']),
    read: scans.reduce((sum, node) => sum + rowsOf(node), 0),
    sorted: all.filter((node) => node['Node Type'].includes('Sort')).map((node) => node['Actual Rows'] ?? 0),
  };
}

/** Requests a page, and expects that Postgres read it from an index with hardly more rows than the page has. */
async function readsLittle(path: string): Promise<Partial<Record<string, string>>> {
  sent.length = 0;
  const reply = await first.get(path);
  expect(reply.status, reply.text).toBe(200);
  const list = sent.find(({ text }) => text.includes('from projects t'));
  if (!list) throw new Error(`no list was read: ${sent.map(({ text }) => text).join('\n')}`);
  for (const kept of [false, true]) {
    const { scans, read, sorted } = workOf(await planOf(list, kept));
    for (const scan of scans) expect(scan).toMatch(/^Index/);
    expect(read).toBeGreaterThan(0);
    for (const rows of [read, ...sorted]) expect(rows).toBeLessThanOrEqual(2 * (perPage + 1));
  }
  return linksOf(reply);
}

/** The path of a page 1,500 rows after the start. */
async function deepCursor(sort: string): Promise<string> {
  let path = `/projects?sort=${sort}&per_page=500&fields=id`;
  for (let page = 0; page < 3; page += 1) path = linksOf(await first.get(path))['next'] ?? '';
  return path.replace('per_page=500', `per_page=${perPage}`);
}

/** The number of rows that a numbered page reads from the table itself, for each plan. */
async function readWhole(path: string): Promise<number[]> {
  // The service reads a list that has been requested before with another statement.
  await first.get(path);
  sent.length = 0;
  const reply = await first.get(path);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.projects).toHaveLength(perPage);
  const list = sent.find(({ text }) => text.includes('offset'));
  if (!list) throw new Error('no page was read');
  const plans = [await planOf(list, false), await planOf(list, true)];
  return plans.map((plan) => {
    const scans = nodes(plan).filter((node) => node['Relation Name'] === 'projects');
    const ofTable = scans.filter((node) => node['Node Type'] !== 'Index Only Scan');
    return ofTable.reduce((sum, node) => sum + rowsOf(node), 0);
  });
}

const projects = resourceOf('projects');
const names = ['created_at', ...(projects.indexed ?? [])];
const sorts = names.flatMap((name) => [name, `-${name}`]);

describe(`among ${count} projects`, () => {
  it.each(sorts)('a page sorted by %s reads few rows at its start, deep inside and at its end', async (sort) => {
    expect(listFieldsOf(projects).get(sort.replace('-', ''))?.indexed).toBe(true);
    const { last = '' } = await readsLittle(`/projects?sort=${sort}&per_page=${perPage}`);
    await readsLittle(await deepCursor(sort));
    const { prev = '' } = await readsLittle(last);
    await readsLittle(prev);
  });

  it('the first page of bids to submit, by due date, reads few rows though nearly all bids are submitted', async () => {
    await readsLittle(`/projects?submitted_at[is_null]=true&sort=bid_due_date&per_page=${perPage}`);
  });

  it.each(['', '&sort=-amount', '&sort=name'])(
    'a numbered page%s reads only its own rows from the table, and skips earlier rows in an index',
    async (sort) => {
      for (const whole of await readWhole(`/projects?per_page=${perPage}&page=${(0.9 * count) / perPage + 1}${sort}`)) {
        expect(whole).toBeLessThanOrEqual(perPage + 1);
      }
    },
  );
});
