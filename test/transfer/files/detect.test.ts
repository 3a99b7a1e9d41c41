import { describe, expect, it } from 'vitest';
import { describeFormat } from '../../../src/transfer/files/describe-format.ts';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import type { FileFormat } from '../../../src/resources/transfer/imports.ts';
import { cellsOf, fileOf, refusalOf, rowsOf } from './support/files.ts';
import { sheetOf, textRow, workbookOf } from './support/workbook.ts';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const bigEndian = (text: string): Buffer => utf16(text).swap16();
const csv: FileFormat = { type: 'csv', encoding: 'utf-8', delimiter: ',', header_row: 1, sheet: null };
const table = 'name,amount\nClinic,12\nSchool,13\n';

describe('the format of a file', () => {
  it.each<[string, string | Buffer, Partial<FileFormat>]>([
    ['commas', table, csv],
    ['semicolons with decimal commas', 'name;amount\nClinic;1,5\nSchool;2,5\n', { ...csv, delimiter: ';' }],
    ['tabs', 'name\tplace\nClinic\tAustin, TX\nSchool\tWaco, TX\n', { ...csv, type: 'tsv', delimiter: '\t' }],
    ['pipes', 'name|amount\nClinic|12\n', { ...csv, delimiter: '|' }],
    ['one column', 'name\nClinic\n', csv],
    ['a stated delimiter', 'sep=;\r\nname;a,b,c\r\nClinic;1,2,3\r\n', { delimiter: ';', header_row: 2 }],
    ['a header alone', 'name,amount', csv],
    ['no header', 'Clinic,12,2023-01-01\nSchool,13,2023-01-02\n', { ...csv, header_row: null }],
    ['columns that are years', 'name,2022,2023\nClinic,1,2\n', csv],
    ['titles above the names', 'Bid Log,,\nSpring,,\n\nname,amount,due\nClinic,1,\n', { ...csv, header_row: 4 }],
    ['a byte order mark', `\ufeff${table}`, csv],
    ['UTF-16 with a mark', utf16(`\ufeff${table.replaceAll(',', '\t')}`), { type: 'tsv', encoding: 'utf-16le' }],
    ['UTF-16 without a mark', utf16(table), { ...csv, encoding: 'utf-16le' }],
    ['UTF-16 of the other order', bigEndian(`\ufeff${table}`), { ...csv, encoding: 'utf-16be' }],
    ['the other order without a mark', bigEndian(table), { ...csv, encoding: 'utf-16be' }],
    ['Windows-1252', Buffer.from('name\nCaf\xe9\n', 'latin1'), { ...csv, encoding: 'windows-1252' }],
    ['UTF-8', 'name\nCafé €😀\n', csv],
    ['objects', '\n {"name": "Clinic"}\n', { type: 'ndjson', delimiter: null, header_row: null }],
    [
      'a workbook',
      sheetOf(textRow(1, 'name', 'due') + textRow(2, 'x', 'y')),
      { type: 'xlsx', sheet: 'Bids', header_row: 1 },
    ],
  ])('is found for %s', async (_, content, expected) => {
    expect((await detectFormat(fileOf(content))).format).toMatchObject(expected);
  });

  it('is found from the content if the name and the media type say something else', async () => {
    const hints = { name: 'bids.csv', mediaType: 'text/csv' };
    expect((await detectFormat(fileOf(sheetOf(textRow(1, 'name'))), hints)).format.type).toBe('xlsx');
    expect((await detectFormat(fileOf('{"a":1}'), hints)).format.type).toBe('ndjson');
  });

  it('is TSV for one column of a file with that name', async () => {
    const { format } = await detectFormat(fileOf('name\nClinic\n'), { name: 'bids.tsv' });
    expect(format).toMatchObject({ type: 'tsv', delimiter: '\t' });
  });

  it('is NDJSON by the name if its first line is broken', async () => {
    const file = fileOf('"a":1}\n{"a":2}\n');
    expect((await detectFormat(file, { name: 'bids.ndjson' })).format.type).toBe('ndjson');
    expect((await detectFormat(file, { name: 'bids.csv' })).format.type).toBe('csv');
  });

  it('is found from the whole file: one byte at its end decides on the encoding', async () => {
    const content = Buffer.concat([Buffer.from(`name\n${'Cafe\n'.repeat(100_000)}`), Buffer.from([0xe9, 0x0a])]);
    const { format, oddities } = await detectFormat(fileOf(content, 100_000));
    expect(format.encoding).toBe('windows-1252');
    expect(oddities).toContain('1 byte is not UTF-8; the file is read as Windows-1252.');
  });

  it('stays UTF-8 if few bytes are not: these are read by themselves, and their lines are named', async () => {
    const content = Buffer.concat([
      Buffer.from('name,n\nCafé €,1\nCaf'),
      Buffer.from([0xe9]),
      Buffer.from(',2\nSøn,3'),
    ]);
    const { format, oddities } = await detectFormat(fileOf(content, 1));
    expect(format.encoding).toBe('utf-8');
    expect(oddities).toContain('1 byte is not UTF-8 (line 3); it is read as Windows-1252. Check the text.');
    expect((await cellsOf(fileOf(content, 1))).map(([name]) => name)).toEqual(['Café €', 'Café', 'Søn']);
    expect((await describeFormat(fileOf(content), format)).format.encoding).toBe('utf-8');
    const marked = Buffer.concat([Buffer.from('\ufeffname\nA\nCaf'), Buffer.from([0xe9, 0x0a])]);
    expect(await cellsOf(fileOf(marked, 2))).toEqual([['A'], ['Café']]);
  });

  it.each([
    [[0xe9], 1],
    [[0x41, 0xc0, 0x80, 0x41], 2],
    [[0xe2, 0x82], 2],
    [[0xed, 0xa0, 0x80], 3],
    [[0xf4, 0x90, 0x80, 0x80], 4],
    [[0xc3, 0xa9, 0xff, 0xc3, 0xa9], 1],
  ])('counts the bytes that are not UTF-8: %j', async (bytes, count) => {
    const { oddities } = await detectFormat(fileOf(Buffer.concat([Buffer.from('name\n'), Buffer.from(bytes)]), 1));
    expect(oddities[0]).toMatch(new RegExp(`^${count} byte`));
  });
});

