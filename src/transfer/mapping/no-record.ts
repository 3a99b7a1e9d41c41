import { typedNumber } from '../../resources/written-numbers/typed-number.ts';
import { commonWords, footerPatterns, lonePatterns } from '../../resources/transfer/words/report-words.ts';
import { synonyms, wholeNames } from '../../resources/transfer/words/synonyms.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import { aloneFamilies, type ImportedFamily, pursuitFamilies } from '../../resources/transfer/imports.ts';
import type { FileCell, RowSkip } from '../files/file-rows.ts';
import { type ColumnRole, columnRoles, headingOf } from './column-roles.ts';
import type { Mapping } from './mapping.ts';
import {
  isCounted,
  isCountOfRows,
  isDash,
  isFigure,
  isGroup,
  isMarked,
  isSeveral,
  isSumOf,
  labelOfFigure,
  totalsLabel,
} from './report-labels.ts';
import type { MappingScope } from './scope.ts';

/** What a file tells about a row besides its cells. */
export interface RowSurroundings {
  /** Whether it stands apart from the rows of the table: behind blank rows, totals, or another such row. */
  readonly isApart?: boolean;
  /** Whether it has a formula without a value or with an error. */
  readonly isUnvalued?: boolean | undefined;
  /** The cells of the row above. */
  readonly above?: readonly FileCell[];
}

/** A row with the cells that are filled. */
interface FilledRow extends RowSurroundings {
  readonly cells: readonly FilledCell[];
}

interface FilledCell extends ColumnRole {
  /** The text without blanks at its ends. */
  readonly text: string;
}

/** The table of a file. */
interface Table {
  /** Whether its rows are projects or leads. */
  readonly areJobs: boolean;
  readonly isWide: boolean;
  readonly hasFooters: boolean;
  /** Whether a row without a cell of a mapped column is a note. */
  readonly hasNotesBeside: boolean;
  /** The names of columns that the rows of a group may have in common, as `headingOf` compares them. */
  readonly common: ReadonlySet<string>;
}

/** Judges the cells of a row. @returns what the row is instead of a record; null if it is one */
export type NoRecordJudge = (cells: readonly FileCell[], surroundings: RowSurroundings) => RowSkip | null;

/**
 * Judges whether a row of a file is no record but a part of a report: a repeated heading, totals, the heading of a
 * group, a line, a footer. A row with other cells, such as a client, a number or a date, is a record.
 */
export function noRecordJudge(
  mapping: Mapping,
  { family, columns, customFields }: MappingScope,
  isWideTable: boolean,
): NoRecordJudge {
  const roles = columnRoles(mapping, { family, columns, customFields });
  const table = { ...tableOf(mapping, family, isWideTable), common: commonNames(mapping, roles) };
  return (cells, surroundings) => {
    const filled = roles.flatMap((role, at): FilledCell[] => {
      const text = cellText(cells[at])
        .slice(0, longest + 1)
        .trim();
      return text === '' ? [] : [{ ...role, text }];
    });
    if (filled.length === 0 || filled.some(({ text }) => text.length > longest)) return null;
    const row = { ...surroundings, cells: filled, isApart: surroundings.isApart === true && table.isWide };
    for (const judge of judges) {
      const found = judge(row, table);
      if (found !== null) return found;
    }
    return null;
  };
}

function commonNames({ columns }: Mapping, roles: readonly ColumnRole[]): ReadonlySet<string> {
  const names = new Set(columns.flatMap(({ from, to }) => (to === 'name' ? from.flat() : [])));
  return new Set([...commonWords, ...roles.flatMap(({ column, heading }) => (names.has(column) ? [] : [heading]))]);
}

function tableOf(mapping: Mapping, family: ImportedFamily, isWideTable: boolean): Omit<Table, 'common'> {
  const areJobs = pursuitFamilies.includes(family);
  const isWide = isWideTable && !aloneFamilies.includes(family);
  // With constants, a row needs few cells of its own. Without a column of names, all rows may need a better mapping.
  const needsName = mapping.columns.some(({ to }) => to === 'name') && Object.keys(mapping.constants).length === 0;
  return {
    areJobs,
    isWide,
    hasFooters: areJobs || isWide || (isWideTable && family === 'calls'),
    hasNotesBeside: areJobs && isWide && needsName,
  };
}

