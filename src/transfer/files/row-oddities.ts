import { type FileFormat, placeWord } from '../../resources/transfer/imports.ts';
import { isOwnFile, standsForNothing } from './data-cells.ts';
import type { TableRow } from './table-row.ts';

/** Collects what is odd about the rows of a table. */
export interface RowOddities {
  readonly add: (row: TableRow) => void;
  /** Sentences about rows that are hidden, broken or have merged cells, and about cells that stand for nothing. */
  readonly sentences: () => string[];
}

/** @param names the names of the columns */
export function rowOddities(names: readonly string[], format: FileFormat): RowOddities {
  const isOwn = isOwnFile(names);
  const broken: TableRow[] = [];
  const [nothing, uncomputed] = [cellCounts(names), cellCounts(names)];
  let hidden = 0;
  let merged: TableRow | null = null;
  return {
    add: (row) => {
      hidden += Number(row.isHidden === true);
      if (row.isMerged) merged ??= row;
      if (row.fault && broken.length < mostNamed) broken.push(row);
      for (const at of isOwn ? errorsOf(row) : indexesOfNothing(row)) nothing.add(at, String(row.cells[at]));
      for (const at of row.uncomputed ?? []) uncomputed.add(at, 'formulas');
    },
    sentences: () => [
      ...toldHidden(hidden),
      ...toldMerged(merged, format),
      ...toldBroken(broken, format),
      ...toldNothing(nothing.listed()),
      ...toldUncomputed(uncomputed.listed()),
    ],
  };
}

const errorsOf = ({ errors = [] }: TableRow): readonly number[] => errors;

const indexesOfNothing = ({ cells }: TableRow): number[] =>
  cells.flatMap((cell, at) => (standsForNothing(cell) ? [at] : []));

/** Counts cells by their columns, and keeps the first text of each. */
function cellCounts(names: readonly string[]) {
  const counts = new Map<number, { count: number; readonly first: string }>();
  return {
    add: (at: number, text: string): void => {
      const found = counts.get(at);
      if (found) found.count += 1;
      else if (at < names.length) counts.set(at, { count: 1, first: text });
    },
    /** The columns in their order: `Bid Date (2, #REF!)`. Null if there are no such cells. */
    listed: (): string | null => {
      const found = [...counts].toSorted(([one], [other]) => one - other);
      const texts = found.map(([at, { count, first }]) => `${names[at] ?? ''} (${count}, ${first})`);
      if (found.length === 0) return null;
      return `${texts.slice(0, mostColumns).join(', ')}${found.length > mostColumns ? ' …' : ''}`;
    },
  };
}

const toldHidden = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 row is' : `${count} rows are`} hidden by a filter or by hand. Hidden rows are imported too.`,
      ];

const toldMerged = (first: TableRow | null, format: FileFormat): string[] =>
  first ? [`Merged cells count for all of their rows, first in ${placeWord(format)} ${first.line}.`] : [];

/** The most broken rows that are named. */
const mostNamed = 3;

const toldBroken = (rows: readonly TableRow[], format: FileFormat): string[] =>
  rows.map(({ line, fault }) => `The row in ${placeWord(format)} ${line} is rejected: ${fault?.message ?? ''}`);

/** The most columns that are named. */
const mostColumns = 10;

function toldNothing(listed: string | null): string[] {
  return listed === null ? [] : [`Errors and words for nothing count as blank: ${listed}.`];
}

/** Formulas that a program has written without computing them. */
function toldUncomputed(listed: string | null): string[] {
  if (listed === null) return [];
  return [
    `Formulas without a stored value count as blank: ${listed}. ` +
      'To import their values, open the file in a spreadsheet program, save it and upload it again.',
  ];
}
