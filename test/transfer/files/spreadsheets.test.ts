import { describe, expect, it, test } from 'vitest';
import type { MappedColumn } from '../../../src/resources/transfer/mapping.ts';
import { withoutInvisible } from '../../../src/resources/vocabulary/invisible.ts';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import { asShown } from '../../../src/resources/transfer/cell-text.ts';
import { nameFit } from '../../../src/transfer/mapping/proposing/name-fit.ts';
import { decimalsOf, digitFormatOf, withZeros } from '../../../src/transfer/files/xlsx/digit-formats.ts';
import { cellsOf, fileOf, rowsOf } from './support/files.ts';
import { filled, rowOf } from '../mapping/support.ts';
import { sheetOf, textRow, workbookOf } from './support/workbook.ts';

const fit = nameFit({ family: 'projects', customFields: [] });
const found = (content: string | Buffer) => detectFormat(fileOf(content, 1000), { fit });
const namesOf = async (content: string | Buffer) => (await found(content)).columns.map(({ name }) => name);

describe('a number of a workbook', () => {
  it.each<[string, number, string | null]>([
    ['00000', 2138, '02138'],
    ['0000', 42, '0042'],
    ['00000-0000', 12_380_042, '01238-0042'],
    ['"26-"000', 31, '26-031'],
    ['\\K\\-0', 7, 'K-7'],
    ['000\\-00\\-0000', 12_345_678, '012-34-5678'],
    ['[<=9999999]###-####;(###) ###-####', 5_550_100, '555-0100'],
    ['[<=9999999]###-####;(###) ###-####', 2_105_550_100, '(210) 555-0100'],
    ['0#\\ ##\\ ##\\ ##\\ ##', 142_685_300, '01 42 68 53 00'],
    ['00000;-00000;"none"', 42, '00042'],
    ['#,##0', 1234, null],
    ['0', 5, null],
    ['0.00', 5, null],
    ['"$"#,##0_);("$"#,##0)', 5, null],
    ['#\\ ##0', 12_345, null],
    ['_("€"* #,##0_);_("€"* "-"??_)', 5, null],
    ['0%', 1, null],
    ['0" SF"', 5, null],
    ['General', 5, null],
    ['@', 5, null],
    ['# ?/?', 5, null],
    ['0.00E+00', 5, null],
  ])('of the format %s shows %d as %s', (code, number, shown) => {
    expect(digitFormatOf(code)?.(number) ?? null).toBe(shown);
  });

  it('is the text that its cell shows if the format keeps digits', async () => {
    const rows = `${textRow(1, 'zip', 'due', 'sum')}<row r="2"><c r="A2" s="1"><v>2138</v></c><c r="B2" s="2"><v>46095</v></c><c r="C2"><v>5.5</v></c></row>`;
    const file = fileOf(sheetOf(rows, { formats: ['00000', 'm/d/yyyy'] }));
    expect(await cellsOf(file)).toEqual([['02138', '2026-03-14', 5.5]]);
  });
});

