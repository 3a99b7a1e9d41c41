import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import { readRows } from '../../../src/transfer/files/read-rows.ts';
import { fileOf, refusalOf, rowsOf } from './support/files.ts';
import { sheetOf, textRow, workbookOf } from './support/workbook.ts';
import { zipOf } from './support/zip.ts';

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
      part('xl/sharedStrings.xml', `<sst><si>${`<r><t>${'x'.repeat(1000)}</t></r>`.repeat(70)}</si></sst>`),
      'a cell with more than 65,535 characters',
    ],
    [
      'a value that empty tags cut',
      sheetOf(`${textRow(1, 'name')}<row r="2"><c r="A2"><v>${`${'1'.repeat(1000)}<x/>`.repeat(70)}</v></c></row>`),
      'a cell with more than 65,535 characters',
    ],
    [
      'a row whose cells share a long text',
      sheetOf(`${textRow(1, 'name')}<row r="2">${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`, {
        shared: `<si><t>${'x'.repeat(60_000)}</t></si>`,
      }),
      'a row with more than 1,048,576 characters',
    ],
    [
      'shared texts of more than 32 MiB in all',
      part('xl/sharedStrings.xml', `<sst>${`<si><t>${'é'.repeat(30_000)}</t></si>`.repeat(600)}</sst>`),
      'more than 32 MiB of texts',
    ],
    [
      'more sheets than there may be',
      part(
        'xl/workbook.xml',
        `<workbook xmlns:r="r"><sheets>${'<sheet name="A" r:id="s0"/>'.repeat(1001)}</sheets></workbook>`,
      ),
      'more than 1,000 sheets',
    ],
    [
      'a sheet with a long name',
      workbookOf({ sheets: [{ name: 'x'.repeat(256), rows: textRow(1, 'name') }] }),
      'a sheet whose name is longer than 255 characters',
    ],
    [
      'more relationships than there may be',
      part('xl/_rels/workbook.xml.rels', `<R>${'<Relationship Id="s0" Type="/worksheet"/>'.repeat(10_001)}</R>`),
      'more than 10,000 relationships',
    ],
    [
      'a long number format',
      sheetOf(textRow(1, 'name'), { formats: ['['.repeat(256)] }),
      'a number format that is longer than 255 characters',
    ],
    [
      'more styles than there may be',
      part('xl/styles.xml', `<styleSheet><cellXfs>${'<xf/>'.repeat(65_491)}</cellXfs></styleSheet>`),
      'more than 65,490 styles',
    ],
    [
      'more number formats than there may be',
      part(
        'xl/styles.xml',
        `<styleSheet>${Array.from({ length: 65_491 }, (_, id) => `<numFmt numFmtId="${id}" formatCode="0"/>`).join('')}</styleSheet>`,
      ),
      'more than 65,490 number formats',
    ],
    ['a row without a number', sheetOf('<row r="x"><c><v>1</v></c></row>'), 'damaged'],
    ['a row beyond the last', sheetOf('<row r="1048577"><c><v>1</v></c></row>'), 'damaged'],
    [
      'parts with long names',
      sheetOf('', {
        others: Array.from({ length: 140 }, (_, index) => ({ name: `${index}${'x'.repeat(60_000)}`, content: '' })),
      }),
      'names of parts of more than 8 MiB',
    ],
    [
      'millions of shared texts',
      part('xl/sharedStrings.xml', `<sst>${'<si/>'.repeat(2_000_001)}</sst>`),
      'more than 32 MiB of texts',
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
  ])('is refused, and no temporary file stays: %s', async (_, bytes, message) => {
    const { problem } = await refusalOf(rowsOf(fileOf(bytes, 65_536)));
    expect(problem).toMatchObject({ pointer: '/file', code: 'invalid_format' });
    expect(problem?.message).toContain(message);
  });

  it('is read where it is stored, without a copy', async () => {
    process.env['TMPDIR'] = join(own, 'missing');
    expect(await rowsOf(fileOf(valid, 100))).toHaveLength(1);
    process.env['TMPDIR'] = own;
  });

  it('is refused if a part unpacks to 400 times its size', async () => {
    const bomb = zipOf([{ name: 'xl/workbook.xml', content: Buffer.alloc(300 * 1024 * 1024, '<a/>') }]);
    const { problem } = await refusalOf(detectFormat(fileOf(bomb, 65_536)));
    expect(problem?.message).toContain('unpacks to more than the service reads');
  });

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
