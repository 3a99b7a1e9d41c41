import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressParts, type Field } from '../../../src/resources/fields.ts';
import { recordKeys, requestName, type Resource } from '../../../src/resources/resource.ts';
import { fullBody, make, postNew } from '../../support/data/make.ts';
import { shapes, table } from '../../support/data/registry.ts';
import { readCsv, readXlsx, type Row } from '../../support/data/tables.ts';
import { defineFields, makeVaried } from '../../support/data/varied.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const workbook = async (path: string): Promise<Buffer> => {
  const answer = await fetch(first.address(path), { headers: { authorization: `Bearer ${service.tokens.first}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

const listed = async (plural: string, query = ''): Promise<Json[]> =>
  (await first.get(`/${plural}?per_page=500${query}`)).body[plural];

const linesOf = (text: string): Json[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): Json => JSON.parse(line));

const marked = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const labelOf = (record: Json): string =>
  record.name ?? record.title ?? record.email ?? record.recorded_at ?? record.id;

const listCell = (items: readonly string[]): string | null =>
  items.length === 0
    ? null
    : marked(
        items.some((item) => item.includes(';') || item.startsWith('[')) ? JSON.stringify(items) : items.join('; '),
      );

type Cells = Readonly<Record<string, Row[string]>>;

/** Returns the cells that a table must have for each kind of field. Other kinds have one cell with the value. */
const cellsOfKind: Readonly<Record<string, (key: string, value: Json, field: Field) => Cells>> = {
  reference: (key, value) => ({
    [`${key}_id`]: value?.id ?? null,
    [key]: value === null ? null : marked(labelOf(value)),
  }),
  references: (key, value, field) => ({
    [requestName(key, field)]: listCell(value.map(({ id }: Json) => id)),
    [key]: listCell(value.map(labelOf)),
  }),
  parts: (key, value, field) => ({
    [key]: listCell(value.map((part: Json) => field.kind === 'parts' && part[field.key])),
  }),
  address: (key, value) => Object.fromEntries(addressParts.map((part) => [`${key}.${part}`, plainCell(value?.[part])])),
  custom_fields: (key, value) =>
    Object.fromEntries(Object.entries(value as object).map(([name, own]) => [`${key}.${name}`, plainCell(own)])),
};

/** Returns the cells that a table must have for a record. */
const cellsOf = ({ fields }: Resource, record: Json): Row =>
  Object.assign(
    {},
    ...Object.entries<Json>(record).map(([key, value]): Cells => {
      const field = fields[key];
      return (field && cellsOfKind[field.kind]?.(key, value, field)) ?? { [key]: plainCell(value) };
    }),
  ) as Row;

function plainCell(value: Json): Row[string] {
  if (Array.isArray(value)) return listCell(value);
  if (typeof value === 'string') return marked(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}

const asTexts = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell === null ? null : String(cell)]));

describe.each(shapes)('%s', (plural, resource) => {
  it('leave as CSV, NDJSON and XLSX with the values of their list', async () => {
    await postNew(first, resource, { [resource.singular]: await fullBody(first, resource) });
    await make(first, plural);
    const hasId = 'external_id' in resource.fields && !recordKeys(resource).includes('external_id');
    const records = await listed(plural, hasId ? '&include=external_id' : '');
    const expected = records.map((record) => cellsOf(resource, record));
    expect(expected.length).toBeGreaterThan(1);
    const csv = await first.get(`/${plural}.csv`);
    expect(readCsv(csv.text)).toEqual(expected.map(asTexts));
    expect(readXlsx(await workbook(`/${plural}.xlsx`))).toEqual(expected);
    expect(linesOf((await first.get(`/${plural}.ndjson`)).text)).toEqual(await listed(plural));
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${plural}-2026-03-02.csv"`);
  });

  it('answer HEAD for a file as GET, without the file', async () => {
    const [head, got] = [await first.send('HEAD', `/${plural}.csv`), await first.get(`/${plural}.csv`)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-disposition'])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    expect(head.headers.get('content-length')).toBeNull();
  });
});

