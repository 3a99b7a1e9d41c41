import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import { readRows } from '../../../src/transfer/files/read-rows.ts';
import { cellsOf, fileOf, rowsOf } from './support/files.ts';

describe('the rows of an NDJSON file', () => {
  it('have the values of the keys, in the order in which the keys appear', async () => {
    const text =
      '{"name":"Café 😀","amount":12.5,"tags":["a"]}\r\n\n{"address":{"city":"Waco"},"name":null,"done":true}\n';
    expect(await cellsOf(fileOf(text, 1))).toEqual([
      ['Café 😀', 12.5, ['a'], null, null],
      [null, null, null, { city: 'Waco' }, true],
    ]);
  });

  it('keep keys that objects have by themselves', async () => {
    expect(await cellsOf(fileOf('{"__proto__":"x","constructor":1}\n{}\n'))).toEqual([
      ['x', 1],
      [null, null],
    ]);
  });

  it.each([
    ['broken JSON', '{"a":1', 'The line is not JSON.'],
    ['a list', '[1]', 'The line is not a JSON object.'],
    ['a number', '5', 'The line is not a JSON object.'],
    ['deep nesting', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'The line is nested too deeply.'],
  ])('keep the text of a line that is no object, with a problem: %s', async (_, line, message) => {
    const rows = await rowsOf(fileOf(`{"a":1}\n${line}\n{"a":2}`, 4096));
    expect(rows[1]).toEqual({ number: 2, line: 2, cells: [null, line], problem: { column: null, message } });
    expect(rows[2]).toEqual({ number: 3, line: 3, cells: [2] });
  });

  it.each([String.raw`"x\u0000"`, String.raw`["\ud800"]`, String.raw`{"\u0000":1}`])(
    'have a problem if a database cannot store %s',
    async (value) => {
      const [row] = await rowsOf(fileOf(`{"a":${value}}`));
      expect(row?.problem?.message).toContain('cannot be stored');
      expect(JSON.stringify(row?.cells)).not.toMatch(/\\u(0000|d800)/);
    },
  );

  it('keep keys that are no columns, with a problem; blank ones do not count', async () => {
    const file = fileOf('{"a":1}\n{"a":2,"b":"x","c":null}\n{"a":3,"b":" "}\n');
    const { format } = await detectFormat(file);
    const rows = [];
    for await (const batch of readRows(file, format, ['a'])) rows.push(...batch);
    expect(rows[1]).toMatchObject({
      cells: [2, { b: 'x' }],
      problem: { message: 'The key "b" is not a column of the file.' },
    });
    expect(rows[2]).toEqual({ number: 3, line: 3, cells: [3] });
  });
});
