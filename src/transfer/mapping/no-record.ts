import { typedNumber } from '../../resources/written-numbers/typed-number.ts';
import { footerPatterns, lonePatterns } from '../../resources/transfer/words/report-words.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import { type ImportedFamily, pursuitFamilies } from '../../resources/transfer/imports.ts';
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
  totalsLabel,
} from './report-labels.ts';
import type { MappingScope } from './scope.ts';

/** A row with the cells that are filled. */
interface FilledRow {
  readonly cells: readonly FilledCell[];
  /** Whether it stands apart from the rows of the table: behind blank rows, totals, or another such row. */
  readonly isApart: boolean;
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
}

/** Judges the cells of a row. @returns what the row is instead of a record; null if it is one */
export type NoRecordJudge = (cells: readonly FileCell[], isApart: boolean) => RowSkip | null;

/**
 * Judges whether a row of a file is no record but a part of a report: a repeated heading, totals, the heading of a
 * group, a line, a footer. A row with other cells, such as a client, a number or a date, is a record.
 */
export function noRecordJudge(
  mapping: Mapping,
  { family, columns, customFields }: MappingScope,
  isWideTable: boolean,
): NoRecordJudge {
  const table = tableOf(mapping, family, isWideTable);
  const roles = columnRoles(mapping, { family, columns, customFields });
  return (cells, isApart) => {
    const filled = roles.flatMap((role, at): FilledCell[] => {
      const text = cellText(cells[at])
        .slice(0, longest + 1)
        .trim();
      return text === '' ? [] : [{ ...role, text }];
    });
    if (filled.length === 0 || filled.some(({ text }) => text.length > longest)) return null;
    const row = { cells: filled, isApart: isApart && table.isWide };
    for (const judge of judges) {
      const found = judge(row, table);
      if (found !== null) return found;
    }
    return null;
  };
}

function tableOf(mapping: Mapping, family: ImportedFamily, isWideTable: boolean): Table {
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

/** Of these, a title alone makes a usual record. */
const aloneFamilies: readonly ImportedFamily[] = ['tasks', 'calls', 'notes'];

/** No part of a report has a longer text. */
const longest = 500;

/** In their order: the first that finds something names the row. */
const judges: readonly ((row: FilledRow, table: Table) => RowSkip | null)[] = [
  ...[line, aboutColumns, repeatedHeading, totals, footer, heading, beside],
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

/** A label such as `Subtotal 2026`, and nothing but figures beside it. */
function totals({ cells }: FilledRow, table: Table): RowSkip | null {
  const labels = cells.filter(({ text }) => !isFigure(text) && !isDash(text) && !isCountOfRows(text));
  const [label = cells.find(({ text }) => isCountOfRows(text))] = labels;
  if (!label || labels.length > 1) return null;
  const others = cells.filter((cell) => cell !== label && !isDash(cell.text) && !isCountOfRows(cell.text));
  const isSum = areTotals(label, others, table) || (label === cells[0] && isSumOfJobs(label, others, table));
  return isSum ? skip(label, 'totals', 'a row of totals') : null;
}

function areTotals({ text }: FilledCell, others: readonly FilledCell[], { areJobs, isWide }: Table): boolean {
  const kind = totalsLabel(text);
  if (kind === 'plain') return others.length > 0 || isWide;
  if (kind === null || others.length === 0) return false;
  return others.some(({ isWorded }) => isWorded) || (areJobs && !others.some(({ isNamed }) => isNamed));
}

/** A label of several jobs and one figure. */
const isSumOfJobs = (
  { text, isListed }: FilledCell,
  others: readonly FilledCell[],
  { areJobs, isWide }: Table,
): boolean => areJobs && isWide && !isListed && others.length === 1 && isSeveral(text);

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

/** The heading of a group of rows: one cell such as `2026 completion`, `Awarded:` or `--- Lost ---`. */
function heading({ cells }: FilledRow, { areJobs, isWide }: Table): RowSkip | null {
  const [only] = cells;
  if (!only || cells.length > 1 || !isWide) return null;
  // A company may be called Open, and a person June.
  const judges = areJobs ? [isGroup, isMarked, isCounted] : [isMarked, isCounted];
  const isHeading = judges.some((judge) => judge(only.text));
  return isHeading ? skip(only, 'heading', 'the heading of a group of rows') : null;
}

/** The cells of a summary that stands beside the table and is longer than it: no column of them fills a field. */
function beside({ cells }: FilledRow, { hasNotesBeside }: Table): RowSkip | null {
  const [first] = cells;
  const isNoteBeside = hasNotesBeside && cells.every(({ isMapped }) => !isMapped);
  return first && isNoteBeside ? skip(first, 'footer', 'a note beside the table') : null;
}
