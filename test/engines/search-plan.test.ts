import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceOf } from '../../src/resources/index.ts';
import type { Engine, Param } from '../../src/store/engine.ts';
import { migrate, migrationsFolder } from '../../src/store/migrate.ts';
import { searchStatement } from '../../src/store/search-statement.ts';
import { searchWords } from '../../src/store/search-words.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/scratch-engines.ts';

const projects = resourceOf('projects');

/** A hundred thousand projects of ten thousand companies, each fourth of them a school. */
const firm = `
insert into accounts (name, time_zone, created_at, updated_at) values ('Granite', 'UTC', now(), now());
insert into project_stages (account_id, created_at, updated_at, name, key, category, position)
values (1, now(), now(), 'Lead', 'lead', 'open', 1);
insert into companies (account_id, created_at, updated_at, name, search_text)
select 1, now(), now(), 'Firm', ' ' || md5('company' || n) || E' masonry\\n ' from generate_series(1, 10000) n;
drop index projects_search_text;
insert into projects (account_id, created_at, updated_at, name, project_stage_id, stage_changed_at, company_id, description, search_text)
select 1, now() - n * interval '1 minute', now(), 'Job', 1, now(), 1 + n % 10000, repeat(md5(n::text), 20),
  ' ' || md5('project' || n) || case n % 4 when 0 then ' school' else ' garage' end || E'\\n 12 main street'
from generate_series(1, 100000) n;
create index projects_search_text on projects using gin (search_text gin_trgm_ops);
insert into search_terms (account_id, resource, term) values (1, 'projects', 'garage'), (1, 'projects', 'school');
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
  }, 120_000);
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  /**
   * The parts of the plan that were carried out, and how many rows of projects were touched.
   * @param kept planned once for all words, as Postgres may do with a statement that comes often.
   */
  async function carriedOut(q: string, kept: boolean) {
    const { sql, parameters } = searchStatement(
      {
        resource: projects,
        words: searchWords(q),
        conditions: ['t.account_id = $1::bigint', 't.deleted_at is null'],
        parameters: ['1'],
      },
      { start: 0, end: 101 },
    );
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
    const nodes = row ? allOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Actual Loops'] > 0) : [];
    const scans = nodes.filter((node) => node['Relation Name'] === 'projects');
    return {
      indexes: nodes.map((node) => node['Index Name']),
      whole: scans.some((node) => node['Node Type'] === 'Seq Scan'),
      touched: scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
    };
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
      // By its statistics the planner knows that two letters may be rare.
      ...(moment === 'after' ? [['two letters', 'qz'] satisfies [string, string]] : []),
      ['a number', '90210'],
      ['a rare one beside a common one', '0e5a1c school'],
    ])('%s is found by the index of trigrams', async (_, q) => {
      const { indexes, whole, touched } = await carriedOut(q, kept);
      expect(indexes).toContain('projects_search_text');
      expect(whole).toBe(false);
      expect(touched).toBeLessThan(20_000);
    });

    test.each([
      ['a common word', 'school'],
      ['a common word of the company', 'masonry'],
      ['two common words', 'masonry school'],
      ['a common word in another spelling', 'shcool'],
    ])('%s fills the page from the newest', async (_, q) => {
      const { whole, touched } = await carriedOut(q, kept);
      expect(whole).toBe(false);
      expect(touched).toBeLessThan(20_000);
    });
  });
});
