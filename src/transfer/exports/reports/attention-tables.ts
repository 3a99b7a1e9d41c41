import { projectCells, projectColumns } from './project-cells.ts';
import {
  cellsOf,
  columnsOf,
  type Part,
  partsOf,
  type ReportTable,
  type ReportValue,
  type TableRow,
} from './report-table.ts';

/** The tables of attention: the items, and the count of each rule. */
export const attentionTables = ({ report }: ReportValue): ReportTable[] => [
  {
    name: 'items',
    columns: [
      ...columnsOf('text', 'rule'),
      ...projectColumns,
      ...columnsOf('date', 'since'),
      ...columnsOf('plain', 'days'),
    ],
    rows: itemRows(partsOf(report['items'])),
  },
  {
    name: 'rules',
    columns: [...columnsOf('text', 'rule'), ...columnsOf('plain', 'count'), ...columnsOf('amount', 'amount')],
    rows: partsOf(report['rules']).map((rule) => cellsOf(rule, ['rule', 'count', 'amount'])),
  },
];

function* itemRows(items: readonly Part[]): Generator<TableRow> {
  for (const item of items) yield { ...projectCells(item), ...cellsOf(item, ['rule', 'since', 'days']) };
}