describe('the columns of a file', () => {
  it('have samples and a type', async () => {
    const rows = [
      'text,number,date,time,flag,email,none,zip',
      'Clinic,"$1,200.50",2/27/2023,2023-02-27 14:30,yes,a@b.co,,07001',
      'School,(30),27-Feb-23,2023-02-28T09:00:00Z,No,c@d.org, ,07002',
      'Clinic,-5%,2023-02-27,3/1/2023 2:30 PM,TRUE,e@f.net,,07003',
    ];
    const { columns } = await detectFormat(fileOf(rows.join('\n')));
    expect(columns.map(({ type }) => type)).toEqual([
      'text',
      'number',
      'date',
      'date_time',
      'boolean',
      'email',
      'empty',
      'text',
    ]);
    expect(columns[0]?.samples).toEqual(['Clinic', 'School']);
    expect(columns[6]?.samples).toEqual([]);
  });

  it('have a name each: blank and repeated ones are told', async () => {
    const { columns, oddities } = await detectFormat(fileOf('name,Phone,,phone\na,b,c,d\n'));
    expect(columns.map(({ name }) => name)).toEqual(['name', 'Phone', 'Column 3', 'phone (2)']);
    expect(oddities).toEqual(['1 column has no name: "Column 3".', '1 column repeats a name: "phone (2)".']);
  });

  it('have the values of the rows that do not name them again', async () => {
    const page = 'Job #,Bid Amount\n';
    const { columns, seen } = await detectFormat(
      fileOf(`${page}1,100\n${page}2,200\nJob #,\nJOB # ,Bid  amount\n3,300\n`),
    );
    expect(columns.map(({ filled, type }) => [filled, type])).toEqual([
      [4, 'text'],
      [3, 'number'],
    ]);
    expect(seen[0]?.repeated).toEqual(new Map());
  });

  it('have short names without line breaks', async () => {
    const { columns } = await detectFormat(fileOf('"Bid\r\n date",b\na,b\n'));
    expect(columns[0]?.name).toBe('Bid date');
    const long = await describeFormat(fileOf(`${'😀'.repeat(300)},b\n`), csv);
    expect(long.columns[0]?.name).toBe('😀'.repeat(200));
  });

  it('end with the last one that has a name or a value', async () => {
    const { columns } = await detectFormat(fileOf('name,due,,,,\na,,,b,,\n'));
    expect(columns.map(({ name }) => name)).toEqual(['name', 'due', 'Column 3', 'Column 4']);
  });

  it('are numbered if no row names them', async () => {
    const { columns, oddities } = await detectFormat(fileOf('Clinic,12\nSchool,13,x\n'));
    expect(columns.map(({ name }) => name)).toEqual(['Column 1', 'Column 2', 'Column 3']);
    expect(oddities).toEqual(['No row names the columns.']);
  });

  it('are all keys of the objects, also those of the last line', async () => {
    const lines = Array.from({ length: 1500 }, () => '{"name":"a","tags":["x"]}').join('\n');
    const file = fileOf(`${lines}\n{"late":1}`, 60_000);
    const { columns } = await detectFormat(file);
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'text'],
      ['tags', 'text'],
      ['late', 'empty'],
    ]);
    expect((await cellsOf(file)).at(-1)).toEqual([null, null, 1]);
  });

  it('tell of titles, wide rows and further sheets', async () => {
    const text = await detectFormat(fileOf('Bid Log\n\nname,due\na,b,c\nd,e\n'));
    expect(text.oddities).toEqual([
      'The names of the columns are in line 3. The row above is skipped.',
      '1 row has more cells than there are columns.',
    ]);
    const sheets = [
      { name: 'Old', rows: textRow(1, 'x'), state: 'hidden' as const },
      { name: 'Blank', rows: '' },
      { name: 'Bids', rows: textRow(1, 'name') },
    ];
    const workbook = await detectFormat(fileOf(workbookOf({ sheets }), 5000));
    expect(workbook.sheets).toEqual(['Old', 'Blank', 'Bids']);
    expect(workbook.oddities).toEqual([
      'The workbook has 3 sheets. Only the sheet "Bids" is imported, not "Old", "Blank".',
    ]);
  });
});