/** No part of a report has a longer text. */
const longest = 500;

/** In their order: the first that finds something names the row. */
const judges: readonly ((row: FilledRow, table: Table) => RowSkip | null)[] = [
  ...[line, aboutColumns, repeatedHeading, otherHeading, totals, footer, ownTotal, heading, beside],
];

const skip = ({ column, text }: FilledCell, code: string, what: string): RowSkip => ({
  column,
  code,
  value: text.slice(0, 200).replace(/[\ud800-\udbff]$/, ''),
  message: `The row is ${what}, no record. If it is one, fill another cell of it.`,
});

/** A line of dashes below or above other rows, or of zeros that formulas left. */
function line({ cells }: FilledRow): RowSkip | null {
  const [first] = cells;
  if (first && cells.every(({ text }) => !/[\p{L}\p{N}?✓✔☑☐✗✘×]/u.test(text))) return skip(first, 'line', 'a line');
  const isEmpty = cells.every(({ text }) => isDash(text) || typedNumber(text) === 0);
  return first && isEmpty ? skip(first, 'line', 'a row of zeros') : null;
}

/** A row below the names of the columns that has their units, as `($)`, or their numbers: 1, 2, 3. */
function aboutColumns({ cells }: FilledRow): RowSkip | null {
  const [first] = cells;
  if (!first || cells.length < 2) return null;
  const isHint = cells.every(({ text }) => /^(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)$/.test(text));
  const isCount = cells.length > 2 && cells.every(({ text }, at) => text === String(at + 1));
  return isHint || isCount ? skip(first, 'heading', 'a row about the columns') : null;
}

/** A spreadsheet repeats its heading on each page. */
function repeatedHeading({ cells }: FilledRow): RowSkip | null {
  const [first] = cells;
  let others = 0;
  for (const { heading, text } of cells) {
    if (heading !== headingOf(text)) others += 1;
    if (others * 4 > cells.length) return null;
  }
  if (!first || others === cells.length) return null;
  return skip(first, 'repeated_heading', 'the heading again');
}

/** A second table below the first one has a heading of its own: some of its names are those of the first one. */
function otherHeading({ cells }: FilledRow): RowSkip | null {
  const [first] = cells;
  const known = cells.filter(({ heading, text, isNamed }) => isNamed && heading === headingOf(text));
  const isKnown = known.length > 1 && known.length * 2 >= cells.length;
  // The table below may have other columns, such as those of people below projects.
  const isForeign = cells.length > 2 && cells.every(({ text }) => namesOfColumns.has(headingOf(text)));
  if (!first || !(isKnown || isForeign)) return null;
  if (cells.some(({ text }) => /\d/.test(text))) return null;
  return skip(first, 'repeated_heading', 'the heading of a second table, whose rows are read by the first heading');
}

/** The usual names of columns of all families. */
const namesOfColumns: ReadonlySet<string> = new Set(
  [...Object.values(synonyms).flatMap((one) => Object.values(one).flat()), ...wholeNames].map(headingOf),
);

/** A label such as `Subtotal 2026`, and nothing but figures beside it; of `Total:`, also what it is of. */
function totals(row: FilledRow, table: Table): RowSkip | null {
  const labels = row.cells.filter(({ text }) => !isFigure(text) && !isDash(text) && !isCountOfRows(text));
  const [label = row.cells.find(({ text }) => isCountOfRows(text)), ...further] = labels;
  if (!label || further.length > 1) return null;
  const others = row.cells.filter((cell) => cell !== label && !isDash(cell.text) && !isCountOfRows(cell.text));
  const judge = further.length === 1 ? isTotalOf : isTotal;
  return judge(label, others, row, table) ? skip(label, 'totals', 'a row of totals') : null;
}

type TotalJudge = (label: FilledCell, others: readonly FilledCell[], row: FilledRow, table: Table) => boolean;

