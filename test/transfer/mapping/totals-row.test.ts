import { expect, test } from 'vitest';
import type { MappedColumn } from '../../../src/resources/transfer/mapping.ts';
import { rowOf } from './support.ts';

const columns: readonly MappedColumn[] = [
  { from: ['Job'], to: 'project_number' },
  { from: ['Name'], to: 'name' },
  { from: ['Client'], to: 'company' },
  { from: ['Amount'], to: 'amount', transform: [{ number: {} }] },
  { from: ['SF'], to: 'square_feet', transform: [{ number: {} }] },
];

const empty = { Job: '', Name: '', Client: '', Amount: '', SF: '', Notes: '' };

const codesOf = (cells: Readonly<Record<string, unknown>>) =>
  rowOf({ upsert_by: ['project_number'], columns }, { ...empty, ...cells }).problems.map(
    ({ to, column, code }) => `${to} ${column} ${code}`,
  );

test.each(['TOTAL', 'Totals', 'total:', 'Grand Total', 'SUBTOTAL', 'Sub-total :'])(
  'a row that is called %j and has nothing but numbers is refused as totals',
  (name) => {
    expect(codesOf({ Name: name, Amount: '$32,000,000' })).toEqual(['name Name not_allowed']);
    expect(codesOf({ Name: name, Amount: 32_000_000, SF: '412,000', Notes: '25' })).toEqual(['name Name not_allowed']);
    expect(codesOf({ Name: name, Notes: '$1.2M' })).toEqual(['name Name not_allowed']);
  },
);

test.each<Record<string, unknown>>([
  { Name: 'Total', Job: '26-124', Amount: '100k' },
  { Name: 'Total', Client: 'Total Energies', Amount: '100k' },
  { Name: 'Total', Amount: '100k', Notes: 'Ask Ann' },
  { Name: 'Total' },
  { Name: 'Total Wine', Amount: '100k' },
  { Name: 'Totals Lab', Amount: '100k' },
])('the row %j is a job, not totals', (cells) => {
  expect(codesOf(cells)).toEqual([]);
});

test('a company may be called Total', () => {
  const company: readonly MappedColumn[] = [
    { from: ['Name'], to: 'name' },
    { from: ['Amount'], to: 'phone' },
  ];
  expect(rowOf({ columns: company }, { Name: 'Total', Amount: '5' }, { family: 'companies' }).problems).toEqual([]);
});