describe('a file of projects', () => {
  it('has odd texts, custom fields of every type and empty values as the list does', async () => {
    await defineFields(first);
    await makeVaried(first, 30, () => service.clock.advance(1000));
    const projects = table.flatMap(([plural, resource]) => (plural === 'projects' ? [resource] : []))[0];
    const expected = (await listed('projects')).map((record) => projects && cellsOf(projects, record)) as Row[];
    expect(Object.keys(expected[0] ?? {})).toContain('custom_fields.my_multi_select');
    expect(readCsv((await first.get('/projects.csv')).text)).toEqual(expected.map(asTexts));
    expect(readXlsx(await workbook('/projects.xlsx'))).toEqual(expected);
  });

  it.each([
    ...['=1+1', '+1 312', '-1', '@sum', '\ttab', '\rreturn', "'=1", "'-x", "'@", "'", "''=1", "'plain", '==', '-'],
    ...['a "quoted" word', 'two\nlines', 'two\r\nlines', 'a,b', ';', ' blanks ', '_x0041_', '_x000D_', '<b>&amp;</b>'],
    ...['\u0001\u001f', '\u007f', '\ufffe', '🏗', '["a"]', 'NaN', '1e5', '007', 'true', 'with a \ufeff mark'],
  ])('gives back the name %j after a reader has taken one mark away', async (name) => {
    const { id } = await make(first, 'projects', { name });
    const read = [
      readCsv((await first.get(`/projects.csv?id=${id}`)).text),
      readXlsx(await workbook(`/projects.xlsx?id=${id}`)),
    ];
    for (const [row] of read) {
      const shown = String(row?.['name']);
      expect(shown).not.toMatch(/^[=+\-@\t\r]/);
      expect(/^'+[=+\-@\t\r]/.test(shown) ? shown.slice(1) : shown).toBe(name);
    }
  });

  it('has quotes around a text with a delimiter of other programs', async () => {
    for (const name of ['x;=1+1', 'x|y', 'x\ty']) {
      const { id } = await make(first, 'projects', { name });
      expect((await first.get(`/projects.csv?id=${id}&fields=name`)).text).toBe(`\ufeffname\r\n"${name}"\r\n`);
    }
  });

  it('says in a workbook where a text is too long for a cell; the CSV has all of it', async () => {
    const description = 'a'.repeat(40_000);
    const { id } = await make(first, 'projects', { description });
    const [row] = readXlsx(await workbook(`/projects.xlsx?id=${id}`));
    expect(String(row?.['description'])).toMatch(/^a{32000,} … \[cut: .*\]$/);
    expect(String(row?.['description'])).toHaveLength(32_767);
    expect(readCsv((await first.get(`/projects.csv?id=${id}`)).text)[0]?.['description']).toBe(description);
  });

  it('has a day before March 1900 as text in a workbook', async () => {
    const { id } = await make(first, 'projects', { start_date: '1899-12-31', end_date: '1900-03-01' });
    const rows = readXlsx(await workbook(`/projects.xlsx?id=${id}`));
    expect(rows).toMatchObject([{ start_date: '1899-12-31', end_date: '1900-03-01' }]);
  });
});

describe('a list in one cell', () => {
  it.each([
    [['a', 'b'], 'a; b'],
    [['a;b', 'c'], '["a;b","c"]'],
    [['[a', 'c'], '["[a","c"]'],
    [['=a', 'c'], "'=a; c"],
  ])('of %j is %s', async (options, cell) => {
    const field = { field_type: 'select', options };
    const { id } = await make(first, 'custom_fields', field);
    expect(readCsv((await first.get(`/custom_fields.csv?id=${id}`)).text)).toMatchObject([{ options: cell }]);
  });
});
