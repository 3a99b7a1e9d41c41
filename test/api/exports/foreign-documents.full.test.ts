import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccountTables } from '../../../src/store/transfer/tables.ts';
import { archivedColumns, archivedTables } from '../../../src/transfer/accounts/contents.ts';
import { csv, done, imported, plain, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import { type ArchiveFiles, archiveFiles, archiveOf, rowsOf, withRows } from '../../support/data/spoilt-archives.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import { downloadArchive, restoreArchive } from '../../support/requests/account-archive.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';
import { tokens } from '../../support/service/template.ts';

let service: TestService;
let files: ArchiveFiles;
beforeAll(async () => {
  service = await startDelivering();
  await furnish();
  files = archiveFiles(await downloadArchive(service, tokens.first));
});
afterAll(() => service.stop());

/** Fills each JSON column of an archive at least once. */
async function furnish(): Promise<void> {
  const { first } = service;
  for (const name of ['Twin', 'Twin']) await make(first, 'companies', { name });
  const company = await make(first, 'companies', { name: 'Granite Health' });
  await make(first, 'contacts', { first_name: 'Ida', company_id: company.id });
  await make(first, 'projects', { name: 'Ward', company_id: company.id });
  await make(first, 'leads', { name: 'Annex' });
  await first.patch('/preferences', { preferences: { theme: 'dark' } });
  await make(first, 'saved_views', { name: 'Mine', resource: 'projects', display: { columns: ['name'] } });
  const mapping = { upsert_by: ['name'], columns: plain('name', 'phone') };
  await make(first, 'import_mappings', { name: 'Companies', as: 'companies', mapping });
  const text = csv(['name', 'phone'], ['Twin', '1'], ['Granite Health', '2'], ['New', '3'], ['Long', '4', '5']);
  const one = await upload(first, 'companies', text);
  await first.patch(`/imports/${one.id}`, { import: { mapping } });
  for (const action of ['check', 'run', 'undo'] as const) await done(first, one.id, action);
  await imported(first, 'companies', csv(['name'], ['Other']));
}

/** Restores the archive with other values in one row of a table. @returns the places of the problems. */
async function problemsWith(table: string, at: number, values: Json): Promise<string[]> {
  const rows = rowsOf(files, `${table}.ndjson`).map((row, index) => (index === at ? { ...row, ...values } : row));
  const archive = archiveOf(withRows(files, `${table}.ndjson`, rows));
  const { errors = [] } = await restoreArchive(service, tokens.second, archive);
  return errors.map(({ pointer }: Json) => pointer);
}

/** The JSON columns of the tables of an archive, by the catalogue of the database. */
const documents = async (): Promise<{ table: string; column: string }[]> =>
  archivedTables(await readAccountTables(service.engine)).flatMap((table) =>
    archivedColumns(table)
      .filter(({ type }) => type.startsWith('json'))
      .map(({ name }) => ({ table: table.name, column: name })),
  );

/** The value with a first part that is too large: a text, a number, or the entries of an empty list or object. */
function inflated(value: unknown): unknown {
  if (typeof value === 'string') return 'x'.repeat(9 * 2 ** 20);
  if (typeof value === 'number') return 1e300;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? Array(150_000).fill('1') : value.map(ofFirst(value));
  const entries = Object.entries(value);
  if (entries.length === 0) return { x: inflated('') };
  const change = ofFirst(entries.map(([, one]) => one));
  return Object.fromEntries(entries.map(([key, one], index) => [key, change(one, index)]));
}

/** Inflates the first value that is not null. */
const ofFirst = (values: readonly unknown[]) => {
  const first = values.findIndex((value) => value !== null && typeof value !== 'boolean');
  return (value: unknown, index: number): unknown => (index === first ? inflated(value) : value);
};

const change = (to: string): Json => ({ from: null, to });

describe('an archive from elsewhere', () => {
  it('is refused with a JSON column of another form, and with one that is too large', {
    timeout: 120_000,
  }, async () => {
    const columns = await documents();
    expect(columns.length).toBeGreaterThanOrEqual(20);
    for (const { table, column } of columns) {
      const rows = rowsOf(files, `${table}.ndjson`);
      const at = rows.findIndex((row) => row[column] !== null);
      const value = rows[at]?.[column];
      expect(value, `the archive has ${table}.${column}`).toBeTypeOf('object');
      for (const wrong of ['x', 7, Array.isArray(value) ? {} : [1], inflated(value)]) {
        const pointer = `/${table}.ndjson/${at + 1}/${column}`;
        const found = await problemsWith(table, at, { [column]: wrong });
        expect(found[0]?.slice(0, pointer.length), JSON.stringify(wrong).slice(0, 100)).toBe(pointer);
      }
    }
  });

  it.each<[what: string, table: string, values: Json, pointer: string]>([
    ['an import under way', 'import_states', { status: 'running' }, 'status'],
    [
      'a column of a file without a name',
      'import_states',
      { columns: [{ samples: [], type: 'text' }] },
      'columns/0/name',
    ],
    [
      'too many samples',
      'import_states',
      { columns: [{ name: 'a', samples: ['1', '2', '3', '4'], type: 'text' }] },
      'columns/0/samples',
    ],
    ['a pass without room for others', 'import_states', { pass: 2_147_483_647 }, 'pass'],
    ['fewer characters than the cells have', 'import_rows', { characters: 1 }, 'characters'],
    ['a result that does not exist', 'import_rows', { result: 'x' }, 'result'],
    [
      'a change of a field that does not exist',
      'changes',
      { resource: 'companies', fields: { x: change('1') } },
      'fields/x',
    ],
    [
      'a change of a field of another resource',
      'changes',
      { resource: 'account', fields: { phone: change('1') } },
      'fields/phone',
    ],
  ])('is refused with %s', async (_, table, values, pointer) => {
    expect(await problemsWith(table, 0, values)).toContain(`/${table}.ndjson/1/${pointer}`);
  });

  it('is restored if it has the forms of the service, with its imports', async () => {
    expect(await restoreArchive(service, tokens.second, archiveOf(files))).toMatchObject({
      ...{ status: 200, restored: { rows: { import_states: 2, import_rows: 5 } } },
    });
  });
});
