import { expect, test } from 'vitest';
import type { ImportedFamily } from '../../../src/resources/transfer/imports.ts';
import type { MappedColumn } from '../../../src/resources/transfer/mapping.ts';
import { rowSkips } from '../../../src/transfer/imports/rows/row-skips.ts';
import { noRecordJudge, type RowSurroundings } from '../../../src/transfer/mapping/no-record.ts';

const columns: readonly MappedColumn[] = [
  { from: ['Job No.'], to: 'project_number' },
  { from: ['Job Name'], to: 'name' },
  { from: ['Client'], to: 'company' },
  { from: ['Amount'], to: 'amount', transform: [{ number: {} }] },
  { from: ['SF'], to: 'square_feet', transform: [{ number: {} }] },
  { from: ['Stage'], to: 'project_stage' },
  { from: ['Street'], to: 'address.street_address' },
];

const empty = { Stage: '', 'Job No.': '', 'Job Name': '', Client: '', Amount: '', SF: '', Notes: '' };

type Cells = Readonly<Record<string, unknown>>;

interface Given extends RowSurroundings {
  readonly isWide?: boolean;
  readonly family?: ImportedFamily;
  readonly constants?: Readonly<Record<string, unknown>>;
}

/** The code of the reason for which a row is no record; null if it is one. */
function skipOf(
  given: Cells,
  { isWide = true, family = 'projects', constants = {}, ...surroundings }: Given = {},
): string | null {
  const cells = { ...empty, ...given };
  const scope = { family, columns: Object.keys(cells).map((name) => ({ name })), customFields: [] };
  const mapping = { upsert_by: [], columns, constants, references: {}, custom_fields: {} };
  return noRecordJudge(mapping, scope, isWide)(Object.values(cells), surroundings)?.code ?? null;
}

test.each([
  ...['TOTAL', 'Totals', 'total:', 'Grand Total', 'SUBTOTAL', 'Sub-total :', 'Sub Total', '2026 subtotal'],
  ...['Sub-Total Awarded', 'Total 2027', 'Total Awarded', 'Totals for March', 'FY26 Total', 'Q3 Totals', 'North Total'],
  ...['Grand Total (USD)', 'Total (12 jobs)', 'Subtotal North', 'Total bids:', 'Average', 'Sum'],
  ...['Win rate', 'Gesamt', 'Summe:', 'Zwischensumme', 'Total général', 'Gesamt 2026'],
])('a row that is called %j and has nothing but figures is a row of totals', (name) => {
  expect(skipOf({ 'Job Name': name, Amount: '$32,000,000' })).toBe('totals');
  expect(skipOf({ 'Job Name': name, Amount: 32_000_000, SF: '412,000', Notes: '25' })).toBe('totals');
  expect(skipOf({ 'Job Name': name, Notes: '$1.2M' })).toBe('totals');
  expect(skipOf({ Client: name, Amount: '(400,000.00)', SF: ' - ' })).toBe('totals');
});

test.each<Cells>([
  { 'Job Name': 'Total', 'Job No.': '26-124', Amount: '100k' },
  { 'Job Name': 'Total', 'Job No.': '124', Amount: '100k' },
  { 'Job Name': 'Suma', 'Job No.': '124', Amount: '100k' },
  { 'Job Name': 'Total', Client: 'Total Energies', Amount: '100k' },
  { 'Job Name': 'Total', Amount: '100k', Notes: 'Ask Ann' },
  { 'Job Name': 'Total', Amount: '100k', Notes: '4/14/2026' },
  { 'Job Name': 'Total' },
  { 'Job Name': 'Total Wine', Amount: '100k' },
  { 'Job Name': 'Total Wine Store', Amount: '100k' },
  { 'Job Name': 'Grand Total Renovation', Client: 'Acme', Amount: '1' },
  { 'Job Name': 'Totals Lab', Amount: '100k' },
  { 'Job Name': 'Copyright Office', Amount: '100k' },
  { 'Job Name': 'Confidential', Amount: '5M' },
  { 'Job Name': 'Confidential Client', Client: 'Acme' },
  { 'Job Name': 'Source One Warehouse' },
  { 'Job Name': 'Run at Mill Creek', Amount: '100k' },
  { 'Job Name': 'Page Museum' },
  { 'Job Name': 'Phase 2 Tower' },
  { 'Job Name': 'Client', Client: 'Acme', 'Job No.': '1' },
  { 'Job Name': 'Library roof' },
  { 'Job Name': 'Client', Client: 'Client', 'Job No.': '1' },
  { 'Job Name': 'Job Name', Client: 'Acme', Amount: 'Won', Notes: 'Ann' },
])('the row %j is a record', (cells) => {
  expect(skipOf(cells)).toBeNull();
});

