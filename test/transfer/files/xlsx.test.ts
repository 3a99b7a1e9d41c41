import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/refusal.ts';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import { runsOf } from '../../support/endurance.ts';
import { cellsOf, fileOf, rowsOf } from './support/files.ts';
import { sheetOf, textCell, textRow } from './support/workbook.ts';

const header = textRow(1, 'a', 'b', 'c');
const dateFormats = [
  'm/d/yyyy',
  'yyyy-mm-dd hh:mm:ss',
  'h:mm AM/PM',
  '[h]:mm',
  '&quot;d&quot;0',
  '[$-409]d\\-mmm\\-yy;@',
  '[Red]#,##0',
  'mm:ss',
];
const numberRow = (value: string, style: number): string =>
  `${header}<row r="2"><c r="A2" s="${style}"><v>${value}</v></c></row>`;

describe('the rows of a workbook', () => {
  it.each<[string, string, unknown[]]>([
    ['numbers', '<c r="A2"><v>12.5</v></c><c r="B2" t="n"><v>-1E3</v></c>', [12.5, -1000, null]],
    ['booleans', '<c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c>', [true, false, null]],
    [
      'shared texts',
      '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c>',
      ['Plain & “x”', 'rich text', '東京'],
    ],
    ['inline texts', textCell('A2', ' x ') + textCell('B2', 'a&lt;b'), [' x ', 'a<b', null]],
    ['formulas', '<c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>"x"</f><v>x</v></c>', [2, 'x', null]],
    ['sparse cells', '<c r="C2"><v>3</v></c>', [null, null, 3]],
    ['cells without references', '<c><v>1</v></c><c/><c><v>3</v></c>', [1, null, 3]],
    ['control characters', textCell('A2', 'a_x000D_\nb _x005F_x0041_'), ['a\r\nb _x0041_', null, null]],
    ['guarded texts', textCell('A2', "'=1+1") + textCell('B2', "''-x"), ['=1+1', "'-x", null]],
    [
      'ISO dates',
      '<c r="A2" t="d"><v>2023-02-27T00:00:00</v></c><c r="B2" t="d" s="1"><v>2023-02-27T00:00:00</v></c>',
      ['2023-02-27T00:00:00', '2023-02-27', null],
    ],
    ['CDATA', '<c r="A2" t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>', ['a<b', null, null]],
  ])('have the values of %s', async (_, cells, expected) => {
    const shared = `<si><t>Plain &amp; “x”</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>`;
    const workbook = sheetOf(`${header}<row r="2">${cells}</row>`, { shared, formats: dateFormats });
    expect(await cellsOf(fileOf(workbook, 50))).toEqual([expected]);
  });

  it.each<[string, number, string]>([
    ['44984', 1, '2023-02-27'],
    ['44984.6', 1, '2023-02-27'],
    ['1', 1, '1900-01-01'],
    ['59', 1, '1900-02-28'],
    ['61', 1, '1900-03-01'],
    ['44984.604166666664', 2, '2023-02-27T14:30:00'],
    ['44984', 2, '2023-02-27T00:00:00'],
    ['44984.99999999', 2, '2023-02-28T00:00:00'],
    ['0.604166666666667', 3, '14:30:00'],
    ['44984.5', 3, '2023-02-27T12:00:00'],
    ['44984', 6, '2023-02-27'],
    ['2958465', 1, '9999-12-31'],
  ])('have the date that Excel shows for %s in format %i', async (value, style, expected) => {
    const [cells] = await cellsOf(fileOf(sheetOf(numberRow(value, style), { formats: dateFormats }), 5000));
    expect(cells?.[0]).toBe(expected);
  });

  it.each([4, 5, 7])('have numbers where the format shows no date: %i', async (style) => {
    expect((await cellsOf(fileOf(sheetOf(numberRow('1.5', style), { formats: dateFormats }))))[0]?.[0]).toBe(1.5);
  });

  it.each([
    ['0', '1904-01-01'],
    ['43522', '2023-02-27'],
  ])('have dates from 1904 if the workbook says so: %s', async (value, expected) => {
    const workbook = sheetOf(numberRow(value, 1), { formats: dateFormats, is1904: true });
    expect((await cellsOf(fileOf(workbook)))[0]?.[0]).toBe(expected);
  });

  it.each([
    ['60', '60'],
    ['-1', '-1'],
    ['0', null],
  ])('have a text, or nothing, where the format shows a date and the number %s is none', async (value, expected) => {
    const [cells] = await cellsOf(fileOf(sheetOf(numberRow(value, 1), { formats: dateFormats })));
    expect(cells?.[0] ?? null).toBe(expected);
  });

  it('have errors and formulas without values counted by their columns', async () => {
    const cells = `<c r="A2" t="inlineStr"><is><t>x</t></is></c><c r="B2" t="e"><v>#REF!</v></c><c r="C2"><f>A1</f><v/></c>`;
    const { oddities } = await detectFormat(fileOf(sheetOf(`${header}<row r="2">${cells}</row>`), 5000));
    expect(oddities).toEqual([
      'Errors and words for nothing count as blank: b (1, #REF!).',
      expect.stringMatching(/^Formulas without a stored value count as blank: c \(1, formulas\)\./),
    ]);
  });

  it.each([['<c r="B2"><v>1,5</v></c>', 'The cell has a number that cannot be read.']])(
    'have a problem of the column, and reading goes on: %s',
    async (cell, message) => {
      const sheet = `${header}<row r="2">${cell}</row>${textRow(3, 'x')}`;
      const rows = await rowsOf(fileOf(sheetOf(sheet, { formats: dateFormats })));
      expect(rows[0]?.problem).toEqual({ column: 'b', message });
      expect(rows[1]).toEqual({ number: 2, line: 3, cells: ['x', null, null] });
    },
  );

  it('have the number of the row of the sheet; blank rows do not count', async () => {
    const sheet = `${textRow(2, 'Bid log')}${textRow(4, 'name', 'due')}<row r="6"/><row r="7"><c r="A7" t="inlineStr"><is><t> </t></is></c></row>${textRow(9, 'x')}`;
    const rows = await rowsOf(fileOf(sheetOf(sheet)));
    expect(rows).toEqual([{ number: 1, line: 9, cells: ['x', null] }]);
  });

  it('have columns for all cells, also for those that the header does not name', async () => {
    const sheet = `${textRow(1, 'name')}${textRow(2, 'x')}<row r="3"><c r="C3"><v>5</v></c></row>`;
    expect(await cellsOf(fileOf(sheetOf(sheet)))).toEqual([
      ['x', null, null],
      [null, null, 5],
    ]);
  });
});

describe('a workbook with changed bytes', () => {
  it('is read or refused', async () => {
    const shared = '<si><t>Clinic</t></si>';
    const bytes = sheetOf(`${header}<row r="2"><c r="A2" t="s"><v>0</v></c></row>`, { shared, formats: dateFormats });
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const changed = Buffer.from(bytes);
        for (const [at, byte] of all) changed[at] = byte;
        const outcome = await rowsOf(fileOf(changed, 65_536)).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || outcome instanceof Refusal, String(outcome)).toBe(true);
      }),
      { numRuns: runsOf(200, 20_000) },
    );
  });
});
