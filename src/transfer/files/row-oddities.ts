import { type FileFormat, placeWord } from '../../resources/transfer/imports.ts';
import { isOwnFile, standsForNothing } from './data-cells.ts';
import type { TableRow } from './table-row.ts';

/** Sentences about rows that are hidden, broken or have merged cells, and about cells that stand for nothing. */
export const toldRows = (rows: readonly TableRow[], names: readonly string[], format: FileFormat): string[] => [
  ...toldHidden(rows.filter(({ isHidden }) => isHidden).length),
  ...toldMerged(
    rows.filter(({ isMerged }) => isMerged),
    format,
  ),
  ...toldBroken(rows, format),
  ...toldNothing(rows, names),
  ...toldUncomputed(rows, names),
];

const toldHidden = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 row is' : `${count} rows are`} hidden by a filter or by hand. Hidden rows are imported too.`,
      ];

function toldMerged(rows: readonly TableRow[], format: FileFormat): string[] {
  const [first] = rows;
  if (!first) return [];
  return [`Merged cells count for all of their rows, first in ${placeWord(format)} ${first.line}.`];
}

/** The most broken rows that are named. */
const mostNamed = 3;

const toldBroken = (rows: readonly TableRow[], format: FileFormat): string[] =>
  rows
    .filter(({ fault }) => fault !== undefined)
    .slice(0, mostNamed)
    .map(({ line, fault }) => `The row in ${placeWord(format)} ${line} is rejected: ${fault?.message ?? ''}`);

/** The most columns that are named. */
const mostColumns = 10;

function toldNothing(rows: readonly TableRow[], names: readonly string[]): string[] {
  const isOwn = isOwnFile(names);
  const found = countsOf(names, (at) =>
    rows.flatMap(({ cells, errors }) =>
      (isOwn ? errors?.includes(at) : standsForNothing(cells[at])) ? [String(cells[at])] : [],
    ),
  );
  return found.length === 0 ? [] : [`Errors and words for nothing count as blank: ${listed(found)}.`];
}

/** Formulas that a program has written without computing them. */
function toldUncomputed(rows: readonly TableRow[], names: readonly string[]): string[] {
  const found = countsOf(names, (at) =>
    rows.flatMap(({ uncomputed }) => (uncomputed?.includes(at) ? ['formulas'] : [])),
  );
  if (found.length === 0) return [];
  return [
    `Formulas without a stored value count as blank: ${listed(found)}. ` +
      'To import their values, open the file in a spreadsheet program, save it and upload it again.',
  ];
}

/** The columns with such cells: their number, and the first of their texts. */
const countsOf = (names: readonly string[], textsOf: (at: number) => readonly string[]): string[] =>
  names.flatMap((name, at) => {
    const texts = textsOf(at);
    return texts.length === 0 ? [] : [`${name} (${texts.length}, ${texts[0] ?? ''})`];
  });

const listed = (found: readonly string[]): string =>
  `${found.slice(0, mostColumns).join(', ')}${found.length > mostColumns ? ' …' : ''}`;