test('a total with a figure where a number is no value is a row of totals', () => {
  for (const family of ['companies', 'projects'] as const) {
    expect(skipOf({ Client: 'Total', Street: '9' }, { family })).toBe('totals');
    expect(skipOf({ Client: 'Total', Street: '9 Oak St' }, { family })).toBeNull();
  }
});

test('a company whose name also means a total is a record', () => {
  expect(skipOf({ Client: 'Suma', Notes: '5125550100' }, { family: 'companies' })).toBeNull();
});

test.each<[string, Cells]>([
  ['repeated_heading', { 'Job No.': 'JOB NO', 'Job Name': 'Job name', Client: 'Client', Amount: 'Amount', SF: 'sf' }],
  ['repeated_heading', { 'Job No.': 'Job No.', 'Job Name': 'Job Name', Client: 'Client', Amount: 'Est. Amount' }],
  ['repeated_heading', { 'Job No.': 'Job No.', 'Job Name': 'Job Name', Amount: 'Winner', SF: 'Reason' }],
  ['repeated_heading', { 'Job No.': 'Name', 'Job Name': 'Phone', Client: 'E-mail' }],
  ['line', { 'Job No.': '-----', 'Job Name': '=======', Amount: '______' }],
  ['heading', { 'Job Name': '2026 Completion' }],
  ['heading', { 'Job No.': 'ACTIVE BIDS' }],
  ['heading', { 'Job Name': 'March 2026' }],
  ['heading', { 'Job Name': 'North region:' }],
  ['heading', { 'Job Name': '--- Lost to others ---' }],
  ['heading', { 'Job Name': 'Stage: Negotiating (3 records)' }],
  ['footer', { 'Job No.': 'Confidential Information - Do Not Distribute' }],
  ['footer', { 'Job No.': 'Copyright (c) 2000-2026 example.com, inc. All rights reserved.' }],
  ['footer', { 'Job No.': 'Generated By:  Jo Fox  11/25/2026 9:14 AM' }],
  ['footer', { 'Job No.': 'Printed on', 'Job Name': '11/25/2026' }],
  ['footer', { 'Job No.': 'Page 1 of 3' }],
  ['footer', { 'Job No.': 'Total records: 25' }],
  ['footer', { 'Job No.': '25 records found' }],
  ['footer', { 'Job No.': '*** End of Report ***' }],
])('as %s, a row is no record: %j', (code, cells) => {
  expect(skipOf(cells)).toBe(code);
});

test('a row beside a table of jobs is no record if none of its columns fills a field', () => {
  expect(skipOf({ Notes: 'Win rate', Other: '34% of all' })).toBe('footer');
  expect(skipOf({ Notes: 'Blue means awarded' })).toBe('footer');
  expect(skipOf({ Notes: 'Call Ann', 'Job No.': '26-017' })).toBeNull();
  expect(skipOf({ Notes: 'Call Ann' }, { family: 'companies' })).toBeNull();
  expect(skipOf({ Notes: 'Call Ann' }, { isWide: false })).toBeNull();
  expect(skipOf({ Notes: 'Call Ann' }, { constants: { name: 'Call' } })).toBeNull();
});

test.each<Cells>([
  { 'Job Name': 'Open bids', Client: '12' },
  { 'Job No.': 'Won', 'Job Name': '8' },
  { 'Job Name': 'Awarded 2026', Amount: '$4,100,000' },
  { 'Job Name': 'Pipeline value', Amount: '$4,100,000' },
])('a label of a group and its figure is a row of totals: %j', (cells) => {
  expect(skipOf(cells)).toBe('totals');
});

