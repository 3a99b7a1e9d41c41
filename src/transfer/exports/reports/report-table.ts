import { type ExportColumn, type ExportedRecord, nameIn, textColumn } from '../columns.ts';
import type { ExportCell } from '../cells.ts';
import { boldRow } from '../xlsx.ts';

/** A row of a table, by the names of its columns. */
export type TableRow = Readonly<Record<string, ExportCell>>;

/** A table of a report. */
export interface ReportTable {
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly rows: Iterable<TableRow>;
}

/** A report as its answer shows it, with its groups one by one. */
export interface ReportValue {
  readonly report: ExportedRecord;
  readonly groups: Iterable<ExportedRecord>;
}

/** A part of a report as an object. */
export type Part = Readonly<Record<string, unknown>>;

/** An object within a report. */
export const partOf = (value: unknown): Part => value as Part;

/** A list within a report. */
export const partsOf = (value: unknown): readonly Part[] => value as readonly Part[];

/** Columns of one kind. */
export const columnsOf = (kind: ExportColumn['kind'], ...names: readonly string[]): ExportColumn[] =>
  names.map((name) =>
    kind === 'amount' || kind === 'ratio'
      ? { name, kind, cell: (row) => (row[name] ?? null) as ExportCell }
      : { ...textColumn(name, (row) => row[name]), kind },
  );

/** The columns of an embedded record: its id and its name. */
export const recordColumns = (...names: readonly string[]): ExportColumn[] =>
  names.flatMap((name) => [...columnsOf('plain', `${name}_id`), ...columnsOf('text', name)]);

/** The cells of an embedded record; empty without one. */
export function recordCells(name: string, value: unknown): TableRow {
  if (value === null || value === undefined) return { [`${name}_id`]: null, [name]: null };
  return { [`${name}_id`]: partOf(value)['id'] as string, [name]: nameIn(value) };
}

/** The columns of the group of a line. */
export const groupColumns = recordColumns('group');

/** The cells of the group of a line; the total is in bold. */
export function groupCells(line: Part): TableRow {
  if (!('group' in line)) return { group_id: null, group: 'total', [boldRow]: true };
  const { group } = line;
  if (typeof group !== 'object' || group === null) return { group_id: null, group: group as string | null };
  return 'id' in group ? recordCells('group', group) : { group_id: null, group: bandName(group) };
}

interface Band {
  readonly from?: number | null;
  readonly to?: number | null;
}

function bandName({ from = null, to = null }: Band): string {
  if (from === null) return `below ${to}`;
  return to === null ? `${from} and more` : `${from} to below ${to}`;
}

/** The lines of a report: the groups, then the total. */
export function* linesOf({ report, groups }: ReportValue): Generator<Part> {
  yield* groups;
  yield partOf(report['total']);
}

/** Some members of a part as cells, under their names behind a prefix. */
export const cellsOf = (part: Part, names: readonly string[], prefix = ''): TableRow =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, part[name] as ExportCell]));

const mostOnPage = 100;

/** The cells of several parts as one row. */
export const joinedCells = (rows: readonly TableRow[]): TableRow =>
  Object.fromEntries(rows.flatMap((row) => Object.entries(row)));

/** The rows of a table as the pages that the writers read. */
export async function* tablePages({ rows }: ReportTable): AsyncGenerator<readonly string[], void, undefined> {
  let page: string[] = [];
  for (const row of rows) {
    page.push(JSON.stringify(row));
    if (page.length < mostOnPage) continue;
    yield await Promise.resolve(page);
    page = [];
  }
  yield page;
}
