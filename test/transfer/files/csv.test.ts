import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../support/endurance.ts';
import { CsvRecords } from '../../../src/transfer/files/text/csv-records.ts';
import { cellsOf, fileOf, refusalOf, rowsOf } from './support/files.ts';

describe('a quotation mark that nothing closes', () => {
  it('is a character of its cell also if more than 1 MiB of rows follow', () => {
    const rows = Array.from({ length: 120_000 }, (_, index) => `R-${index},Hall ${index},Acme,5`);
    const text = ['No,Name,Client,Amount', 'A,Mill,Roe,1', 'B,"Barn,Roe,2', ...rows].join('\n');
    const records = new CsvRecords(',');
    const pieces = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, at) =>
      text.slice(at * 65_536, (at + 1) * 65_536),
    );
    const found = pieces.flatMap((piece, at) => records.add(piece, at === pieces.length - 1));
    expect(found).toHaveLength(rows.length + 3);
    expect(found[2]).toMatchObject({ line: 3, cells: ['B', '"Barn', 'Roe', '2'], fault: { cell: 1 } });
    expect(found.at(-1)).toMatchObject({ line: rows.length + 3, cells: ['R-119999', 'Hall 119999', 'Acme', '5'] });
  });
});

describe('the rows of a CSV file', () => {
  it.each<[string, string, (readonly unknown[])[]]>([
    [
      'CRLF',
      'a,b\r\n1,2\r\n3,4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'LF, without one at the end',
      'a,b\n1,2\n3,4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'CR',
      'a,b\r1,2\r3,4\r',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['quoted delimiters, quotes and line breaks', 'a,b\n"x, ""y""","1\r\n2"\n', [['x, "y"', '1\r\n2']]],
    ['quotes inside a cell', 'a,b\n3" pipe,12" "x"\n', [['3" pipe', '12" "x"']]],
    ['empty quotes', 'a,b\n"",x\n', [['', 'x']]],
    ['a last cell that is blank', 'a,b\nx,', [['x', '']]],
    [
      'fewer cells',
      'a,b,c\nx\ny,z\n',
      [
        ['x', null, null],
        ['y', 'z', null],
      ],
    ],
    ['blank cells behind the columns', 'a,b\nx,y,, ,\n', [['x', 'y']]],
    ['blank lines', 'a,b\n\n , \n,,,\n"",""\nx,y\n\n', [['x', 'y']]],
    ['characters of several bytes', 'a,b\né€,😀\n', [['é€', '😀']]],
    [
      'texts that an export guarded',
      "a,b\n'=1+1,'-x\n''@x,'quoted'\n",
      [
        ['=1+1', '-x'],
        ["'@x", "'quoted'"],
      ],
    ],
  ])('are read: %s', async (_, text, cells) => {
    expect(await cellsOf(fileOf(text, 1))).toEqual(cells);
    expect(await cellsOf(fileOf(text, 5))).toEqual(cells);
  });

  it('have the number of the row and of the line on which they begin', async () => {
    const rows = await rowsOf(fileOf('Bid log\n\n"na\nme",due\r\na,"x\r\n\ny"\r\n\r\n"b\rc",d\n', 3));
    expect(rows.map(({ number, line, cells }) => [number, line, cells])).toEqual([
      [1, 5, ['a', 'x\r\n\ny']],
      [2, 9, ['b\rc', 'd']],
    ]);
  });

  it('are none if the file has a header alone', async () => {
    expect(await rowsOf(fileOf('name,amount\r\n'))).toEqual([]);
  });

  it.each([
    ['UTF-16 as Excel saves it', Buffer.from('\ufeffname\tplace\r\nCafé\tAustin, TX\r\n', 'utf16le')],
    ['Windows-1252', Buffer.from('name\tplace\r\nCaf\xe9\tAustin, TX\r\n', 'latin1')],
  ])('are read from %s', async (_, bytes) => {
    expect(await cellsOf(fileOf(bytes, 1))).toEqual([['Café', 'Austin, TX']]);
  });

  it('have the characters that Windows puts in place of controls', async () => {
    expect(await cellsOf(fileOf(Buffer.from('name\n\x80\x93x\x94\x99\n', 'latin1')))).toEqual([['€“x”™']]);
  });

  it.each<[string, string, string | null, string]>([
    ['too many cells', 'a,b\nx,y,,z\n', null, 'The row has 4 cells, but the file has 2 columns.'],
    ['a NUL character', 'a,b\nx,y\0z\n', 'b', 'The cell has a NUL character.'],
    [
      'text behind a quoted cell',
      'a,b\n"Smith" Plumbing,y\n',
      'a',
      'A quotation mark inside a quoted cell is not doubled.',
    ],
  ])('have a problem, and reading goes on: %s', async (_, text, column, message) => {
    const rows = await rowsOf(fileOf(`${text}p,q\n`));
    expect(rows[0]?.problem).toEqual({ column, message });
    expect(rows[1]).toEqual({ number: 2, line: 3, cells: ['p', 'q'] });
  });

  it('keep the cells behind the columns', async () => {
    expect(await cellsOf(fileOf('a,b\nx,y,,z\n'))).toEqual([['x', 'y', '', 'z']]);
  });

  it('are the same however the file is cut', () => {
    const texts = fc.array(fc.constantFrom('a', 'é', '"', '""', ',', '\n', '\r', '\r\n', "'", '=', ' '), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(texts, fc.nat(20), (parts, cut) => {
        const text = parts.join('');
        expect(recordsOf([text.slice(0, cut), text.slice(cut)])).toEqual(recordsOf([text]));
        expect(recordsOf([...text])).toEqual(recordsOf([text]));
      }),
      { numRuns: runsOf(500, 20_000) },
    );
  });
});

function recordsOf(pieces: readonly string[]): unknown {
  const records = new CsvRecords(',');
  try {
    return [...pieces.flatMap((piece) => records.add(piece)), ...records.add('', true)];
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

describe('a CSV file', () => {
  it('is refused for a quotation mark that is not closed, with its place', async () => {
    const { detail, problem } = await refusalOf(rowsOf(fileOf('name,note\na,b\n\nc,"d\ne,f\n', 2)));
    expect(problem).toMatchObject({ pointer: '/file', code: 'invalid_format', row: 3, line: 4, column: 3 });
    expect(detail).toContain('Place: row 3, line 4, column 3.');
  });

  it('is refused if bytes do not fit the encoding that a user chose', async () => {
    const file = fileOf(Buffer.from('name\nCaf\xe9s\n', 'latin1'));
    const { problem } = await refusalOf(rowsOf(file, { correction: { encoding: 'utf-16be' } }));
    expect(problem).toMatchObject({ pointer: '/file', message: 'The file has bytes that are not UTF-16BE.' });
  });
});
