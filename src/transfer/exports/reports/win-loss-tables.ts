import type { ExportedRecord } from '../columns.ts';
import { boldRow } from '../xlsx.ts';
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

const outcomes = ['won', 'lost', 'lost_competitive', 'cancelled', 'did_not_pursue'];
const figures = ['count', 'amount', 'without_amount'];
const rates = ['decided', 'competitive', 'closed'];

/** The tables of wins and losses: its lines by period, and the reasons of the losses. */
export const winLossTables = (value: ReportValue): ReportTable[] => [
  {
    name: 'groups',
    columns: [
      ...groupColumns,
      ...columnsOf('date', 'from', 'to'),
      ...outcomes.flatMap((outcome) => [
        ...columnsOf('plain', `${outcome}_count`),
        ...columnsOf('amount', `${outcome}_amount`),
        ...columnsOf('plain', `${outcome}_without_amount`),
      ]),
      ...rates.flatMap((rate) => [
        ...columnsOf('ratio', `${rate}_rate`),
        ...columnsOf('plain', `${rate}_n`),
        ...columnsOf('ratio', `${rate}_rate_by_amount`),
      ]),
    ],
    rows: lineRows(value),
  },
  {
    name: 'loss_reasons',
    columns: [
      ...recordColumns('loss_reason'),
      ...columnsOf('text', 'loss_group'),
      ...columnsOf('plain', 'count'),
      ...columnsOf('amount', 'amount'),
    ],
    rows: reasonRows(value.report),
  },
];

/** A row for each period of a line, then one for all of its days. */
function* lineRows(value: ReportValue): Generator<TableRow> {
  const { from, to } = value.report;
  for (const line of linesOf(value)) {
    const group = groupCells(line);
    for (const { period, ...part } of partsOf(line['periods'])) yield { ...group, ...cells(part, partOf(period)) };
    yield { ...group, ...cells(line, { from, to }) };
  }
}

const cells = (part: Part, days: Part): TableRow => ({
  ...cellsOf(days, ['from', 'to']),
  ...joinedCells(outcomes.map((outcome) => cellsOf(partOf(part[outcome]), figures, `${outcome}_`))),
  ...joinedCells(rates.map((rate) => rateCells(rate, partOf(partOf(part['rates'])[rate])))),
});

const rateCells = (name: string, { count, n, amount }: Part): TableRow => ({
  [`${name}_rate`]: count as number | null,
  [`${name}_n`]: n as number,
  [`${name}_rate_by_amount`]: amount as number | null,
});

function* reasonRows({ loss_reasons: reasons, total }: ExportedRecord): Generator<TableRow> {
  for (const { loss_reason: reason, ...line } of partsOf(reasons)) {
    yield { ...recordCells('loss_reason', reason), ...cellsOf(line, ['loss_group', 'count', 'amount']) };
  }
  yield { loss_reason: 'total', ...cellsOf(partOf(partOf(total)['lost']), ['count', 'amount']), [boldRow]: true };
}
