import { deflateRawSync } from 'node:zlib';
import { oddTexts } from './odd-values.ts';
import type { Random } from './random.ts';

/** A file to import, and the type that the client says it has. */
export interface OddFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const types = ['text/csv', 'text/tab-separated-values', 'application/x-ndjson', xlsxType, 'application/octet-stream'];

/** @param columns of the table: only a narrow one has long cells. */
const cell = (random: Random, columns: number): string =>
  random.pick([
    () => random.pick(oddTexts),
    () => `"${random.pick(oddTexts).replaceAll('"', '""')}"`,
    () => '"',
    () => 'x'.repeat(columns < 10 ? random.pick([300, 70_000]) : 30),
    () => String(random.below(1e6)),
    () => '',
  ])();

/** In characters. A longer file would keep the fuzzer busy rather than the service. */
const longest = 1_000_000;

function table(random: Random): string {
  const [rows, columns] = [random.pick([0, 1, 3, 40]), random.pick([1, 2, 9, 400])];
  const separator = random.pick([',', ';', '\t', '|']);
  const lineEnd = random.pick(['\n', '\r\n', '\r']);
  const header = Array.from({ length: columns }, () =>
    random.pick(['name', 'Name', 'Bid Date', '', 'id', '__proto__', 'x']),
  );
  const lines = Array.from({ length: rows }, () =>
    Array.from({ length: random.isIn(80) ? columns : random.below(columns * 2) }, () => cell(random, columns)).join(
      separator,
    ),
  );
  return [header.join(separator), ...lines].join(lineEnd).slice(0, longest);
}

const lines = (random: Random): string =>
  Array.from({ length: 1 + random.below(20) }, () =>
    random.pick([
      () => JSON.stringify({ name: random.pick(oddTexts), phone: null }),
      () => '{"name":"\\ud800"}',
      () => '{"__proto__":1,"name":"x"}',
      () => '{"name":{"a":[1]}}',
      () => '[1,2]',
      () => '{"name":',
      () => '',
      () => `{"name":${'['.repeat(5000)}`,
    ])(),
  ).join('\n');

/** A zip archive with one deflated entry. */
function zipped(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed]);
  const central = Buffer.alloc(42);
  head.copy(central, 2, 0, 26);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), central, Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const makers: readonly ((random: Random) => Buffer)[] = [
  (random) => Buffer.from(table(random)),
  (random) => Buffer.from(lines(random)),
  (random) => Buffer.from(table(random), 'utf16le'),
  (random) => Buffer.from(table(random), 'latin1'),
  (random) => Buffer.from(Array.from({ length: random.pick([0, 1, 7, 3000]) }, () => random.below(256))),
  (random) =>
    zipped(random.pick(['xl/workbook.xml', '[Content_Types].xml', '../x']), Buffer.alloc(random.pick([0, 5_000_000]))),
  (random) =>
    zipped('xl/worksheets/sheet1.xml', Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;')).subarray(
      random.below(9),
    ),
  () => Buffer.from('\0\0\0\0name\0,\0'),
  (random) => Buffer.from(`name${','.repeat(random.pick([2000, 100_000]))}\n`),
  (random) => Buffer.from(`name\n"${'a'.repeat(random.pick([1000, 2_000_000]))}`),
];

/** Returns a file that is hardly what it says. */
export function oddFile(random: Random): OddFile {
  const bytes = random.pick(makers)(random);
  return random.isIn(25) ? inForm(random, bytes) : { type: random.pick(types), bytes };
}

function inForm(random: Random, bytes: Buffer): OddFile {
  const boundary = random.pick(['x', 'a'.repeat(70), '--', 'é']);
  const name = random.pick(['bids.csv', '../../x', 'x".csv', '\u0000', 'é.xlsx', '']);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const end = random.pick([`\r\n--${boundary}--\r\n`, '', `\r\n--${boundary}\r\n`]);
  const part = Buffer.concat([Buffer.from(head), bytes]);
  const parts = random.isIn(20) ? [part, Buffer.from('\r\n'), part] : [part];
  const type = `multipart/form-data; boundary=${random.isIn(85) ? boundary : 'other'}`;
  return { type, bytes: Buffer.concat([...parts, Buffer.from(end)]) };
}
