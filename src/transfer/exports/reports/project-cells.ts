import type { ExportColumn } from '../columns.ts';
import { columnsOf, joinedCells, type Part, recordCells, recordColumns, type TableRow } from './report-table.ts';

const references = ['company', 'project_stage', 'assigned_to'];

/** The columns of the project of an item. */
export const projectColumns: readonly ExportColumn[] = [
  ...recordColumns('project'),
  ...recordColumns(...references),
  ...columnsOf('amount', 'amount'),
];

/** The cells of the project of an item. */
export const projectCells = (item: Part): TableRow => ({
  ...joinedCells(['project', ...references].map((name) => recordCells(name, item[name]))),
  amount: item['amount'] as number | null,
});
