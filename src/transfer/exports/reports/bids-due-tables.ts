import type { ExportedRecord } from '../columns.ts';
import { boldRow } from '../xlsx.ts';
import { projectCells, projectColumns } from './project-cells.ts';
import {
  cellsOf,
  columnsOf,
  type Part,
  partOf,
  partsOf,
  recordCells,
  recordColumns,
  type ReportTable,
  type ReportValue,
  type TableRow,
} from './report-table.ts';

/** The tables of bids due: the bids, and the load by assignee with a column for each week. */
export function bidsDueTables({ report }: ReportValue): ReportTable[] {
  const weeks = partOf(report['load'])['weeks'] as readonly string[];
  return [
    {
      name: 'bids',
      columns: [
        ...columnsOf('date', 'date'),
        ...columnsOf('text', 'local_time'),
        ...projectColumns,
        ...columnsOf('text', 'bid_due_at', 'submitted_at'),
      ],
      rows: bidRows(report),
    },
    {
      name: 'load',
      columns: [...recordColumns('assigned_to'), ...columnsOf('plain', 'overdue', ...weeks)],
      rows: loadRows(partsOf(partOf(report['load'])['assignees']), weeks),
    },
  ];
}

function* bidRows({ days, amount }: ExportedRecord): Generator<TableRow> {
  for (const { date, bids } of partsOf(days)) {
    for (const bid of partsOf(bids)) {
      yield {
        date: date as string,
        ...projectCells(bid),
        ...cellsOf(bid, ['local_time', 'bid_due_at', 'submitted_at']),
      };
    }
  }
  yield { date: 'total', amount: amount as number, [boldRow]: true };
}

const countIn = (part: unknown): number => partOf(part)['count'] as number;

function* loadRows(assignees: readonly Part[], weeks: readonly string[]): Generator<TableRow> {
  const countsOf = ({ overdue, weeks: ofWeeks }: Part): number[] => [
    countIn(overdue),
    ...partsOf(ofWeeks).map(countIn),
  ];
  const cells = (counts: readonly number[]): TableRow =>
    Object.fromEntries(['overdue', ...weeks].map((name, index) => [name, counts[index] ?? 0]));
  let total: readonly number[] = ['overdue', ...weeks].map(() => 0);
  for (const line of assignees) {
    const counts = countsOf(line);
    total = total.map((sum, index) => sum + (counts[index] ?? 0));
    yield { ...recordCells('assigned_to', line['assigned_to']), ...cells(counts) };
  }
  yield { assigned_to: 'total', ...cells(total), [boldRow]: true };
}
