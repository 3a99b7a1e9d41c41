import { changeLines } from '../../../resources/vocabulary/choices.ts';
import {
  cellsOf,
  columnsOf,
  groupCells,
  groupColumns,
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

const figures = ['count', 'amount', 'weighted_amount'];

const amounts = ['from_amount', 'to_amount', 'amount', 'weighted_amount'];

/** The table of the changes of the pipeline: each line of each group, then its parts by reason. */
export const changeTables = (value: ReportValue): ReportTable[] => [
  {
    name: 'groups',
    columns: [
      ...groupColumns,
      ...columnsOf('text', 'line', 'reason'),
      ...columnsOf('plain', 'count'),
      ...columnsOf('amount', 'amount', 'weighted_amount'),
    ],
    rows: lineRows(value),
  },
];

function* lineRows(value: ReportValue): Generator<TableRow> {
  for (const group of linesOf(value)) {
    for (const name of changeLines) {
      const line = partOf(group[name]);
      yield { ...groupCells(group), line: name, reason: null, ...cellsOf(line, figures) };
      for (const part of partsOf(line['parts'])) {
        yield { ...groupCells(group), line: name, ...cellsOf(part, ['reason', ...figures]) };
      }
    }
  }
}

/** The keys of a project that its row shows. */
export const entryKeys: readonly string[] = ['id', 'name', 'company'];

/** The table of the projects of the lines, or behind one of their figures: line by line, the largest change first. */
export const changeTable = (entries: readonly Part[]): ReportTable => ({
  name: 'projects',
  columns: [
    ...columnsOf('text', 'line', 'reason'),
    ...recordColumns('project', 'company'),
    ...columnsOf('amount', ...amounts),
  ],
  rows: changeLines.flatMap((name) => entries.filter(({ line }) => line === name).map(entryCells)),
});

function entryCells(entry: Part): TableRow {
  const project = partOf(entry['project']);
  return {
    ...cellsOf(entry, ['line', 'reason', ...amounts]),
    ...recordCells('project', project),
    ...recordCells('company', project['company']),
  };
}
