import {
  cellsOf,
  columnsOf,
  groupCells,
  groupColumns,
  linesOf,
  partOf,
  partsOf,
  type ReportTable,
  type ReportValue,
  type TableRow,
} from './report-table.ts';

const counts = ['without_amount', 'without_probability'];

/** The tables of the pipeline: its lines, and their goals. */
export const pipelineTables = (value: ReportValue): ReportTable[] => [
  {
    name: 'groups',
    columns: [
      ...groupColumns,
      ...columnsOf('plain', 'count'),
      ...columnsOf('amount', 'amount', 'weighted_amount'),
      ...columnsOf('plain', ...counts),
    ],
    rows: lineRows(value),
  },
  {
    name: 'goals',
    columns: [
      ...groupColumns,
      ...columnsOf('plain', 'goal_id'),
      ...columnsOf('text', 'period', 'measure'),
      ...columnsOf('date', 'starts_on', 'ends_on'),
      ...columnsOf('amount', 'target'),
      ...['booked', 'committed'].flatMap((name) => [
        ...columnsOf('plain', `${name}_count`),
        ...columnsOf('amount', `${name}_amount`),
      ]),
      ...columnsOf('amount', 'gap'),
    ],
    rows: goalRows(value),
  },
];

function* lineRows(value: ReportValue): Generator<TableRow> {
  for (const line of linesOf(value)) {
    yield { ...groupCells(line), ...cellsOf(line, ['count', 'amount', 'weighted_amount', ...counts]) };
  }
}

function* goalRows(value: ReportValue): Generator<TableRow> {
  for (const line of linesOf(value)) {
    for (const { goal, booked, committed, gap } of partsOf(line['goals'])) {
      const { id, ...members } = partOf(goal);
      yield {
        ...groupCells(line),
        goal_id: id as string,
        ...cellsOf(members, ['period', 'measure', 'starts_on', 'ends_on', 'target']),
        ...cellsOf(partOf(booked), ['count', 'amount'], 'booked_'),
        ...cellsOf(partOf(committed), ['count', 'amount'], 'committed_'),
        gap: gap as number,
      };
    }
  }
}
