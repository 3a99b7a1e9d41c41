import { LRUCache } from 'lru-cache';
import { answerTooLarge, type LargeBy, mostOfAnswer } from '../../refusal.ts';
import type { ResultColumn, Engine, Param } from '../../database/engine.ts';
import { type Parse, parserOf } from '../../database/engine-values.ts';
import { memoByEngine, queueByEngine } from '../../database/memo-by-engine.ts';
import { waitingFor } from '../../database/timed-engine.ts';

/**
 * Reads rows of many columns, unless they are too large for one answer. Each row is fetched as one text column,
 * because driver overhead per value, with some three thousand values on a page, would be most of the cost of reading a
 * list. The first run of a statement fetches its rows unpacked, to learn their columns.
 * @param text the statement, with a column `row_size` in bytes.
 * @param most the limit of all rows together, in bytes. Postgres adds up the sizes before it reads long values.
 * @returns null if the rows exceed the limit; then at most the first row has been read.
 */
export async function readRowsWithin<Row extends object = Readonly<Record<string, unknown>>>(
  engine: Engine,
  text: string,
  params: readonly Param[],
  most: number,
): Promise<readonly Readonly<Row>[] | null> {
  const parse = parsers(engine).get(text);
  if (parse === undefined) return (await readFirst(engine, text, params, most)) as Row[] | null;
  const rows = await engine.query<{ packed: string | null }>(
    `select case when sized.all_sizes <= ${most} then sized::text end as packed from (${sizedText(text)}) sized`,
    params,
  );
  const found: Row[] = [];
  for (const { packed } of rows) {
    if (packed === null) return null;
    found.push(parse(packed) as Row);
  }
  return found;
}

/** The limit of bytes that a statement reads without waiting. */
const mostUnlimited = 2 ** 20;

/** Two large reads at once, because each holds its rows in several forms. With two, a slow one does not block all. */
const largeReads = queueByEngine(2, 1000);

/**
 * Like `readRowsWithin`, with the limit of one answer. A large read first learns its size, then waits for its turn.
 * @throws {Refusal} `invalid_query` if the rows exceed the limit, `unavailable` if too many large reads wait.
 */
export async function readRows<Row extends object = Readonly<Record<string, unknown>>>(
  engine: Engine,
  text: string,
  params: readonly Param[],
  by: LargeBy = 'per_page',
): Promise<readonly Readonly<Row>[]> {
  const few = await readRowsWithin<Row>(engine, text, params, mostUnlimited);
  if (few !== null) return few;
  const readAll = () => readRowsWithin<Row>(engine, text, params, mostOfAnswer);
  const rows = await waitingFor(engine, () => largeReads(engine, readAll));
  if (rows === null) throw answerTooLarge(by);
  return rows;
}

/** If the rows are too large together, reads only the first one: it gives the columns and the total size. */
async function readFirst(engine: Engine, text: string, params: readonly Param[], most: number) {
  const { columns, rows } = await engine.table(
    `select * from (${sizedText(text, ', row_number() over () as place')}) sized
    where all_sizes <= ${most} or place = 1`,
    params,
  );
  parsers(engine).set(text, rowParser(columns.slice(0, -1)));
  return Number(rows[0]?.['all_sizes'] ?? 0) > most ? null : rows;
}

/** The rows, each with the sum of all sizes. Packing the rows below the sum would read their long values. */
const sizedText = (text: string, further = ''): string =>
  `select packed.*, sum(packed.row_size) over () as all_sizes${further} from (${text}) packed`;

type ParseRow = (packed: string) => Readonly<Record<string, unknown>>;

const mostParsers = 500;
/** The row parsers, by the text of the statement. */
const parsers = memoByEngine(() => new LRUCache<string, ParseRow>({ max: mostParsers }));

/** Reads composite values, `(1,"two words",)` (PostgreSQL manual, Composite Type Input and Output Syntax). */
function rowParser(columns: readonly ResultColumn[]): ParseRow {
  // Copying an object that has all keys is faster than adding the keys one by one.
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const fields = columns.map(({ name, type }, index) => {
    const mark = index === columns.length - 1 ? ')' : ',';
    return { name, parse: parserOf(type), mark };
  });
  return (packed) => {
    const row: Record<string, unknown> = { ...empty };
    let at = 0;
    for (const { name, parse: parseValue, mark } of fields) {
      const start = at + 1;
      at = endOf(packed, start, mark);
      if (packed[at] !== mark) throw new Error('the rows are not of the columns that the statement was said to have');
      if (at > start) row[name] = valueOf(packed, start, at, parseValue);
    }
    return row;
  };
}

const quote = '"'.charCodeAt(0);

/** The end of a value, which may be quoted. */
function endOf(text: string, start: number, mark: string): number {
  if (text.charCodeAt(start) !== quote) return text.indexOf(mark, start);
  let end = text.indexOf('"', start + 1);
  // A quote inside the value is doubled.
  while (text.charCodeAt(end + 1) === quote) end = text.indexOf('"', end + 2);
  return end + 1;
}

function valueOf(text: string, start: number, end: number, parse: Parse | null): unknown {
  const value = text.charCodeAt(start) === quote ? unquoted(text.slice(start + 1, end - 1)) : text.slice(start, end);
  return parse === null ? value : parse(value);
}

const unquoted = (value: string): string =>
  value.includes('"') || value.includes('\\') ? value.replace(/""|\\\\/g, (pair) => pair.charAt(0)) : value;
