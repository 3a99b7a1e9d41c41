import type { ExportColumn, ExportedRecord } from '../columns.ts';
import {
  cellsOf,
  columnsOf,
  groupCells,
  groupColumns,
  joinedCells,
  linesOf,
  type Part,
  partOf,
  partsOf,
  recordCells,
  recordColumns,
  type ReportTable,
  type ReportValue,
  type TableRow,
} from './report-table.ts';

const missing = ['without_amount', 'without_probability', 'without_remaining'];

/** The tables of the work to be earned: its lines by layer, and their goals. */
export function backlogTables(value: ReportValue): ReportTable[] {
  const buckets = bucketNames(value.report);
  return [
    {
      name: 'groups',
      columns: [
        ...groupColumns,
        ...columnsOf('text', 'layer'),
        ...columnsOf('plain', 'count'),
        ...moneyColumns(buckets),
        ...columnsOf('plain', ...missing),
      ],
      rows: lineRows(value, buckets),
    },
    {
      name: 'goals',
      columns: [
        ...groupColumns,
        ...columnsOf('plain', 'goal_id'),
        ...columnsOf('date', 'starts_on', 'ends_on'),
        ...columnsOf('amount', 'target', 'gap'),
      ],
      rows: goalRows(value),
    },
  ];
}

/** The first days of the buckets. */
const bucketNames = ({ buckets }: ExportedRecord): string[] => partsOf(buckets).map(({ from }) => from as string);

const references = ['company', 'project_stage', 'assigned_to'];

/** The keys of a project that its row shows. */
export const jobKeys: readonly string[] = ['id', 'name', ...references, 'start_date', 'end_date'];

/** The table of the projects of a report, or behind one of its figures. */
export function jobTable(jobs: readonly Part[], head: ExportedRecord): ReportTable {
  const buckets = bucketNames(head);
  return {
    name: 'projects',
    columns: [
      ...recordColumns('project', ...references),
      ...columnsOf('date', 'start_date', 'end_date'),
      ...columnsOf('text', 'layer'),
      ...moneyColumns(buckets),
    ],
    rows: jobRows(jobs, buckets),
  };
}

const moneyColumns = (buckets: readonly string[]): ExportColumn[] =>
  columnsOf('amount', 'amount', 'before', ...buckets, 'after', 'unscheduled');

const moneyCells = (part: Part, buckets: readonly string[]): TableRow => ({
  ...cellsOf(part, ['amount', 'before', 'after', 'unscheduled']),
  ...Object.fromEntries(buckets.map((name, index) => [name, (part['buckets'] as readonly number[])[index] ?? 0])),
});

function* lineRows(value: ReportValue, buckets: readonly string[]): Generator<TableRow> {
  for (const line of linesOf(value)) {
    for (const layer of [...partsOf(line['layers']), { ...partOf(line['sum']), layer: 'sum' }] as readonly Part[]) {
      yield { ...groupCells(line), ...moneyCells(layer, buckets), ...cellsOf(layer, ['layer', 'count', ...missing]) };
    }
  }
}

function* goalRows(value: ReportValue): Generator<TableRow> {
  for (const line of linesOf(value)) {
    for (const found of line['goals'] as readonly (Part | null)[]) {
      if (found === null) continue;
      const goal = partOf(found['goal']);
      yield {
        ...groupCells(line),
        goal_id: goal['id'] as string,
        ...cellsOf(goal, ['starts_on', 'ends_on', 'target']),
        ...cellsOf(found, ['gap']),
      };
    }
  }
}

function* jobRows(jobs: readonly Part[], buckets: readonly string[]): Generator<TableRow> {
  for (const job of jobs) {
    const project = partOf(job['project']);
    const embedded = references.map((name) => recordCells(name, project[name]));
    yield {
      ...recordCells('project', project),
      ...joinedCells(embedded),
      ...cellsOf(project, ['start_date', 'end_date']),
      layer: job['layer'] as string,
      ...moneyCells(job, buckets),
    };
  }
}
