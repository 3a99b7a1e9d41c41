import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileFormat } from '../../../src/resources/transfer/imports.ts';
import type { FileRow } from '../../../src/transfer/files/file-rows.ts';
import { withGuard, plainText } from '../../../src/transfer/files/formula-text.ts';
import { readRows } from '../../../src/transfer/files/read-rows.ts';
import { csvWithProblems, ndjsonWithProblems } from '../../../src/transfer/files/rows-with-problems.ts';
import { runsOf } from '../../support/endurance.ts';
import { fileOf, rowsOf } from './support/files.ts';

const csv: FileFormat = { type: 'csv', encoding: 'utf-8', delimiter: ',', header_row: 1, sheet: null };
const runs = { numRuns: runsOf(200, 10_000) };

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function readAgain(text: string, columns: readonly string[], format = csv): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of readRows(fileOf(text, 11), format, columns)) rows.push(...batch);
  return rows;
}

describe('the file of rejected rows', () => {
  it('is CSV in UTF-8 with a mark, and a column that tells why', async () => {
    const rows = [{ cells: ['Clinic "A", East', 12.5, null], problems: ['No date.', 'No name.'] }];
    expect(await textOf(csvWithProblems(['name', 'amount', 'due'], rows))).toBe(
      '\ufeffname,amount,due,problems\r\n"Clinic ""A"", East",12.5,,No date. No name.\r\n',
    );
  });

  it('has quotes around a text with a delimiter of other programs', async () => {
    const rows = [{ cells: ['x;=1+1', 'x|y', 'x\ty'], problems: [] }];
    expect(await textOf(csvWithProblems(['a', 'b', 'c'], rows))).toContain('"x;=1+1","x|y","x\ty",');
  });

  it('has the cells that the file had, whatever they are', async () => {
    const character = fc.constantFrom(
      'a',
      '€',
      '😀',
      '"',
      ',',
      ';',
      '\n',
      '\r',
      '\t',
      "'",
      '=',
      '+',
      '-',
      '@',
      '5',
      ' ',
    );
    const cell = fc.string({ unit: character, maxLength: 8 });
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, async (cells) => {
        const text = await textOf(
          csvWithProblems(
            ['a', 'b'],
            cells.map((row) => ({ cells: row, problems: ['No.'] })),
          ),
        );
        const rows = await readAgain(text, ['a', 'b', 'problems']);
        expect(rows.map((row) => row.cells)).toEqual(cells.map((row) => [...row, 'No.']));
      }),
      runs,
    );
  });

  it('has no text that a spreadsheet takes for a formula', async () => {
    const texts = ['=1+1', '+1 210 555', '-x', '@x', '\tx', '\rx', "'=x", "''=x", '-5', '+1.5', "'x"];
    const guarded = ["'=1+1", "'+1 210 555", "'-x", "'@x", "'\tx", "'\rx", "''=x", "'''=x", '-5', '+1.5', "'x"];
    expect(texts.map(withGuard)).toEqual(guarded);
    expect(guarded.map(plainText)).toEqual(texts);
  });

  it('replaces the reasons of an earlier file, and keeps cells that were too many behind them', async () => {
    const [row] = await rowsOf(fileOf('name,problems\nClinic,Old.,x,y\n'));
    const text = await textOf(csvWithProblems(['name', 'problems'], [{ cells: row?.cells ?? [], problems: ['New.'] }]));
    expect(text).toBe('\ufeffname,problems\r\nClinic,New.,x,y\r\n');
  });

  it('is NDJSON with a list of reasons', async () => {
    const lines = ['{"a":"=1","b":{"c":[1]}}', '{"a":2,"late":"x"}', '{"a":'];
    const format: FileFormat = { ...csv, type: 'ndjson', delimiter: null, header_row: null };
    const rows = await readAgain(lines.join('\n'), ['a', 'b'], format);
    const text = await textOf(
      ndjsonWithProblems(
        ['a', 'b'],
        rows.map(({ cells }) => ({ cells, problems: ['No.'] })),
      ),
    );
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { a: '=1', b: { c: [1] }, problems: ['No.'] },
      { a: 2, late: 'x', problems: ['No.'] },
      { unread: '{"a":', problems: ['No.'] },
    ]);
  });
});
