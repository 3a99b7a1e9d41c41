import type { AskedFilter } from '../../../records/reading/list-filters.ts';
import { labelOf } from '../../../resources/labels.ts';
import type { Directory } from '../../../store/rows/directory.ts';
import type { ExportCell } from '../cells.ts';
import type { ExportedRecord } from '../columns.ts';
import { filterInWords } from './filter-words.ts';
import { columnsOf, type ReportTable, type TableRow } from './report-table.ts';

/** What the last worksheet of a report says about it. */
export interface AboutReport {
  readonly title: string;
  readonly head: ExportedRecord;
  readonly directory: Directory;
  readonly filters: readonly AskedFilter[];
  /** The report's own parameters as the request sends them. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const headNames = [
  ...['as_of', 'day', 'names_as_of', 'time_zone', 'currency', 'fiscal_year_starts_month', 'from', 'to'],
  ...['curve', 'every', 'group_by'],
];

/** The firm, the report, its instants, its parameters and its filters in words. */
export const aboutTable = (about: AboutReport): ReportTable => ({
  name: 'About',
  columns: columnsOf('text', 'name', 'value'),
  rows: aboutRows(about),
});

function* aboutRows({ title, head, directory, filters, parameters }: AboutReport): Generator<TableRow> {
  yield { name: 'Firm', value: directory.account.name };
  yield { name: 'Report', value: title };
  const shown = headNames.filter((name) => (head[name] ?? null) !== null);
  for (const name of shown) yield { name: labelOf(name), value: headCell(name, head[name] as ExportCell) };
  for (const [name, value] of parameters.filter(([name]) => !shown.includes(name))) {
    yield { name: labelOf(name), value };
  }
  for (const filter of filters) yield { name: 'Filter', value: filterInWords(filter, directory) };
}

const headCell = (name: string, value: ExportCell): ExportCell =>
  name === 'fiscal_year_starts_month' ? monthName(Number(value)) : value;

/** @param month from 1. */
const monthName = (month: number): string =>
  new Date(Date.UTC(2000, month - 1)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' });
