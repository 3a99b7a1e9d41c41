import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import type { FileBytes, FileFormat } from '../../../src/transfer/files/file-rows.ts';
import { readRows } from '../../../src/transfer/files/read-rows.ts';
import { runsOf } from '../../support/endurance.ts';
import { fileOf, generatedFile, refusalOf, rowsOf } from './support/files.ts';
import { liveMemory } from './support/live-memory.ts';
import { sheetOf, textRow, workbookOf } from './support/workbook.ts';
import { zipOf } from './support/zip.ts';

const csv: FileFormat = { type: 'csv', encoding: 'utf-8', delimiter: ',', header_row: 1, sheet: null };
const ndjson: FileFormat = { ...csv, type: 'ndjson', delimiter: null, header_row: null };

async function count(file: FileBytes, format: FileFormat, columns: readonly string[]): Promise<number> {
  let rows = 0;
  for await (const batch of readRows(file, format, columns)) rows += batch.length;
  return rows;
}

function* repeated(first: string, part: string, times: number): Generator<string> {
  yield first;
  for (let index = 0; index < times; index += 1) yield part;
}

/** Counts the pieces that were asked for. */
function counted(parts: Iterable<string>): { file: FileBytes; asked: () => number } {
  let asked = 0;
  const file = generatedFile(function* () {
    for (const part of parts) {
      asked += 1;
      yield part;
    }
  });
  return { file, asked: () => asked };
}

describe('a hostile text file is refused as soon as it shows', () => {
  const mebibyte = 1024 * 1024;
  it.each([
    { what: 'a line of 100 MB', first: 'a,b\n', part: 'x'.repeat(mebibyte), message: 'A row is longer than 1 MiB.' },
    {
      what: 'a quotation mark before 100 MB',
      first: 'a,b\nx,"',
      part: 'x\n'.repeat(mebibyte / 2),
      message: 'A cell begins with a quotation mark that is not closed.',
    },
    {
      what: 'a million columns',
      first: 'a,b\n',
      part: 'x,'.repeat(mebibyte / 2),
      message: 'The file has more than 1,000 columns.',
    },
    {
      what: 'a million blank columns',
      first: 'a,b\n',
      part: ','.repeat(mebibyte),
      message: 'A row is longer than 1 MiB.',
    },
    {
      what: 'an object of 100 MB',
      format: ndjson,
      first: '{"a":1}\n{"a":"',
      part: 'x'.repeat(mebibyte),
      message: 'A line is longer than 1 MiB.',
    },
  ])('$what', async ({ format = csv, first, part, message }) => {
    const { file, asked } = counted(repeated(first, part, 100));
    const { problem } = await refusalOf(count(file, format, ['a', 'b']));
    expect(problem).toMatchObject({ pointer: '/file', code: 'invalid_format', line: 2 });
    expect(problem?.message).toContain(message);
    expect(asked()).toBeLessThan(5);
  });

  it('a key of 300 characters', async () => {
    const { problem } = await refusalOf(detectFormat(fileOf(`{"a":1}\n{"${'k'.repeat(300)}":1}`, 5000)));
    expect(problem).toMatchObject({ message: 'A key is longer than 200 characters.', line: 2 });
  });

  it('more than 1,000 keys', async () => {
    const line = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 1])));
    const { problem } = await refusalOf(detectFormat(fileOf(line, 5000)));
    expect(problem?.message).toBe('The objects of the file have more than 1,000 keys.');
  });
});

describe('a large file', () => {
  it.each<[string, FileFormat, string, string]>([
    ['CSV', csv, 'name,note\n', `Clinic,"a ""note"", ${'with text '.repeat(30)}"\n`.repeat(1000)],
    ['NDJSON', ndjson, '', `{"name":"Clinic","note":"a note, ${'with text '.repeat(30)}"}\n`.repeat(1000)],
  ])(
    'is read without more memory: %s',
    async (_, format, first, part) => {
      const times = Math.ceil(runsOf(60_000_000, 400_000_000) / part.length);
      const columns = ['name', 'note'];
      let rows = 0;
      let most = 0;
      const before = liveMemory();
      for await (const batch of readRows(
        generatedFile(() => repeated(first, part, times)),
        format,
        columns,
      )) {
        rows += batch.length;
        if (rows % 20_000 === 0) most = Math.max(most, liveMemory() - before);
      }
      expect(rows).toBe(times * 1000);
      expect(most).toBeLessThan(16_000_000);
    },
    120_000,
  );

  it('lets other work of the process have its turn', async () => {
    let turns = 0;
    let isReading = true;
    const other = (): void => {
      turns += 1;
      if (isReading) setImmediate(other);
    };
    setImmediate(other);
    const part = 'Clinic,12\n'.repeat(1_000_000);
    const rows = await count(
      generatedFile(() => ['name,amount\n', part]),
      csv,
      ['name', 'amount'],
    );
    isReading = false;
    expect(rows).toBe(1_000_000);
    expect(turns).toBeGreaterThan(10);
  });

  it('comes in batches that are small by rows and by characters', async () => {
    const sizes = async (row: string, times: number): Promise<number[]> => {
      const found: number[] = [];
      for await (const batch of readRows(
        generatedFile(() => repeated('a,b\n', row, times)),
        csv,
        ['a', 'b'],
      )) {
        found.push(batch.length);
      }
      return found;
    };
    expect(await sizes('x,y\n', 1200)).toEqual([500, 500, 200]);
    expect(Math.max(...(await sizes(`${'x'.repeat(1_000_000)},y\n`, 20)))).toBe(5);
  });
});

