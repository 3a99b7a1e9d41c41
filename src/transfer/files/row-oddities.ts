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
  ...(isOwnFile(names) ? [] : toldNothing(rows, names)),
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
  const counts = names.map((name, index) => {
    const cells = rows.map(({ cells: all }) => all[index]).filter(standsForNothing);
    return { name, count: cells.length, example: String(cells[0]) };
  });
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return [];
  const listed = found.slice(0, mostColumns).map(({ name, count, example }) => `${name} (${count}, ${example})`);
  return [
    `Errors and words for nothing count as blank: ${listed.join(', ')}${found.length > mostColumns ? ' …' : ''}.`,
  ];
}