describe('a corrected format', () => {
  it('gives the columns that it names', async () => {
    const { columns } = await describeFormat(fileOf('x,y\nname,amount\na,1\n'), { ...csv, header_row: 2 });
    expect(columns).toEqual([
      { name: 'name', samples: ['a'], type: 'text', filled: 1 },
      { name: 'amount', samples: ['1'], type: 'number', filled: 1 },
    ]);
    expect(await cellsOf(fileOf('x,y\na,1\n'), { correction: { header_row: null } })).toEqual([
      ['x', 'y'],
      ['a', '1'],
    ]);
  });

  it('counts blank lines above the names, as the lines of the rows do', async () => {
    const file = fileOf('\nBid Log\n\n\nname,amount\n\nClinic,1\n');
    const { format } = await detectFormat(file);
    expect(format.header_row).toBe(5);
    const again = await describeFormat(file, format);
    expect(again.format).toEqual(format);
    expect(again.columns.map(({ name }) => name)).toEqual(['name', 'amount']);
    expect(await rowsOf(file, { correction: { header_row: 5 } })).toMatchObject([
      { number: 1, line: 7, cells: ['Clinic', '1'] },
    ]);
    const { problem } = await refusalOf(describeFormat(file, { ...csv, header_row: 4 }));
    expect(problem).toMatchObject({ pointer: '/import/format/header_row', code: 'out_of_range' });
  });

  it('is the row of the sheet in a workbook, and is found anew in another sheet', async () => {
    const sheets = [
      { name: 'A', rows: textRow(1, 'one', 'two') + textRow(2, 'x', 'y') },
      { name: 'B', rows: textRow(4, 'three', 'four') + textRow(6, 'x', 'y') },
    ];
    const file = fileOf(workbookOf({ sheets }));
    const { format } = await detectFormat(file);
    const other = await describeFormat(file, { ...format, sheet: 'B' }, { header: 'find', fit: () => false });
    expect(other.format).toMatchObject({ sheet: 'B', header_row: 4 });
    expect(other.columns.map(({ name }) => name)).toEqual(['three', 'four']);
  });

  it('names another sheet', async () => {
    const sheets = [
      { name: 'A', rows: textRow(1, 'one') },
      { name: 'B', rows: textRow(1, 'two') + textRow(2, 'x'), state: 'hidden' as const },
    ];
    const rows = await rowsOf(fileOf(workbookOf({ sheets })), { correction: { sheet: 'B' } });
    expect(rows.map(({ cells }) => cells)).toEqual([['x']]);
  });

  const workbook = workbookOf({
    sheets: [
      { name: 'A', rows: textRow(1, 'one') },
      { name: 'B', rows: '' },
    ],
  });
  const xlsx: FileFormat = { type: 'xlsx', encoding: null, delimiter: null, header_row: 1, sheet: 'A' };
  it.each<[string, string | Buffer, FileFormat, string]>([
    ['sheet', workbook, { ...xlsx, sheet: 'C' }, 'The workbook has no sheet "C".'],
    ['sheet', workbook, { ...xlsx, sheet: 'B' }, 'The sheet "B" is empty.'],
    ['header_row', workbook, { ...xlsx, header_row: 2 }, 'The file has no row 2 that could name the columns.'],
    ['header_row', table, { ...csv, header_row: 4 }, 'The file has no row 4 that could name the columns.'],
    ['type', workbook, csv, 'The file is a workbook.'],
    ['type', table, xlsx, 'The file is not a workbook.'],
    [
      'delimiter',
      table,
      { ...csv, delimiter: '"' },
      'A delimiter is one character, and no quotation mark or line break.',
    ],
    [
      'delimiter',
      table,
      { ...csv, delimiter: ';;' },
      'A delimiter is one character, and no quotation mark or line break.',
    ],
    ['header_row', table, { ...csv, header_row: 0 }, 'The file has no row 0 that could name the columns.'],
    ['type', table, { ...csv, type: 'ndjson' }, 'No line of the file is a JSON object.'],
    ['encoding', Buffer.from('Caf\xe9', 'latin1'), csv, 'The file has bytes that are not UTF-8: 1.'],
  ])('is refused by its %s', async (part, content, format, message) => {
    const { detail, problem } = await refusalOf(describeFormat(fileOf(content), format));
    expect(problem).toMatchObject({ pointer: `/import/format/${part}`, message });
    expect(detail).toBe(message);
  });
});
