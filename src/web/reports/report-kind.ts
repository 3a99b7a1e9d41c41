import type { Bar } from '../charts/bars.tsx';
import type { Step } from '../charts/bridge.tsx';
import type { Column as ChartColumn } from '../charts/columns.tsx';
import type { Tone } from '../charts/mark.tsx';
import type { ViewContext } from '../fields/field-view.ts';
import type { Dimension, Group } from './groups.ts';
import type { Search } from '../queries/address.ts';
import type { ReportBody, ReportName } from '../reporting/report-body.ts';
import type { CalendarDay } from '../../resources/written-dates/days.ts';

/** A text of a cell, with the address of the projects that it counts. */
export interface Part {
  readonly text: string;
  /** As the service answers it; null if there are no such projects. */
  readonly url?: string | null;
  /** Further parameters of the list: `amount=null` for a number of missing amounts. */
  readonly besides?: Search;
}

/** A column of a table of a report: its figures of one line. */
export interface Column<Line> {
  readonly name: string;
  /** The look of the marks that show it. */
  readonly tone?: Tone;
  /** Words instead of figures; short ones stay on one line. */
  readonly words?: 'short' | 'long';
  readonly parts: (line: Line) => readonly Part[];
}

/** A line of a table: a group, a period, a goal or the total. */
export interface Row {
  readonly key: string;
  readonly label: string;
  /** The path of the record that the line is about. */
  readonly path?: string;
  readonly cells: readonly (readonly Part[])[];
  readonly isTotal?: boolean;
  /** It is a part of the line above it. */
  readonly isPart?: boolean;
}

/** A part of a report: a table, with the chart beside it. */
export interface Section {
  readonly title: string;
  /** The head of the first column. */
  readonly head: string;
  readonly columns: readonly Pick<Column<never>, 'name' | 'tone' | 'words'>[];
  readonly rows: readonly Row[];
  readonly bars?: readonly Bar[];
  readonly chart?: readonly ChartColumn[];
  readonly bridge?: readonly Step[];
  /** A sentence in the place of a table without rows. */
  readonly none: string;
  /** The way to lines that the answer does not have. */
  readonly more?: { readonly text: string; readonly path: string };
}

/** The parameters of reports besides the filters. Each is a control of its own. */
export type ParameterName =
  | 'group_by'
  | 'every'
  | 'days'
  | 'coming_days'
  | 'instants'
  | 'rule'
  | 'limits'
  | 'buckets'
  | 'curve'
  | 'page';

/** The members of every report that the screen itself shows. */
export interface ReportHead {
  /** Missing in a report between two instants, `from` and `to`. */
  readonly as_of?: string;
  readonly fiscal_year_starts_month: number;
  readonly group_by?: string | null;
  readonly from?: string;
  readonly to?: string;
  readonly groups?: readonly { readonly group: Group }[];
}

/** The firm, its formats, and the name of the dimension by which the report has groups. */
export interface ReportContext extends ViewContext {
  /** Null without groups. */
  readonly dimension: Dimension | null;
  /** The query in the address of the report. */
  readonly search: Search;
}

/** A list of the projects behind a figure: what its address names, and what is read of it. */
export interface Figure {
  /** The query in the address of the list. */
  readonly search: Search;
  /** The report of the figure; undefined until it has arrived. */
  readonly report: ReportHead | undefined;
  /** The rows that are read, as the service answers them. */
  readonly entries: readonly unknown[];
  /** An instant of an address in words: `Mar 29`. */
  readonly instant: (asOf: string) => string;
  readonly context: ReportContext;
}

/** A list as its screen shows it. */
export interface FigureList {
  readonly title: string;
  /** A sentence that says which projects it has. */
  readonly about?: string;
  /** What all of its projects have together, by words: `in all`. */
  readonly sums: readonly { readonly amount: number; readonly words: string }[];
  readonly section: Section;
}

/** A report as its tab shows it. */
export interface ReportKind {
  readonly name: ReportName;
  /** The name of its tab. */
  readonly tab: string;
  readonly title: string;
  /** A sentence that says which projects it counts. */
  readonly about: string;
  /** The parameters with which its tab opens. @param day of its last instant. */
  readonly begin: (day: CalendarDay) => Search;
  /** It is about what happened between `from` and `to`: it has no `as_of`, and its address always has `from`. */
  readonly isBetween?: true;
  readonly parameters: readonly ParameterName[];
  /** The dimensions by which it has no groups. */
  readonly refusedGroups?: readonly string[];
  /** The parameters that every request of it has. */
  readonly always?: Search;
  /** The projects behind its figures, where no list of projects has them. */
  readonly projects?: (figure: Figure) => FigureList;
  /** @param body the answer of the service. */
  readonly sections: (body: unknown, context: ReportContext) => readonly Section[];
}

interface KindOf<Name extends ReportName> extends Omit<ReportKind, 'name' | 'sections'> {
  readonly name: Name;
  readonly sections: (body: ReportBody<Name>, context: ReportContext) => readonly Section[];
}

/** Declares a report by its answer. */
export const reportKind = <Name extends ReportName>(kind: KindOf<Name>): ReportKind => ({
  ...kind,
  sections: (body, context) => kind.sections(body as ReportBody<Name>, context),
});

/** The rows of a table by its columns. @param label the name of a line, and its key. */
export const rowsOf = <Line>(
  lines: readonly Line[],
  columns: readonly Column<Line>[],
  label: (line: Line, index: number) => string,
): readonly Row[] =>
  lines.map((line, index) => ({
    key: String(index),
    label: label(line, index),
    cells: columns.map(({ parts }) => parts(line)),
  }));

/** The row of all groups. */
export const totalRow = <Line>(line: Line, columns: readonly Column<Line>[]): Row => ({
  key: 'total',
  label: 'All',
  cells: columns.map(({ parts }) => parts(line)),
  isTotal: true,
});
