import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { resourceOf } from '../../src/resources/index.ts';
import type { Row } from '../../src/resources/resource.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { searchValues, termsOf } from '../../src/store/rows/search-words.ts';
import { refoldStep } from '../../src/records/operations/refold.ts';
import type { Job } from '../../src/store/jobs/jobs.ts';
import { migrationsBefore } from '../support/programs/earlier-migrations.ts';
import { engineNames, scratchEngine } from '../support/programs/scratch-engines.ts';

const identity = {
  ...{ id: '1', version: 1, deleted_at: null },
  ...{ created_at: '2026-03-31T23:30:00Z', updated_at: '2026-03-31T23:30:00Z' },
};

const company = {
  ...identity,
  name: 'Éclair  & Łöhne GmbH',
  external_id: 'Crm-77/B',
  description: "Façade, roofing; 3M (steel-frame). Roofing! O’Brien's back\\slash „Turm“ हिन्दी ΦΩΣ",
  address_city: 'São Paulo',
  address_zip: '04001-001',
  // Longer than a word is looked for.
  address_street_address: `${'0123456789'.repeat(24)} row`,
} satisfies Row;

const contact = {
  ...identity,
  name: 'Ada O’Brien',
  email: 'ada@Mail.example',
  external_id: '"(q)"',
  company_id: '1',
} satisfies Row;

const task = { ...identity, title: 'Call, again?', notes: `${'a-'.repeat(900)} done`, project_id: null } satisfies Row;

const rows = { companies: company, contacts: contact, tasks: task };

/** Stores a record in the columns of its own values alone. */
async function insert(engine: Engine, plural: string, record: Row): Promise<void> {
  const { id: _, version: __, deleted_at: ___, ...values } = record;
  const names = Object.keys(values);
  await engine.query(
    `insert into ${plural} (account_id, ${names.join(', ')}) values (1, ${names.map((_name, at) => `$${at + 1}`).join(', ')})`,
    Object.values(values) as string[],
  );
}

/** Carries out the jobs that the migrations stored. */
async function finishJobs(engine: Engine): Promise<void> {
  const jobs = await engine.query<Job & object>(
    `select account_id as "accountId", id, kind, progress from jobs where kind <> 'past' order by id`,
  );
  expect(new Set(jobs.map(({ kind }) => kind))).toEqual(new Set(['refold']));
  for (const { accountId, id, kind } of jobs) {
    let progress: Job['progress'] = null;
    while (progress !== undefined) {
      const job: Job = { accountId, id, kind, progress, subjectId: null, input: {}, failures: 0 };
      const result = await engine.transaction((transaction) => refoldStep(transaction, job, new Date()));
      progress = result.state === 'under way' ? result.progress : undefined;
    }
  }
}

describe.each(engineNames)('a database from before the search on the %s engine', (name) => {
  test('is searched in the records that it has', async () => {
    const scratch = await scratchEngine(name);
    const engine = await scratch.open();
    const folder = await migrationsBefore('-search.sql');
    await migrate(engine, { folder });
    await engine.query(
      `insert into accounts (name, time_zone, created_at, updated_at) values ('Granite', 'UTC', now(), now())`,
    );
    for (const [plural, row] of Object.entries(rows)) await insert(engine, plural, row);
    await migrate(engine, { folder: migrationsFolder });
    await finishJobs(engine);
    expect(await engine.query('select name_folded from companies')).toEqual([{ name_folded: 'eclair  & lohne gmbh' }]);
    for (const [plural, row] of Object.entries(rows)) {
      const resource = resourceOf(plural);
      const values = searchValues(resource, row, '1');
      const [stored] = await engine.query<{ search: string; written: string }>(
        `select search::text as search, $1::tsvector::text as written from ${plural}`,
        [values['search'] as string],
      );
      expect(stored?.search, plural).toBe(stored?.written);
      const terms = await engine.query<{ term: string }>('select term from search_terms where resource = $1', [plural]);
      expect(terms.map(({ term }) => term).sort(), plural).toEqual(expect.arrayContaining(termsOf(values).toSorted()));
    }
    expect(termsOf(searchValues(resourceOf('contacts'), contact, '1')).toSorted()).toEqual([
      'ada',
      'brien',
      'example',
      'mail',
      'mailexample',
      'o',
      'obrien',
      'q',
    ]);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
    await rm(folder, { recursive: true });
  });
});
