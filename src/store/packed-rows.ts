import type { Column, Engine, Param } from './engine.ts';
import { type Parse, parserOf } from './engine-values.ts';
import { keptWith } from './kept-with.ts';
import { Recent } from './recent.ts';

/**
 * Reads rows of many columns. Each comes as one text: what a driver takes for each value of each row, some three
 * thousand for a page, is most of what reading a list costs otherwise. The first time a statement is sent, its rows
 * come as they are, and tell their columns.
 */
export async function readRows<Row extends object = Readonly<Record<string, unknown>>>(
  engine: Engine,
  text: string,
  params: readonly Param[],
): Promise<readonly Readonly<Row>[]> {
  const parse = parsers(engine).get(text);
  if (parse === undefined) {
    const { columns, rows } = await engine.table(text, params);
    parsers(engine).set(text, rowParser(columns));
    return rows as Row[];
  }
  const rows = await engine.query<{ packed: string }>(`select packed::text as packed from (${text}) packed`, params);
  return rows.map(({ packed }) => parse(packed)) as Row[];
}

type ParseRow = (packed: string) => Readonly<Record<string, unknown>>;

const mostParsers = 500;
/** By the text of a statement. */
const parsers = keptWith<Engine, Recent<string, ParseRow>>(() => new Recent(mostParsers));

/** Reads composite values, `(1,"two words",)` (PostgreSQL manual, Composite Type Input and Output Syntax). */
function rowParser(columns: readonly Column[]): ParseRow {
  // A copy of an object with all of its keys is made at once; one that grows key by key is not.
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

/** Where a value ends that may be quoted. */
function endOf(text: string, start: number, mark: string): number {
  if (text.charCodeAt(start) !== quote) return text.indexOf(mark, start);
  let end = text.indexOf('"', start + 1);
  // A quote within is doubled.
  while (text.charCodeAt(end + 1) === quote) end = text.indexOf('"', end + 2);
  return end + 1;
}

function valueOf(text: string, start: number, end: number, parse: Parse | null): unknown {
  const value = text.charCodeAt(start) === quote ? unquoted(text.slice(start + 1, end - 1)) : text.slice(start, end);
  return parse === null ? value : parse(value);
}

const unquoted = (value: string): string =>
  value.includes('"') || value.includes('\\') ? value.replace(/""|\\\\/g, (pair) => pair.charAt(0)) : value;
