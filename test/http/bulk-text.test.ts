import { describe, expect, it } from 'vitest';
import { mostValues, readRows } from '../../src/http/request/bulk-text.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, most = 100) => readRows(bytes(text), { key: 'projects', most });
const rowsOf = async (text: string): Promise<unknown> => (await read(text))?.rows?.map((row) => row.parse());

/** Values of every kind that JSON has. */
const varied = [
  ...['0', '-0.5e+3', '1E9', 'true', 'null', '""', '"\\u00e9\\\\\\"\\n\\/"', '"\u007f\u2028😀"', '[]', '{}'],
  ...['[1,[2,{"a":[{}]}],"]"]', ' { "a" : 1 , "b\\"}" : [ { "c" : "}{][,:" } ] } '],
];

describe('the rows of a body', () => {
  it('are the values that JSON.parse returns', async () => {
    const text = `\ufeff{ "projects" : [ ${varied.join(' ,\n')} ] }`;
    expect(await rowsOf(text)).toEqual(JSON.parse(`[${varied.join(',')}]`));
  });

  it.each([
    ['come from the last of two equal keys', '{"projects":[1],"projects":[2,3]}', [2, 3]],
    ['have a key with escapes', '{"\\u0070rojects":[1]}', [1]],
    ['can be an empty list', '{"projects":[]}', []],
    ['are undefined after another key', '{"a":1,"projects":[1]}', undefined],
    ['are undefined before another key', '{"projects":[1],"a":[2]}', undefined],
    ['are undefined if they are no array', '{"projects":{"projects":[1]}}', undefined],
    ['are undefined if the last of two equal keys is no array', '{"projects":[1],"projects":2}', undefined],
    ['are undefined within an array', '[{"projects":[1]}]', undefined],
    ['are undefined in null', 'null', undefined],
  ])('%s', async (_, text, rows) => expect(await rowsOf(text)).toEqual(rows));

  it('come with their sizes, and are counted beyond the limit', async () => {
    const found = await read('{"projects":[{"a":[1,2],"b":{}}, [], 3]}', 2);
    const sizes = found?.rows?.map(({ length, values, keys }) => ({ length, values, keys }));
    expect(sizes).toEqual([
      { length: 18, values: 5, keys: 2 },
      { length: 2, values: 1, keys: 0 },
    ]);
    expect(found?.count).toBe(3);
  });

  it.each(['', ' ', '\n\t '])('are undefined in %j', async (text) => expect(await read(text)).toBeUndefined());

  it.each([
    ['{"projects":[1,]}', 1, 16],
    ['{"projects":[\n"a\tb"]}', 2, 3],
    ['{"projects":["\\x"]}', 1, 15],
    ['{"projects":[1]', 1, 16],
    ['{"projects":[1]}\r\n x', 2, 2],
    ['{"projects":[tru]}', 1, 14],
    ['{"projects":[01]}', 1, 15],
    ['{1:2}', 1, 2],
  ])('of %j are refused with the line and the column', async (text, line, column) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'malformed_json', members: { line, column } });
  });

  it('are nested at most 16 deep, and are UTF-8', async () => {
    const nested = (depth: number) => `{"projects":[${'['.repeat(depth)}${']'.repeat(depth)}]}`;
    expect(await rowsOf(nested(14))).toHaveLength(1);
    await expect(read(nested(15))).rejects.toMatchObject({ code: 'malformed_json' });
    await expect(read(nested(8_000_000))).rejects.toMatchObject({ code: 'malformed_json' });
    const cut = { code: 'malformed_json', message: 'The body is not valid UTF-8.' };
    await expect(readRows(bytes('"é"').subarray(0, 2), { key: 'projects', most: 1 })).rejects.toMatchObject(cut);
  });

  it('hold a limited number of values together', async () => {
    const holding = (values: number) => `{"projects":[${'1,'.repeat(values - 3)}1]}`;
    expect((await read(holding(mostValues)))?.count).toBe(mostValues - 2);
    const problems = [{ pointer: '/projects', code: 'too_many', message: 'must have at most 500,000 values' }];
    await expect(read(holding(mostValues + 1))).rejects.toMatchObject({ code: 'validation_failed', problems });
  });

  it('share a limit of different keys, of which rows with too many keys use none', async () => {
    const row = (from: number, count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 1])));
    const rows = [
      row(0, 2000),
      row(9000, 2001),
      row(2000, 2000),
      row(0, 2000),
      row(4000, 1000),
      row(7000, 1),
      row(4999, 1),
    ];
    const found = await read(`{"projects":[${rows.join(',')}]}`);
    expect(found?.rows?.map(({ hasFewNames }) => hasFewNames)).toEqual([true, false, true, true, true, false, true]);
  });

  it('let other work run while the service reads them', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await read(`{"projects":[${'{"a":1},'.repeat(200_000)}{}]}`);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });
});