test.each<Cells>([
  { 'Job No.': '124', 'Job Name': 'Pending' },
  { 'Job Name': 'Awarded', Client: 'Acme' },
  { 'Job Name': 'Clinic', Amount: '5' },
  { 'Job Name': 'Project A', Amount: '100' },
  { 'Job Name': 'Pipeline 7', Amount: '$4,000,000' },
  { 'Job Name': 'New Project', Amount: '250,000' },
  { 'Job Name': 'Pending bid', Amount: '250,000' },
  { 'Job Name': 'Other work', Amount: '250,000' },
  { Stage: 'Pending', 'Job Name': '1401' },
])('a job with a short name is a record: %j', (cells) => {
  expect(skipOf(cells)).toBeNull();
});

test('a single cell apart from a wide table is a heading or a footer', () => {
  expect(skipOf({ 'Job No.': 'Example Builders' }, { isApart: true })).toBe('heading');
  expect(skipOf({ 'Job No.': 'Example Builders' })).toBeNull();
  expect(skipOf({ 'Job No.': 'Example Builders' }, { isApart: true, isWide: false })).toBeNull();
  expect(skipOf({ 'Job No.': 'Example Builders', Client: 'Acme' }, { isApart: true })).toBeNull();
  expect(skipOf({ 'Job No.': 'Call Ann' }, { isApart: true, family: 'tasks' })).toBeNull();
  expect(skipOf({ 'Job No.': 'Bid submission' }, { family: 'tasks' })).toBeNull();
});

test('a company may be called Total, but not Grand Total', () => {
  expect(skipOf({ 'Job Name': 'Total', Amount: '5' }, { family: 'companies' })).toBeNull();
  expect(skipOf({ 'Job Name': 'Grand Total', Amount: '5' }, { family: 'companies' })).toBe('totals');
});

test('a company called Total has more than figures in columns that hold no text', () => {
  const companies = { family: 'companies' } as const;
  expect(skipOf({ 'Job Name': 'Total', Notes: '5' }, companies)).toBe('totals');
  expect(skipOf({ 'Job Name': 'Total', Notes: '5' }, { ...companies, isWide: false })).toBeNull();
  expect(skipOf({ 'Job Name': 'Total', Notes: '2105550100' }, companies)).toBeNull();
  expect(skipOf({ 'Job Name': 'Total', Street: '9 Oak St', Notes: '5' }, companies)).toBeNull();
});

test.each(['Total: 2', 'TOTAL = 12', 'Totals (2026): 1,250.00', 'Total: 3 jobs', 'Anzahl: 4'])(
  'the label %j with its own figure is a row of totals in any list',
  (label) => {
    for (const family of ['projects', 'companies', 'contacts'] as const) {
      expect(skipOf({ Client: label }, { family })).toBe('totals');
    }
    expect(skipOf({ Client: label }, { family: 'tasks' })).toBeNull();
  },
);

test.each<Cells>([
  { 'Job Name': '# of bids: 2' },
  { 'Job Name': 'Bids: 2', Amount: '12' },
  { 'Job Name': 'Pipeline: $4.2M' },
  { 'Job Name': 'TOTAL - ACME', Amount: '1,250,000' },
  { 'Job Name': 'Total: Acme', Amount: '1,250,000' },
  { 'Job Name': 'Total', Client: '2', Amount: '1,890,000' },
  { 'Job Name': 'Total:', Client: 'Acme', Amount: '1,890,000' },
  { 'Job Name': 'YTD', Amount: '1,890,000' },
  { 'Job Name': 'YTD 2026 awarded', Amount: '1,890,000' },
  { 'Job Name': 'Weighted', Amount: '1,890,000' },
  { 'Job Name': 'Weighted pipeline', Amount: '1,890,000' },
  { 'Job Name': 'Balance', Amount: '1,890,000' },
])('a label of a sum is a row of totals: %j', (cells) => {
  expect(skipOf(cells)).toBe('totals');
});

