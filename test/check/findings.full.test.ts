import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '../../src/check/check-database.ts';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { adminContext } from '../../src/records/access/accounts.ts';
import { changeWithin } from '../../src/records/changing/change.ts';
import { resourceOf } from '../../src/resources/index.ts';
import { readForeignKeys } from '../../src/store/check/catalogue.ts';
import type { DatabaseFault } from '../../src/store/check/finding.ts';
import { takenNumbers } from '../../src/store/check/taken-numbers.ts';
import { exemptColumns, softReferences } from '../../src/store/check/references.ts';
import { readDirectory } from '../../src/store/rows/directories.ts';
import { readAllTables } from '../../src/store/transfer/tables.ts';
import { fillWithSamples } from '../support/data/sample-work.ts';
import { type Damage, damages } from '../support/data/damages.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';
import { furnishFirms } from '../support/service/template.ts';
import { asProgram } from '../support/statements/sent-statements.ts';

const patience = { timeout: 120_000 };

const now = new Date('2026-03-11T20:00:00Z');

async function fill(engine: Engine): Promise<void> {
  await migrate(engine, { folder: migrationsFolder });
  await engine.transaction(async (transaction) => {
    await furnishFirms(transaction);
    await fillWithSamples(transaction, now, 60);
    const [contacts, leads] = [{ first_name: 'Zebediah' }, { name: 'Depot' }];
    const made = { contacts, leads, custom_fields: foreman, task_lists: { name: 'Close-out' } };
    for (const [plural, input] of Object.entries(made)) {
      const context = adminContext(await readDirectory(transaction, '1'), now);
      const item = { pointer: '', id: null, input, problems: [] };
      await changeWithin(transaction, context, { resource: resourceOf(plural), action: 'create', items: [item] });
    }
  });
}

const foreman = { model: 'project', name: 'Foreman', field_type: 'user', options: [], required: false };

async function findingsIn(engine: Engine): Promise<DatabaseFault[]> {
  const found: DatabaseFault[] = [];
  const accountIds = ['1', '2'];
  const tell = (finding: DatabaseFault): void => void found.push(finding);
  const checking = { accountIds, now, retentionDays: 90, tell, progress: () => undefined };
  const { count } = await asProgram(() => checkDatabase(engine, checking));
  expect(count).toBe(found.length);
  return found;
}

/** Runs statements that Postgres would refuse otherwise. */
const force = (engine: Engine, sql: string): Promise<void> =>
  engine.script(`set local session_replication_role = replica;\n${sql}`);

const behind = damages['ids that Postgres would give again'] as Damage;

describe.each(engineNames)('a check on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  let sound: DatabaseFault[];
  let found: DatabaseFault[];
  const ids = new Map<Damage, string | null>();
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open({ amcheck: true });
    await fill(engine);
    sound = await findingsIn(engine);
    for (const [title, damage] of Object.entries(damages)) {
      const [row] = damage.row === null ? [{ id: null }] : await engine.query<{ id: string | null }>(damage.row);
      if (row === undefined) throw new Error(`the firm has no row for ${title}`);
      ids.set(damage, Object.values(row)[0] ?? null);
    }
    for (const damage of Object.values(damages)) {
      await force(engine, damage.sql.replaceAll('$id', ids.get(damage) ?? ''));
    }
    found = await findingsIn(engine);
  }, 300_000);
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  test('finds nothing in a firm with three years of work', () => {
    expect(sound).toEqual([]);
  });

  test.each(Object.keys(damages))('finds %s', (title) => {
    const damage = damages[title] as Damage;
    const id = ids.get(damage) ?? null;
    const told = found.filter((finding) => finding.table === damage.table && finding.id === id);
    for (const sentence of damage.says) {
      const problem = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence);
      expect(told).toContainEqual({ account: '1', table: damage.table, id, problem });
    }
  });

  test('finds no fault in the rows that are as they were', () => {
    const damaged = new Set([...ids].map(([{ table }, id]) => `${table} ${id}`));
    expect(found.filter(({ table, id }) => !damaged.has(`${table} ${id}`))).toEqual([]);
  });

  test('takes ids of another node of a sharded server for sound', async () => {
    const ofOtherNode = 2n ** 48n + 7n;
    await force(
      engine,
      `update task_lists set id = ${ofOtherNode} where account_id = 1 and id = ${ids.get(behind) ?? ''}`,
    );
    const behindNow = (await takenNumbers(engine, '1')).filter(({ table }) => table === 'task_lists');
    expect(behindNow.map(({ id }) => id)).not.toContain(String(ofOtherNode));
  });

  test('covers every column that names a row, or says why not', async () => {
    const keys = await readForeignKeys(engine);
    const keyed = keys.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    const soft = softReferences.map(({ table, column }) => `${table}.${column}`);
    const known = new Set([...keyed, ...soft, ...Object.keys(exemptColumns)]);
    const columns = (await readAllTables(engine)).flatMap((table) =>
      table.columns.map(({ name }) => `${table.name}.${name}`),
    );
    const named = columns.filter((one) => one.endsWith('_id') && !one.endsWith('.account_id'));
    expect(named.filter((one) => !known.has(one))).toEqual([]);
    expect(Object.keys(exemptColumns).filter((one) => !named.includes(one))).toEqual([]);
  });

  test(
    'finds an account without a version of its lists, and without an admin and an open stage',
    patience,
    async () => {
      await force(
        engine,
        `update accounts set directory_version = 0 where id = 2; update users set role = 'viewer' where account_id = 2;
       update project_stages set deleted_at = now() where account_id = 2 and category = 'open'`,
      );
      const ofAccount = (await findingsIn(engine)).filter(({ table }) => table === 'accounts');
      expect(ofAccount).toEqual(
        [
          'Its directory has no version: processes would keep old lists.',
          'It has no admin.',
          'It has no open stage, which every new project needs.',
        ].map((problem) => ({ account: '2', table: 'accounts', id: '2', problem })),
      );
    },
  );

  test('finds constraints and indexes that Postgres does not vouch for, and damaged pages', patience, async () => {
    await engine.script(
      `alter table tasks drop constraint tasks_account_id_project_id_fkey;
       alter table tasks add constraint lax foreign key (account_id, project_id) references projects not valid;
       alter table calls disable trigger all;
       update pg_index set indisvalid = false where indexrelid = 'leads_by_name'::regclass;
       create extension if not exists amcheck;
       create function shifting(value text) returns text immutable language sql as $$ select value $$;
       create index companies_shifting on companies (shifting(name));
       create or replace function shifting(value text) returns text immutable language sql as $$ select value || 'x' $$`,
    );
    const ofSchema = (await findingsIn(engine)).filter(({ account }) => account === null);
    expect(ofSchema).toEqual(
      expect.arrayContaining([
        finding('tasks', 'lax', 'The constraint is not validated: Postgres does not vouch for older rows.'),
        finding('leads', 'leads_by_name', 'The index is not valid: build it again with "reindex index".'),
        finding(
          'calls',
          'calls_account_id_project_id_fkey',
          'The constraint is not enforced: its trigger is disabled.',
        ),
        finding(
          'companies',
          'companies_shifting',
          expect.stringMatching(/^Its pages are damaged: .*companies_shifting.*\. Restore a backup\.$/),
        ),
      ]),
    );
  });
});

const finding = (table: string, id: string, problem: unknown) => ({ account: null, table, id, problem });
