import { choiceName } from '../../../resources/labels.ts';
import type { ChangeLine, ChangeReason } from '../../../resources/vocabulary/choices.ts';
import { type Entry, nameOf } from '../../data/directory.ts';
import { type Formats, nothing } from '../../data/formats.ts';
import { changeNames } from '../../reporting/change-names.ts';
import { type Column, type Row, rowsOf } from '../report-kind.ts';
import { projectPath } from './item-columns.ts';

/** A project in a line of the change of the pipeline. */
export interface ChangedProject {
  readonly project: { readonly id: string; readonly name: string };
  readonly company: Entry | null;
  readonly line: ChangeLine;
  readonly reason: ChangeReason | null;
  readonly from_amount: number | null;
  readonly to_amount: number | null;
  readonly amount: number;
  readonly weighted_amount: number;
}

/** The columns of a table of projects that changed the pipeline. */
export const changedColumns = ({ money }: Formats): readonly Column<ChangedProject>[] => [
  { name: 'Line', words: 'short', parts: ({ line }) => [{ text: changeNames[line] }] },
  { name: 'Reason', words: 'short', parts: ({ reason }) => [{ text: reason === null ? nothing : choiceName(reason) }] },
  {
    name: 'Client',
    words: 'long',
    parts: ({ company }) => [{ text: company === null ? nothing : nameOf(company) }],
  },
  {
    name: 'From → to',
    parts: ({ from_amount: from, to_amount: to }) => [{ text: `${money(from)} → ${money(to)}` }],
  },
  { name: 'Amount', parts: ({ amount }) => [{ text: money(amount) }] },
  { name: 'Weighted', parts: ({ weighted_amount: weighted }) => [{ text: money(weighted) }] },
];

/** The rows of such a table. Each leads to its project, at the second instant of the table. */
export const changedRows = (
  entries: readonly ChangedProject[],
  columns: readonly Column<ChangedProject>[],
  to: string | undefined,
): readonly Row[] =>
  rowsOf(entries, columns, ({ project }) => project.name).map((row, index) => ({
    ...row,
    path: projectPath(entries[index]?.project.id ?? '', to),
  }));
