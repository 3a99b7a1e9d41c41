import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import type { FileFormat } from '../../../src/resources/transfer/imports.ts';
import type { FileBytes } from '../../../src/transfer/files/file-rows.ts';
import { readRows } from '../../../src/transfer/files/read-rows.ts';
import { runsOf } from '../../support/endurance.ts';
import { fileOf, generatedFile, refusalOf } from './support/files.ts';
import { liveMemory } from './support/live-memory.ts';

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
      const times = Math.ceil(runsOf(24_000_000, 400_000_000) / part.length);
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
    const many = runsOf(200_000, 1_000_000);
    const part = 'Clinic,12\n'.repeat(many);
    const rows = await count(
      generatedFile(() => ['name,amount\n', part]),
      csv,
      ['name', 'amount'],
    );
    isReading = false;
    expect(rows).toBe(many);
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
    expect(Math.max(...(await sizes(`${'x'.repeat(1_000_000)},y\n`, 20)))).toBe(1);
  });
});
