import type { Column, Engine, Param } from './engine.ts';
import { type Parse, parserOf } from './engine-values.ts';

/**
 * Reads rows of many columns. They come as one text: what a driver takes for each value of each row, some three
 * thousand for a page, is most of what reading a list costs otherwise. The first time a statement is sent, its rows
 * come as they are, and tell their columns.
 */
export async function readRows<Row extends object = Record<string, unknown>>(
  engine: Engine,
  text: string,
  params: readonly Param[],
): Promise<Row[]> {
  const known = columnsKnown.get(engine) ?? new Map<string, readonly Column[]>();
  columnsKnown.set(engine, known);
  const columns = known.get(text);
  if (columns) {
    const [answer] = await engine.query<{ packed: string | null }>(packing(text), params);
    return unpack(answer?.packed ?? '', columns) as Row[];
  }
  const table = await engine.table(text, params);
  const [oldest = ''] = known.size >= mostKnown ? known.keys() : [];
  known.delete(oldest);
  known.set(text, table.columns);
  return table.rows as Row[];
}

/** An aggregate takes rows in the order of the subquery below it. */
const packing = (text: string): string => `select string_agg(packed::text, '') as packed from (${text}) packed`;

/** By the text of a statement. */
const columnsKnown = new WeakMap<Engine, Map<string, readonly Column[]>>();
const mostKnown = 500;

/** The rows of a text of composite values, `(1,"two words",)(2,,t)` (PostgreSQL manual, Composite Type Input and Output Syntax). */
function unpack(text: string, columns: readonly Column[]): Record<string, unknown>[] {
  // A copy of an object with all of its keys is made at once; one that grows key by key is not.
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const fields = columns.map(({ name, type }, index) => {
    const mark = index === columns.length - 1 ? ')' : ',';
    return { name, parse: parserOf(type), mark };
  });
  const rows: Record<string, unknown>[] = [];
  let at = 0;
  while (at < text.length) {
    const row: Record<string, unknown> = { ...empty };
    for (const { name, parse, mark } of fields) {
      const start = at + 1;
      at = endOf(text, start, mark);
      if (text[at] !== mark) throw new Error('the rows are not of the columns that the statement was said to have');
      if (at > start) row[name] = valueOf(text, start, at, parse);
    }
    rows.push(row);
    at += 1;
  }
  return rows;
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
