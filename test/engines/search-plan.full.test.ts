import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceOf } from '../../src/resources/index.ts';
import type { Engine, Param } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { wordsOf } from '../../src/store/rows/search-words.ts';
import { hasMistakable, searchStatement } from '../../src/store/search/search-statement.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

const projects = resourceOf('projects');

/** A hundred thousand projects of ten thousand companies, each fourth of them a school. */
const firm = `
insert into accounts (name, time_zone, created_at, updated_at) values ('Granite', 'UTC', now(), now());
insert into project_stages (account_id, created_at, updated_at, name, key, category, position)
values (1, now(), now(), 'Lead', 'lead', 'open', 1);
drop index companies_search, projects_search, search_terms_spelling;
insert into companies (account_id, created_at, updated_at, name, search)
select 1, now(), now(), 'Firm', format('''1:%s'':1A ''1:masonry'':1A', md5('company' || n))::tsvector
from generate_series(1, 10000) n;
insert into projects (account_id, created_at, updated_at, name, project_stage_id, stage_changed_at, company_id, description, search)
select 1, now() - (100000 - n) * interval '1 minute', now(), 'Job', 1, now(), 1 + n % 10000, repeat(md5(n::text), 20),
  format('''1:%s'':1A ''1:%s'':1A ''1:12'':1C ''1:main'':1C ''1:street'':1C ''1#%s'':1D', md5('project' || n), kind,
    to_char((now() - (100000 - n) * interval '1 minute') at time zone 'UTC', 'YYYY-MM'))::tsvector
from generate_series(1, 100000) n, lateral (
  select case when n % 100 = 3 then 'hangar' when n % 4 = 0 then 'school' else 'garage' end as kind
) as kinds;
insert into search_terms (account_id, resource, term)
select 1, 'companies', unnest(array['masonry', 'main', 'street']);
insert into search_terms (account_id, resource, term)
select 1, 'projects', unnest(array['hangar', 'school', 'garage', 'main', 'street']);
create index companies_search on companies using gin (search);
create index projects_search on projects using gin (search);
create index search_terms_spelling on search_terms using gin (term gin_trgm_ops);
`;

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Node[];
}

const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)];

const quote = (value: Param): string => {
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
};

describe.each(engineNames)('a search among 100,000 projects on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open(name === 'embedded' ? { synchronous: false } : {});
    await migrate(engine, { folder: migrationsFolder });
    await engine.script(firm);
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  /**
   * The parts of the plan that were carried out, how many rows of projects were touched, and how many of them found by
   * an index of words.
   * @param kept planned once for all words, as Postgres may do with a statement that comes often.
   */
  async function carriedOut(q: string, kept: boolean) {
    const literal = await nodesOf(q, kept);
    const isFull = literal[0]?.['Actual Rows'] === 101;
    const nodes = isFull ? literal : [...literal, ...(await nodesOf(q, kept, []))];
    const scans = nodes.filter((node) => node['Relation Name'] === 'projects');
    const rowsOf = (some: readonly Node[]) =>
      some.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    return {
      indexes: nodes.map((node) => node['Index Name']),
      whole: scans.some((node) => node['Node Type'] === 'Seq Scan'),
      touched: rowsOf(scans),
      lookups: nodes
        .filter((node) => node['Index Name'] === 'projects_search')
        .reduce((sum, node) => sum + node['Actual Loops'], 0),
      found: rowsOf(scans.filter((node) => node['Node Type'] === 'Bitmap Heap Scan')),
    };
  }

  async function nodesOf(q: string, kept: boolean, literal?: readonly string[]): Promise<Node[]> {
    const search = {
      resource: projects,
      words: wordsOf(q),
      conditions: ['t.account_id = $1::bigint', 't.deleted_at is null'],
      parameters: ['1'],
    };
    if (literal !== undefined && !hasMistakable(search)) return [];
    const { sql, parameters } = searchStatement(search, { start: 0, end: 101 }, literal);
    type Told = { 'QUERY PLAN': [{ Plan: Node }] };
    const explain = 'explain (analyze, format json)';
    const [row] = await engine.transaction(async (transaction) => {
      if (!kept) return await transaction.query<Told>(`${explain} ${sql}`, parameters);
      await transaction.query('set local plan_cache_mode = force_generic_plan');
      await transaction.query(`prepare searched as ${sql}`);
      const told = await transaction.query<Told>(`${explain} execute searched(${parameters.map(quote).join(', ')})`);
      await transaction.query('deallocate searched');
      return told;
    });
    return row ? allOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Actual Loops'] > 0) : [];
  }

  // A server gathers them by itself; the embedded engine does when it is told to.
  describe.each(
    (name === 'embedded' ? ['before', 'after'] : ['after']).flatMap((moment) => [
      [moment, 'for its words', false] as const,
      [moment, 'once for all words', true] as const,
    ]),
  )('%s statistics are gathered, planned %s,', (moment, _planned, kept) => {
    beforeAll(async () => {
      if (moment === 'after') await engine.query('analyze');
    });

    test.each<[kind: string, q: string]>([
      ['one that is rare', '0e5a1c'],
      ['one that is nowhere', 'zzyzx'],
      ['two letters', 'qz'],
      ['a number', '90210'],
      ['a rare one beside a common one', '0e5a1c school'],
      ['a rare one joined to a common one', '0e5a1c-school'],
      ['letters before digits', 'qz12'],
      ['a rare one of the company beside a common one', 'e2c school'],
    ])('%s is found by the index', async (_, q) => {
      const { indexes, whole, touched } = await carriedOut(q, kept);
      expect(indexes).toContain('projects_search');
      expect(whole).toBe(false);
      expect(touched).toBeLessThan(5000);
    });

    test('ten beginnings of hundreds of words each are looked up in the index a few times', async () => {
      const { lookups, whole } = await carriedOut('0 1 2 3 4 5 6 7 8 9', kept);
      expect(whole).toBe(false);
      expect(lookups).toBeLessThan(20);
    });

    test('one that a hundredth has is looked for in the last months alone', async () => {
      const { found } = await carriedOut('hangar', kept);
      expect(found).toBeGreaterThan(0);
      // A thousand have it, over more than two months.
      expect(found).toBeLessThan(1000);
    });

    test.each([
      ['a common word', 'school'],
      ['a common word of the company', 'masonry'],
      ['the beginning of hundreds of words', '0'],
    ])('%s is not asked of an index', async (_, q) => {
      expect((await carriedOut(q, kept)).indexes).not.toContain('projects_search');
    });

    test.each([
      ['a common word', 'school'],
      ['a common word of the company', 'masonry'],
      ['two common words', 'masonry school'],
      ['a common word in another spelling', 'shcool'],
      ['the beginning of hundreds of words', '0'],
    ])('%s fills the page from the newest', async (_, q) => {
      const { whole, touched } = await carriedOut(q, kept);
      expect(whole).toBe(false);
      expect(touched).toBeLessThan(20_000);
    });
  });
});