test.each<Cells>([
  { 'Job Name': 'Total Wine & More #204', Client: 'Acme', Amount: '100k' },
  { 'Job Name': 'Total - Dallas Store', Client: 'Acme', Amount: '100k' },
  { 'Job Name': 'Total Wine: 204', Amount: '100k' },
  { 'Job Name': 'Phase 2: 204' },
  { 'Job Name': 'Balance Gym', Amount: '100k' },
  { 'Job Name': 'Balance', Client: 'Acme', Amount: '100k' },
  { 'Job Name': 'Weighted', Notes: '4/14/2026', Amount: '100k' },
  { 'Job Name': 'Difference Makers Hall', Amount: '100k' },
])('a job whose name begins like a total is a record: %j', (cells) => {
  expect(skipOf(cells)).toBeNull();
});

test('the sum of the rows above is a row of totals, by the client or another text that they have', () => {
  const above = ['Won', '26-1', 'Annex', 'Roe Builders', '640000', '', ''];
  expect(skipOf({ 'Job Name': 'TOTAL ROE', Amount: '640,000' }, { above })).toBe('totals');
  expect(skipOf({ 'Job Name': 'Total won', Amount: '640,000' }, { above })).toBe('totals');
  expect(skipOf({ 'Job Name': 'Total Wine', Amount: '640,000' }, { above })).toBeNull();
  expect(skipOf({ 'Job Name': 'Total Roe', Client: 'Acme', Amount: '640,000' }, { above })).toBeNull();
});

test('a label of totals without a figure is a row of totals if a formula of the row has no value', () => {
  for (const name of ['TOTAL', 'Sum:', 'North Total']) {
    expect(skipOf({ 'Job Name': name }, { isUnvalued: true })).toBe('totals');
    expect(skipOf({ 'Job Name': name, Client: 'Acme' }, { isUnvalued: true })).toBeNull();
  }
  expect(skipOf({ 'Job Name': 'Depot' }, { isUnvalued: true })).toBeNull();
});

test('a single cell that names a column or a group and its value is the heading of a group', () => {
  for (const name of ['CLIENT: ACME', 'Stage: Won', 'Estimator: Ann Lee', 'GC: Roe']) {
    expect(skipOf({ 'Job Name': name })).toBe('heading');
  }
  expect(skipOf({ 'Job Name': 'Client: Acme', Amount: '5' })).toBeNull();
  expect(skipOf({ 'Job Name': 'Job Name: Depot' })).toBeNull();
  expect(skipOf({ 'Job Name': 'Acme: Depot' })).toBeNull();
  expect(skipOf({ Client: 'Client: Acme' }, { family: 'tasks' })).toBeNull();
});

test('a single word is the name of a company or a person', () => {
  for (const name of ['Open', 'Current', 'New']) expect(skipOf({ Client: name }, { family: 'companies' })).toBeNull();
  expect(skipOf({ Client: 'June' }, { family: 'contacts' })).toBeNull();
  expect(skipOf({ Client: 'Awarded' })).toBe('heading');
});

test('a task is never a note of a report', () => {
  for (const title of ['Note: order steel', 'Prepared by Joe', '3 items']) {
    expect(skipOf({ Client: title }, { family: 'tasks', isWide: false })).toBeNull();
  }
});

test('a line of JSON is a record', () => {
  const skips = rowSkips({ type: 'ndjson' }, () => ({ column: 'name', code: 'heading', message: '' }));
  expect(skips({ number: 1, line: 5, cells: ['Harbor Tower'] })()).toBeNull();
});

test('of rows that are stored already, only the one before a single cell is judged', () => {
  const judged: unknown[] = [];
  const skips = rowSkips({ type: 'csv' }, (cells, { isApart }) => {
    judged.push(cells[0]);
    const isTotal = cells[0] === 'Total';
    return isTotal || isApart === true ? { column: null, code: isTotal ? 'totals' : 'footer', message: '' } : null;
  });
  const rows = [['a', 1], ['b', 1], ['Total', 2], ['Printed today']];
  const asked = rows.map((cells, at) => skips({ number: at + 1, line: at + 1, cells }));
  expect(judged).toEqual(['Total']);
  expect(asked.map((skip) => skip()?.code)).toEqual([undefined, undefined, 'totals', 'footer']);
  expect(judged).toEqual(['Total', 'a', 'b', 'Printed today']);
});