describe('a number that its cell shows with zeros at its end', () => {
  it.each<[string, number, string | null]>([
    ['0.00', 26.1, '26.10'],
    ['0.0', 2, '2.0'],
    ['0.00', 5, '5.00'],
    ['#0.00_);(#0.00)', 26.1, '26.10'],
    ['0.00', 26.1 + 0.1 + 0.2 - 0.3, '26.10'],
    ['0.00', 26.12, null],
    ['0.00', 26.123, null],
    ['0.00', 78_701, null],
    ['0.00', -26.1, null],
    ['#,##0.00', 26.1, null],
    ['"$"0.00', 26.1, null],
    ['0.00%', 0.5, null],
    ['0', 26.1, null],
  ])('of the format %s: %d as %s', (code, number, shown) => {
    const decimals = decimalsOf(code);
    expect(decimals === null ? null : withZeros(number, decimals)).toBe(shown);
  });

  it('is that text for a field of texts, and the number for others', async () => {
    const cell = (at: string, style: number, value: string) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;
    const rows = `${textRow(1, 'Job #', 'Est. Value', 'Zip')}<row r="2">${cell('A2', 1, '26.1')}${cell('B2', 1, '1234.5')}${cell('C2', 1, '78701')}</row>`;
    const [cells] = await cellsOf(fileOf(sheetOf(rows, { formats: ['0.00'] })));
    const columns = ['project_number', 'amount', 'address.zip'].map((to, at) => ({ from: [String(at)], to }));
    const german = { number: { decimal: ',', group: '.' } };
    const read = (transform: MappedColumn['transform']) =>
      rowOf(
        { columns: columns.map((one) => (one.to === 'amount' && transform ? { ...one, transform } : one)) },
        Object.fromEntries((cells ?? []).map((value, at) => [String(at), value])),
      ).fields;
    const fields = { project_number: '26.10', amount: 1234.5, address: { zip: '78701' } };
    expect([read(undefined), read([german]), read([{ number: {} }])]).toEqual([fields, fields, fields]);
  });

  it('is a number of its column, whose samples have the zeros', async () => {
    const values = ['26.1', '26.2', '1234.5'].map(
      (value, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="1"><v>${value}</v></c></row>`,
    );
    const { columns } = await found(sheetOf(`${textRow(1, 'Job #')}${values.join('')}`, { formats: ['0.000'] }));
    expect(columns).toMatchObject([{ type: 'number', samples: ['26.100', '26.200', '1234.500'] }]);
  });
});

test('an amount has the currency that its format shows, but for a dollar that may be any', async () => {
  const formats = [
    '[$€-407]\\ #,##0.00',
    '#,##0\\ &quot;CHF&quot;',
    '£#,##0;[Red]-£#,##0',
    '&quot;$&quot;#,##0',
    '[$$-409]#,##0',
    '[$CAD]\\ 0',
  ];
  const cells = formats.map(
    (_, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="${at + 1}"><v>${at + 5}000</v></c></row>`,
  );
  const content = sheetOf(`${textRow(1, 'Amount')}${cells.join('')}`, { formats });
  const read = (await cellsOf(fileOf(content))).flat();
  expect(read.map((cell) => String(asShown(cell)))).toEqual([
    '5000 €',
    '6000 CHF',
    '7000 £',
    '8000',
    '9000',
    '10000 CAD',
  ]);
  const amounts = read.map((cell) => filled('amount', cell, { transform: [{ number: {} }] }).fields['amount']);
  expect(amounts).toEqual([5000, 6000, 7000, 8000, 9000, 10_000]);
});

test('a cell with the format of percents is a percent among other numbers', async () => {
  const cells = [
    [1, 0.6],
    [1, 1],
    [2, 0.625],
    [0, 50],
  ].map(([style, value], at) => `<row r="${at + 2}"><c r="A${at + 2}" s="${style}"><v>${value}</v></c></row>`);
  const content = sheetOf(`${textRow(1, 'Probability')}${cells.join('')}`, { formats: ['0%', '0.0%'] });
  expect((await found(content)).columns).toMatchObject([{ type: 'number', samples: ['60%', '100%', '62.5%'] }]);
  const transform = [{ number: { times: 0.01 } }];
  const read = (await cellsOf(fileOf(content))).map(([cell]) => filled('probability', cell, { transform }).fields);
  expect(read.map((fields) => fields['probability'])).toEqual([0.6, 1, 0.625, 0.5]);
});

test('names in two rows are told, and only rows above both are skipped', async () => {
  const rows = ['Bid,,Client,', 'Date,Amount,Name,Phone', '3/14/2026,5,Acme,214-555-0100'].join('\n');
  expect((await found(rows)).oddities).toEqual(['The names of the columns are in lines 1 and 2.']);
  expect((await found(`Bid log\n\n${rows}`)).oddities).toEqual([
    'The names of the columns are in lines 3 and 4. The row above is skipped.',
  ]);
});

describe('a sheet', () => {
  const merges = (refs: readonly string[]) => refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const sheetWith = (rows: string, refs: readonly string[]) =>
    sheetOf(`${rows}</sheetData><mergeCells count="${refs.length}">${merges(refs)}</mergeCells><sheetData>`);

  it('has the value of a merged cell in all rows that have other cells', async () => {
    const rows = [
      textRow(1, 'Client', 'Job'),
      textRow(2, 'Acme', 'a'),
      '<row r="3"><c r="B3" t="inlineStr"><is><t>b</t></is></c></row>',
      '<row r="4"><c r="A4"/></row>',
      textRow(5, '', 'c'),
    ].join('');
    const content = sheetWith(rows, ['A2:A4', 'A5:B5']);
    expect(await cellsOf(fileOf(content))).toEqual([
      ['Acme', 'a'],
      ['Acme', 'b'],
      [null, 'c'],
    ]);
    expect((await found(content)).oddities).toEqual(['Merged cells count for all of their rows, first in row 3.']);
  });

  it('is proposed by the columns that fields have and by its rows, not by its place', async () => {
    const cover = textRow(1, 'Bid Log') + textRow(2, 'by Ana');
    const lists =
      textRow(1, 'Client', 'x') + Array.from({ length: 200 }, (_, i) => textRow(i + 2, `a${i}`, 'b')).join('');
    const bids =
      textRow(1, 'Job #', 'Project', 'Client', 'Bid Due') +
      textRow(2, '1', 'Depot', 'Acme', 'x') +
      textRow(3, '2', 'Mill', 'Roe', 'y');
    const sheets = [cover, lists, bids].map((rows, at) => ({ name: `S${at}`, rows }));
    expect((await found(workbookOf({ sheets }))).format).toMatchObject({ sheet: 'S2', header_row: 1 });
  });

  it('tells of hidden rows, and marks rows of formulas alone', async () => {
    const rows = [
      textRow(1, 'name', 'sum'),
      textRow(2, 'a', '1').replace('<row', '<row hidden="1"'),
      '<row r="3"><c r="A3" t="str"><f>X</f><v>n</v></c><c r="B3"><f>Y</f><v>0</v></c></row>',
      '<row r="4"><c r="A4" t="inlineStr"><is><t>n</t></is></c><c r="B4"><f>Y</f><v>0</v></c></row>',
    ].join('');
    const content = sheetOf(rows);
    expect((await found(content)).oddities).toEqual([
      '1 row is hidden by a filter or by hand. Hidden rows are imported too.',
    ]);
    expect((await rowsOf(fileOf(content))).map(({ isComputed }) => isComputed ?? false)).toEqual([false, true, false]);
  });

  it('tells of comments', async () => {
    const target =
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../c.xml"';
    const others = [
      {
        name: 'xl/worksheets/_rels/sheet0.xml.rels',
        content: `<Relationships><Relationship Id="c" ${target}/></Relationships>`,
      },
      {
        name: 'xl/c.xml',
        content: '<comments><commentList><comment ref="B2"/><comment ref="A3"/></commentList></comments>',
      },
    ];
    const rows = textRow(1, 'name', 'sum') + textRow(2, 'a', '1');
    expect((await found(sheetOf(rows, { others }))).oddities).toEqual([
      '2 cells have comments, first B2. Comments are not imported.',
    ]);
  });

  it('tells the rows with a cell over most of its columns, and those with formulas without a value', async () => {
    const rows = [
      textRow(1, 'Job', 'Client', 'Amount', 'Notes'),
      textRow(2, 'EDUCATION'),
      textRow(3, 'Elm School', 'Acme'),
      '<row r="4"><c r="A4" t="inlineStr"><is><t>TOTAL</t></is></c><c r="C4"><f>SUM(C2:C3)</f></c></row>',
    ].join('');
    const told = await rowsOf(fileOf(sheetWith(rows, ['A2:D2', 'A3:B3'])));
    expect(told.map(({ isTitle = false, isUnvalued = false }) => [isTitle, isUnvalued])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it('has errors as blank cells, and says so', async () => {
    const rows =
      textRow(1, 'name', 'region') + '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="e"><f>X</f><v>#N/A</v></c></row>';
    const content = sheetOf(rows);
    expect(await rowsOf(fileOf(content))).toEqual([{ number: 1, line: 2, cells: [1, null], isUnvalued: true }]);
    expect((await found(content)).oddities).toEqual(['Errors and words for nothing count as blank: region (1, #N/A).']);
  });
});

describe('the row that names the columns', () => {
  it.each<[string, string, number | null, readonly string[]]>([
    [
      'a title with a date',
      'Dept,,Printed:,3/14/2026,Page,1\n,,,,,\nJob #,Project,Client,Bid Due,Value,Status\n1,a,b,c,2,e\n',
      3,
      ['Job #'],
    ],
    [
      'a title with a time',
      'Bid export,28 Feb 2026 11:42 AM,Page 1\nJob #,Project,Client,Trades\n1,a,b,c\n',
      2,
      ['Job #'],
    ],
    ['a title of texts', 'Estimating,Printed by,Jo Fox,Page\nJob #,Project,Client,Bid Due\n1,a,b,c\n', 2, ['Job #']],
    [
      'names that no field has',
      'Log,3/14/2026,,\nAlpha,Beta,Gamma,Delta\nx,1,2026-01-01,a\ny,2,2026-01-02,b\n',
      2,
      ['Alpha'],
    ],
    [
      'groups above',
      'Project,,Client,,Bid,\nNo.,Name,Name,Contact,Date,Amount\n1,a,b,c,3/4/2026,5\n',
      2,
      ['Project No.', 'Project Name', 'Client Name'],
    ],
    [
      'names in two rows',
      'Job #,Project,Bid,,Est.\n,,Date,Time,Value\n1,a,3/4/2026,2 PM,5\n',
      2,
      ['Job #', 'Project', 'Bid Date', 'Bid Time'],
    ],
    ['no names', 'Clinic,12,2023-01-01\nSchool,13,2023-01-02\nMill,TBD,later\n', null, ['Column 1']],
    ['names above texts alone', 'Project,Client\nClient Services Office,Acme\nMill,Roe\n', 1, ['Project', 'Client']],
  ])('is found below or without %s', async (_, content, row, names) => {
    expect((await found(content)).format.header_row).toBe(row);
    expect((await namesOf(content)).slice(0, names.length)).toEqual(names);
  });
});

test('a text for comparisons has no characters that nobody sees, but the joiners of emoji', () => {
  expect(withoutInvisible('\u200bQuiet\u200d Build\u00aders\u202c 👩\u200d🚒\ufeff')).toBe('Quiet Builders 👩\u200d🚒');
  const columns = [{ from: ['A'], to: 'company' }];
  const { references } = rowOf({ columns }, { A: 'Quiet Build\u00aders' });
  expect(references).toMatchObject({ company: { value: 'Quiet Builders' } });
  const { fields } = filled('email', 'dana\u200b.fox@example.com', { family: 'contacts' });
  expect(fields).toEqual({ email: 'dana.fox@example.com' });
});

describe('a text of a file', () => {
  it('loses the characters that nobody sees at its ends', async () => {
    expect(await cellsOf(fileOf('\ufeffna\u200bme,b\n\u200b a\u00adb\u202c ,👩\u200d🚒\n', 3))).toEqual([
      ['a\u00adb', '👩\u200d🚒'],
    ]);
    expect(await namesOf('na\u200bme,b\nx,y\n')).toEqual(['name', 'b']);
  });

  it.each([
    ['"=""02138"""', '02138'],
    ['="02138"', '02138'],
    ['="Smith, Joe"', 'Smith, Joe'],
    ['"=""a ""b"""', '=""a "b"'.slice(0, 0) + '="a "b"'],
    [`"'=""x"""`, '="x"'],
    ['="a"&B1', '="a"&B1'],
    ['=A1', '=A1'],
  ])('in the cell %s is %s', async (cell, text) => {
    expect(await cellsOf(fileOf(`name,b\n${cell},1\n`, 2))).toEqual([[text, '1']]);
  });

  it.each(['#N/A', 'NULL', '(blank)', '#DIV/0!', '<null>', '\\N'])(
    'is blank for %s, but in a file of the product',
    async (word) => {
      expect(await cellsOf(fileOf(`name,b\n${word},1\n`))).toEqual([[null, '1']]);
      expect(await cellsOf(fileOf(`id,created_at,updated_at\n1,${word},2\n`))).toEqual([['1', word, '2']]);
    },
  );
});

describe('a quotation mark that nothing closes', () => {
  const head = 'Job #,Project,Client,Notes\n1,Depot,Acme,"see plans, A1"\n';

  it.each([
    ['before another quoted cell', '2,Annex,Roe,"call Bob\n3,Barn,Roe,x\n4,Hall,Roe,"has stairs, two"\n', 4],
    ['before the end', '2,Annex,Roe,"call Bob\n3,Barn,Roe,x\n4,Hall,Roe,y\n', 4],
    ['before a mark of inches', '2,Annex,Roe,"call Bob\n3,Barn,Roe,x\n4,Hall,Roe,pipe 4"\n', 4],
  ])('swallows no rows %s', async (_, rows, count) => {
    const read = await rowsOf(fileOf(head + rows, 9));
    expect(read).toHaveLength(count);
    expect(read.map(({ problem }) => problem !== undefined)).toEqual([false, true, false, false]);
    expect(read[1]).toMatchObject({ line: 3, cells: ['2', 'Annex', 'Roe', '"call Bob'], problem: { column: 'Notes' } });
    expect((await found(head + rows)).oddities[0]).toContain('The row in line 3 is rejected: A quotation mark opens');
  });

  it('is no case of a cell of several lines', async () => {
    const read = await rowsOf(fileOf(`${head}2,Annex,Roe,"first, second\nthird, fourth"\n3,Barn,Roe,x\n`, 9));
    expect(read.map(({ line, problem }) => [line, problem])).toEqual([
      [2, undefined],
      [3, undefined],
      [5, undefined],
    ]);
  });

  it('is no case of a closed cell whose lines have as many delimiters as rows', async () => {
    const read = await rowsOf(fileOf(`${head}2,Annex,Roe,"HQ\n12 Main St, Austin, TX, 78701\nUSA"\n3,Barn,Roe,x\n`, 9));
    expect(read.map(({ line, problem }) => [line, problem])).toEqual([
      [2, undefined],
      [3, undefined],
      [6, undefined],
    ]);
  });
});
