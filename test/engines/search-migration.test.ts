import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resourceOf } from '../../src/resources/index.ts';
import type { Row } from '../../src/resources/resource.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { searchValues, type Term, termsOf } from '../../src/store/rows/search-text.ts';
import { engineNames, scratchEngine } from '../support/programs/scratch-engines.ts';

const identity = {
  id: '1',
  version: 1,
  created_at: '2026-03-31T23:30:00Z',
  updated_at: '2026-03-31T23:30:00Z',
  deleted_at: null,
};

const company = {
  ...identity,
  name: 'Éclair  & Söhne GmbH',
  external_id: 'Crm-77/B',
  description: 'Façade, roofing; 3M. Roofing!',
  address_city: 'São Paulo',
  address_zip: '04001-001',
  // Longer than an index takes: it is found by its parts.
  address_street_address: `${'0123456789'.repeat(60)} row`,
} satisfies Row;

/** The migrations before the one that brings the search. */
async function earlierMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-earlier-'));
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  const search = names.findIndex((name) => name.endsWith('-search.sql'));
  for (const name of names.slice(0, search)) await cp(join(migrationsFolder, name), join(folder, name));
  return folder;
}

describe.each(engineNames)('a database from before the search on the %s engine', (name) => {
  test('is searched in the records that it has', async () => {
    const scratch = await scratchEngine(name);
    const engine = await scratch.open();
    const folder = await earlierMigrations();
    await migrate(engine, { folder });
    await engine.query(
      `insert into accounts (name, time_zone, created_at, updated_at) values ('Granite', 'UTC', now(), now())`,
    );
    await engine.query(
      `insert into companies (account_id, created_at, updated_at, name, external_id, description, address_city, address_zip,
        address_street_address) values (1, '2026-03-31T23:30:00Z', now(), $1, $2, $3, $4, $5, $6)`,
      [
        ...[company.name, company.external_id, company.description, company.address_city, company.address_zip],
        company.address_street_address,
      ],
    );
    await migrate(engine, { folder: migrationsFolder });
    const [row] = await engine.query<{ search_text: string; search_keys: string[] }>(
      'select search_text, search_keys from companies',
    );
    const { search_text: text, search_keys: keys } = searchValues(resourceOf('companies'), company);
    expect(row?.search_text).toBe(text);
    expect(row?.search_keys.toSorted()).toEqual((keys as string[]).toSorted());
    const terms = await engine.query<Term>('select term, is_word from search_terms order by term');
    expect(terms).toEqual(termsOf(text).toSorted((one, other) => (one.term < other.term ? -1 : 1)));
    expect(terms.filter(({ is_word: isWord }) => isWord).map(({ term }) => term)).toEqual([
      ...['eclair', 'gmbh', 'paulo', 'sohne'],
    ]);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
    await rm(folder, { recursive: true });
  });
});