/** `Total:`, then a client and figures */
const isTotalOf: TotalJudge = ({ text }, others, _, { areJobs }) =>
  areJobs && others.length > 1 && text.endsWith(':') && totalsLabel(text) !== null;

const isTotal: TotalJudge = (label, others, row, table) =>
  areTotals(label, others, row, table) || (label === row.cells[0] && isSumOfJobs(label, others, table));

const areTotals: TotalJudge = ({ text }, others, row, table) => {
  const kind = totalsLabel(text) ?? (isSumOf(text, (row.above ?? []).map(cellText)) ? 'weak' : null);
  if (kind === 'plain') return others.length > 0 || table.isWide;
  if (kind === null) return false;
  if (others.length === 0) return table.isWide && row.isUnvalued === true;
  return others.some(({ isWorded }) => isWorded) || areOnlySums(others, table);
};

/** A company may be called Total, and have a telephone number in a column that fills no field. */
const areOnlySums = (others: readonly FilledCell[], { areJobs, isWide }: Table): boolean =>
  areJobs
    ? !others.some(({ isNamed }) => isNamed)
    : isWide && !others.some(({ isNamed, text }) => isNamed || /^\+?\d{7,15}$/.test(text));

/** A label of several jobs and one figure. */
const isSumOfJobs = (
  { text, isListed }: FilledCell,
  others: readonly FilledCell[],
  { areJobs, isWide }: Table,
): boolean => areJobs && isWide && !isListed && others.length === 1 && isSeveral(text);

/** A label with its figure in one cell, such as `Total: 2`, and nothing but figures beside it. */
function ownTotal({ cells: [first, ...others] }: FilledRow, { areJobs, hasFooters }: Table): RowSkip | null {
  if (!first || !hasFooters || others.some(({ text }) => !isFigure(text) && !isDash(text))) return null;
  const label = labelOfFigure(first.text);
  const isSum = label !== null && (totalsLabel(label) !== null || (areJobs && isSeveral(label)));
  return isSum ? skip(first, 'totals', 'a row of totals') : null;
}

/** What a report prints below its table: at most a label and its value. */
function footer({ cells, isApart }: FilledRow, { isWide, hasFooters }: Table): RowSkip | null {
  const [first, second] = cells;
  if (!first || !hasFooters || cells.length > (isWide ? 2 : 1)) return null;
  if (isNote(first, second)) return skip(first, 'footer', 'a note of a report');
  if (!isApart || second !== undefined) return null;
  return skip(first, 'heading', 'a single cell apart from the table, such as a heading or a footer');
}

function isNote(first: FilledCell, second: FilledCell | undefined): boolean {
  const text = first.text.toLowerCase().replaceAll(/\s+/g, ' ');
  const isJob = second !== undefined && isFigure(second.text) && !/:$|^(?:total|number|no)/.test(text);
  const patterns = second === undefined ? [...footerPatterns, ...lonePatterns] : footerPatterns;
  return !isJob && patterns.some((pattern) => pattern.test(text));
}

/** The heading of a group of rows: one cell such as `2026 completion`, `Awarded:`, `--- Lost ---` or `Client: Acme`. */
function heading({ cells }: FilledRow, { areJobs, isWide, common }: Table): RowSkip | null {
  const [only] = cells;
  if (!only || cells.length > 1 || !isWide) return null;
  // A company may be called Open, and a person June.
  const judges = areJobs ? [isGroup, isMarked, isCounted] : [isMarked, isCounted];
  const [, name] = /^([^:]{1,40}):\s*\S/.exec(only.text) ?? [];
  const isHeading = judges.some((judge) => judge(only.text)) || (name !== undefined && common.has(headingOf(name)));
  return isHeading ? skip(only, 'heading', 'the heading of a group of rows') : null;
}

/** The cells of a summary that stands beside the table and is longer than it: no column of them fills a field. */
function beside({ cells }: FilledRow, { hasNotesBeside }: Table): RowSkip | null {
  const [first] = cells;
  const isNoteBeside = hasNotesBeside && cells.every(({ isMapped }) => !isMapped);
  return first && isNoteBeside ? skip(first, 'footer', 'a note beside the table') : null;
}
