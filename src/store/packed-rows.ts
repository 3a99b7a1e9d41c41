import type { Column, Engine, Param } from './engine.ts';
import { type Parse, parserOf } from './engine-values.ts';
import { keptWith } from './kept-with.ts';
import { Recent } from './recent.ts';

/**
 * Reads rows of many columns. Each comes as one text: what a driver takes for each value of each row, some three
 * thousand for a page, is most of what reading a list costs otherwise. The first time a statement is sent, its rows
 * come as they are, and tell their columns.
 */
export const readRows = <Row extends object = AnyRow>(
  engine: Engine,
  text: string,
  params: readonly Param[],
): Promise<readonly Readonly<Row>[]> => read<Row>(engine, { text, params }, ({ parse }, packed) => parse(packed));

/**
 * The same for rows that are likely to be read again and again, as those of the pages that people look at: a row that
 * comes in the very words in which it came lately is the same object as then, and what was made of it can be kept.
 */
export const readRecurringRows = <Row extends object = AnyRow>(
  engine: Engine,
  text: string,
  params: readonly Param[],
): Promise<readonly Readonly<Row>[]> =>
  read<Row>(engine, { text, params }, (reader, packed) => recurring(recentRows(engine), reader, packed));

type AnyRow = Readonly<Record<string, unknown>>;

/** How rows of the same columns are read. */
interface Reader {
  /** The names and types of the columns. */
  readonly of: string;
  readonly parse: (packed: string) => AnyRow;
}

const mostReaders = 500;
/** By the text of a statement. */
const readers = keptWith<Engine, Recent<string, Reader>>(() => new Recent(mostReaders));

async function read<Row extends object>(
  engine: Engine,
  { text, params }: { text: string; params: readonly Param[] },
  rowOf: (reader: Reader, packed: string) => AnyRow,
): Promise<readonly Readonly<Row>[]> {
  const reader = readers(engine).get(text);
  if (reader === undefined) {
    const { columns, rows } = await engine.table(text, params);
    readers(engine).set(text, readerOf(columns));
    return rows as Row[];
  }
  const rows = await engine.query<{ packed: string }>(`select packed::text as packed from (${text}) packed`, params);
  return rows.map(({ packed }) => rowOf(reader, packed)) as Row[];
}

interface RecentRow {
  readonly of: string;
  readonly row: AnyRow;
}

const mostRows = 1000;
/** By the text of a row. */
const recentRows = keptWith<Engine, Recent<string, RecentRow>>(() => new Recent(mostRows));
/** In characters; rows with longer descriptions would take memory for which there is better use. */
const longestRow = 4096;

function recurring(rows: Recent<string, RecentRow>, { of, parse }: Reader, packed: string): AnyRow {
  const recent = rows.get(packed);
  if (recent?.of === of) return recent.row;
  const row = parse(packed);
  if (packed.length <= longestRow) rows.set(packed, { of, row });
  return row;
}

/** Reads composite values, `(1,"two words",)` (PostgreSQL manual, Composite Type Input and Output Syntax). */
function readerOf(columns: readonly Column[]): Reader {
  // A copy of an object with all of its keys is made at once; one that grows key by key is not.
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const fields = columns.map(({ name, type }, index) => {
    const mark = index === columns.length - 1 ? ')' : ',';
    return { name, parse: parserOf(type), mark };
  });
  const parse = (packed: string): AnyRow => {
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
  return { of: JSON.stringify(columns.map(({ name, type }) => [name, type])), parse };
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
