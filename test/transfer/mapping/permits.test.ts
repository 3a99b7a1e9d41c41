import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sanAntonioPermits } from '../../../src/resources/transfer/ready/san-antonio-permits.ts';
import { compileMapping } from '../../../src/transfer/mapping/compile-mapping.ts';
import { judgeMapping } from '../../../src/transfer/mapping/judge-mapping.ts';
import { matchingReadyMapping } from '../../../src/transfer/mapping/ready-mapping.ts';

const header = [
  ...['PERMIT TYPE', 'PERMIT #', 'PROJECT NAME', 'WORK TYPE', 'ADDRESS', 'LOCATION', 'DATE SUBMITTED', 'DATE ISSUED'],
  ...['DECLARED VALUATION', 'AREA (SF)', 'PRIMARY CONTACT'],
];

const scope = { family: 'projects', columns: header.map((name) => ({ name })), customFields: [] } as const;

const apply = compileMapping(sanAntonioPermits.mapping, { ...scope, timeZone: 'America/Chicago' });

const row = (values: Readonly<Record<string, string>>) => apply(header.map((name) => values[name] ?? ''));

test('a permit becomes a project of the firm of its contact', () => {
  const mapped = row({
    'PERMIT TYPE': 'Comm New Building Permit',
    'PERMIT #': 'COM-BLG-PMT23-1',
    'PROJECT NAME': 'Clinic on Main',
    'WORK TYPE': 'New',
    ADDRESS: '100 W MAIN ST, City of San Antonio ETJ, TX 78250',
    'DATE ISSUED': '2023-01-02',
    'DECLARED VALUATION': '2200000',
    'AREA (SF)': '12634',
    'PRIMARY CONTACT': 'JANE DOE, ACME BUILDERS, LLC',
  });
  expect(mapped).toEqual({
    fields: {
      external_id: 'COM-BLG-PMT23-1',
      name: 'Clinic on Main',
      description: 'Comm New Building Permit',
      work_scope: 'new_construction',
      address: { street_address: '100 W MAIN ST', city: 'San Antonio', state: 'TX', zip: '78250' },
      start_date: '2023-01-02',
      amount: 2_200_000,
      square_feet: 12_634,
    },
    id: null,
    references: { company: { value: 'ACME BUILDERS, LLC', parts: {} } },
    key: '["com-blg-pmt23-1"]',
    keys: ['com-blg-pmt23-1'],
    problems: [],
    lost: [],
  });
});

test('a permit without a project name is named by its work type and address', () => {
  const address = '7 OAK LN, City of San Antonio, TX 78201';
  expect(row({ 'WORK TYPE': 'Existing', ADDRESS: address }).fields['name']).toBe(`Existing, ${address}`);
  expect(row({ ADDRESS: address }).fields['name']).toBe(address);
});

test('the ready mapping fits the columns of the file and has no mistakes', () => {
  expect(matchingReadyMapping(scope.columns, 'projects')?.key).toBe('san_antonio_permits');
  expect(judgeMapping(sanAntonioPermits.mapping, { ...scope, pointer: '/import/mapping' }).problems).toEqual([]);
});

const file = process.env['PERMITS_FILE'] ?? '../shared/data/san-antonio-permits-2023-02-27.csv';

if (existsSync(file)) {
  test('every row of the published file can be mapped, and each contact gives a firm', () => {
    const [names = [], ...rows] = records(readFileSync(file, 'latin1'));
    const columns = names.map((name) => ({ name }));
    const applied = compileMapping(sanAntonioPermits.mapping, { ...scope, columns, timeZone: 'America/Chicago' });
    const contact = names.indexOf('PRIMARY CONTACT');
    for (const cells of rows) {
      const mapped = applied(cells);
      expect(mapped.problems).toEqual([]);
      expect('company' in mapped.references).toBe((cells[contact] ?? '').trim() !== '');
    }
    expect(rows).toHaveLength(12_634);
  });
}

/** The records of a CSV file, for this test alone. */
function records(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') lines.push([]);
  }
  return lines.filter((cells) => cells.length > 1);
}
