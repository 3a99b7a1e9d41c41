import { type Entry, nameOf } from '../../data/directory.ts';
import { type Formats, nothing } from '../../data/formats.ts';
import { writeSearch } from '../../queries/address.ts';
import { type Column, type Row, rowsOf } from '../report-kind.ts';

/** A project as the lines of reports have it. */
interface Item {
  readonly project: { readonly id: string; readonly name: string };
  readonly company: Entry | null;
  readonly project_stage: Entry;
  readonly assigned_to: Entry | null;
  readonly amount: number | null;
}

const nameOrNothing = (entry: Entry | null) => [{ text: entry === null ? nothing : nameOf(entry) }];

/** The columns of a table whose lines are projects. */
export const itemColumns = ({ money }: Formats) =>
  ({
    client: { name: 'Client', words: 'long', parts: ({ company }) => nameOrNothing(company) },
    estimator: { name: 'Estimator', words: 'long', parts: ({ assigned_to: user }) => nameOrNothing(user) },
    stage: { name: 'Stage', words: 'long', parts: ({ project_stage: stage }) => nameOrNothing(stage) },
    amount: { name: 'Amount', parts: ({ amount }) => [{ text: money(amount) }] },
  }) satisfies Readonly<Record<string, Column<Item>>>;

/** The path of the page of a project. @param asOf the instant at which it is shown; undefined for now. */
export const projectPath = (id: string, asOf: string | undefined): string =>
  `/projects/${id}${writeSearch({ as_of: asOf })}`;

/** The rows of a table whose lines are projects: each leads to the page of its project, at the instant of the table. */
export const projectRows = <Line extends Item>(
  lines: readonly Line[],
  columns: readonly Column<Line>[],
  asOf: string | undefined,
): readonly Row[] =>
  rowsOf(lines, columns, ({ project }) => project.name).map((row, index) => ({
    ...row,
    path: projectPath(lines[index]?.project.id ?? '', asOf),
  }));