describe('a hostile workbook', () => {
  const temporary = process.env['TMPDIR'];
  const own = mkdtempSync(join(tmpdir(), 'hostile-workbooks-'));
  beforeAll(() => {
    process.env['TMPDIR'] = own;
  });
  afterAll(() => {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
    rmSync(own, { recursive: true });
  });
  afterEach(() => {
    expect(readdirSync(own)).toEqual([]);
  });

  const valid = sheetOf(textRow(1, 'name') + textRow(2, 'x'));
  const part = (name: string, content: string): Buffer => sheetOf(textRow(1, 'name'), { others: [{ name, content }] });
  const cell = (reference: string): string => `<row r="2"><c r="${reference}"><v>1</v></c></row>`;
  const gibibytes = { name: 'xl/media/a.bin', content: 'x', statedSize: 0xfffffff0 };
  it.each<[string, Buffer, string]>([
    ['a broken archive', valid.subarray(0, -30), 'The workbook is damaged'],
    ['an archive with broken data', broken(valid), 'The workbook is damaged'],
    [
      'a part that states 4 GiB',
      sheetOf('', { others: [gibibytes, { ...gibibytes, name: 'b' }] }),
      'unpacks to more than',
    ],
    [
      'a part that is larger than it states',
      zipOf([{ name: 'xl/workbook.xml', content: '<workbook>'.padEnd(1e6), statedSize: 20 }]),
      'damaged',
    ],
    ['an encrypted part', sheetOf('', { others: [{ name: 'x', content: 'y', isEncrypted: true }] }), 'encrypted'],
    ['XML that is cut off', part('xl/worksheets/sheet0.xml', '<worksheet><sheetData><row r="1">'), 'damaged'],
    ['XML that is none', part('xl/worksheets/sheet0.xml', 'x < y'), 'damaged'],
    ['deep XML', part('xl/worksheets/sheet0.xml', '<a>'.repeat(100_000)), 'damaged'],
    [
      'entities that grow',
      part('xl/worksheets/sheet0.xml', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
      'damaged',
    ],
    [
      'a text of 50 MB',
      part('xl/sharedStrings.xml', `<sst><si><t>${'x'.repeat(50_000_000)}</t></si></sst>`),
      'longer than 1 MiB',
    ],
    [
      'a text of many runs',
      part('xl/sharedStrings.xml', `<sst><si>${`<r><t>${'x'.repeat(1000)}</t></r>`.repeat(2000)}</si></sst>`),
      'longer than 1 MiB',
    ],
    [
      'millions of shared texts',
      part('xl/sharedStrings.xml', `<sst>${'<si/>'.repeat(2_000_001)}</sst>`),
      'more than 64 MiB of texts',
    ],
    [
      'a text that is not there',
      sheetOf(`${textRow(1, 'name')}<row r="2"><c r="A2" t="s"><v>7</v></c></row>`),
      'a text that is not there',
    ],
    ['too many columns', sheetOf(textRow(1, 'name') + cell('XFD2')), 'more than 1,000 columns'],
    ['a reference that is none', sheetOf(textRow(1, 'name') + cell('??')), 'damaged'],
    ['no sheets', workbookOf({ sheets: [] }), 'The workbook has no sheet of cells.'],
    ['empty sheets', sheetOf(''), 'The sheets of the workbook are empty.'],
  ])(
    'is refused, and no temporary file stays: %s',
    async (_, bytes, message) => {
      const { problem } = await refusalOf(rowsOf(fileOf(bytes, 65_536)));
      expect(problem).toMatchObject({ pointer: '/file', code: 'invalid_format' });
      expect(problem?.message).toContain(message);
    },
    60_000,
  );

  it('is refused if a part unpacks to 400 times its size', async () => {
    const bomb = zipOf([{ name: 'xl/workbook.xml', content: Buffer.alloc(300 * 1024 * 1024, '<a/>') }]);
    const { problem } = await refusalOf(detectFormat(fileOf(bomb, 65_536)));
    expect(problem?.message).toContain('unpacks to more than the service reads');
  }, 60_000);

  it('leaves no temporary file if the reader stops early', async () => {
    const file = fileOf(
      sheetOf(Array.from({ length: 2000 }, (_, index) => textRow(index + 1, 'name')).join('')),
      65_536,
    );
    const { format } = await detectFormat(file);
    for await (const batch of readRows(file, format, ['name'])) {
      expect(batch).toHaveLength(500);
      break;
    }
  });
});

function broken(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (const name of ['xl/workbook.xml', 'xl/worksheets/sheet0.xml'])
    copy.fill(0xff, copy.indexOf(name) + name.length, copy.indexOf(name) + name.length + 20);
  return copy;
}
