import { typedNumber } from '../../resources/written-numbers/typed-number.ts';
import {
  footerPatterns,
  groupWords,
  lonePatterns,
  singleWords,
  summedWords,
} from '../../resources/transfer/words/report-words.ts';
import { resourceOf } from '../../resources/index.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import { type MappingTarget, targetsOf, withNewFields } from '../../resources/transfer/targets.ts';
import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import type { FileCell, RowSkip } from '../files/file-rows.ts';
import type { Mapping } from './mapping.ts';
import { foldName } from './reading-text/folding.ts';
import type { MappingScope } from './scope.ts';

/** A row with the cells that are filled. */
interface FilledRow {
  readonly cells: readonly FilledCell[];
  /** Whether it stands apart from the rows of the table: behind blank rows, totals, or another such row. */
  readonly isApart: boolean;
}

/** A column as its cells are judged. */
interface ColumnRole {
  readonly column: string;
  /** Its name as a repeated heading has it. */
  readonly heading: string;
  /** Whether it fills a field that is no number. */
  readonly isNamed: boolean;
  /** Whether it fills a field. */
  readonly isMapped: boolean;
  /** Whether it fills a field with the words of a list, such as stages. `Pending` is a value of it, no label. */
  readonly isListed: boolean;
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
  const isWide = isWideTable && !aloneFamilies.includes(family);
  const areJobs = family === 'projects' || family === 'leads';
  // With constants, a row needs few cells of its own. Without a column of names, all rows may need a better mapping.
  const needsName = mapping.columns.some(({ to }) => to === 'name') && Object.keys(mapping.constants).length === 0;
  const canBeBeside = areJobs && isWide && needsName;
  const hasFooters = areJobs || isWide || (isWideTable && family === 'calls');
  const roles = columnRoles(mapping, { family, columns, customFields });
  const judges = [
    ...[line, aboutColumns, repeatedHeading],
    (one: FilledRow) => totals(one, { areJobs, isWide }),
    (one: FilledRow) => (hasFooters ? footer(one, isWide) : null),
    (one: FilledRow) => heading(one, { areJobs, isWide }),
    (one: FilledRow) => (canBeBeside ? beside(one) : null),
  ];
  return (cells, isApart) => {
    const filled = roles.flatMap((role, at): FilledCell[] => {
      const text = cellText(cells[at])
        .slice(0, longest + 1)
        .trim();
      return text === '' ? [] : [{ ...role, text }];
    });
    if (filled.length === 0 || filled.some(({ text }) => text.length > longest)) return null;
    const row = { cells: filled, isApart: isApart && isWide };
    for (const judge of judges) {
      const skip = judge(row);
      if (skip !== null) return skip;
    }
    return null;
  };
}

function columnRoles(mapping: Mapping, { family, columns, customFields }: MappingScope): ColumnRole[] {
  const targets = targetsOf(family, withNewFields(customFields, mapping.custom_fields));
  const columnsOf = (isWanted: (to: string) => boolean): ReadonlySet<string> =>
    new Set(mapping.columns.flatMap(({ from, to }) => (isWanted(to) ? from.flat() : [])));
  const mapped = columnsOf(() => true);
  const named = columnsOf((to) => !isNumber(targets.get(to)));
  const listed = columnsOf((to) => hasListedWords(targets.get(to)));
  return columns.map(({ name }) => ({
    column: name,
    heading: nameOf(name),
    isNamed: named.has(name),
    isMapped: mapped.has(name),
    isListed: listed.has(name),
  }));
}

/** Of these, a title alone makes a usual record. */
const aloneFamilies: readonly ImportedFamily[] = ['tasks', 'calls'];

/** No part of a report has a longer text. */
const longest = 500;

const isNumber = (target: MappingTarget | undefined): boolean => {
  if (target?.kind === 'custom') return ['number', 'currency'].includes(target.custom.field_type);
  return target?.kind === 'field' && ['amount', 'cents', 'count', 'fraction'].includes(target.field.kind);
};

function hasListedWords(target: MappingTarget | undefined): boolean {
  switch (target?.kind) {
    case 'reference':
    case 'part':
      return resourceOf(target.field.to).kept === 'directory';
    case 'field':
      return ['choice', 'choices', 'entry_key'].includes(target.field.kind);
    case 'custom':
      return ['select', 'multi_select'].includes(target.custom.field_type);
    default:
      return false;
  }
}

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

/** The cells of a summary that stands beside the table and is longer than it: no column of them fills a field. */
function beside({ cells }: FilledRow): RowSkip | null {
  const [first] = cells;
  return first && cells.every(({ isMapped }) => !isMapped) ? skip(first, 'footer', 'a note beside the table') : null;
}

/** A spreadsheet repeats its heading on each page. */
function repeatedHeading({ cells }: FilledRow): RowSkip | null {
  const [first] = cells;
  let others = 0;
  for (const { heading, text } of cells) {
    if (heading !== nameOf(text)) others += 1;
    if (others * 4 > cells.length) return null;
  }
  if (!first || others === cells.length) return null;
  return skip(first, 'repeated_heading', 'the heading again');
}

/** The name of a column without marks, and without the number that a second one of the name has. */
const nameOf = (text: string): string =>
  foldName(text)
    .replace(/ \(\d+\)$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

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
  return kind === 'weak' && areJobs && others.length > 0 && !others.some(({ isNamed }) => isNamed);
}

/** A label of several jobs, such as `Open bids` or `Awarded 2026`, and one figure. `Pipeline 7` is a job. */
function isSumOfJobs(
  { text, isListed }: FilledCell,
  others: readonly FilledCell[],
  { areJobs, isWide }: Table,
): boolean {
  if (!areJobs || !isWide || isListed || others.length !== 1 || !isGroup(text)) return false;
  const words = wordsOf(text);
  const isOne = words.some((word) => singleWords.has(word) || /^\d{1,3}$/.test(word));
  return !isOne && words.some((word) => summedWords.has(word));
}

/** Whether a text is a label of totals: `plain` ones are never the name of a job. */
function totalsLabel(text: string): 'plain' | 'weak' | null {
  const others = wordsOf(text.replaceAll(/\([^()]*\)/g, ' ')).filter((word) => !isPeriod(word));
  const plain = others.join(' ');
  if (/(?:^| )sub ?totals?(?: |$)/.test(plain) || totalWords.has(plain)) return 'plain';
  const isWeak = sumWords.has(plain) || / totals?$|^totals? (?:for|of|in|per|by) /.test(plain) || isSumOfGroup(others);
  return isWeak ? 'weak' : null;
}

/** `Total awarded`, `Grand total 2026`, `Average bid` */
function isSumOfGroup(words: readonly string[]): boolean {
  const [first = '', ...rest] = words[0] === 'grand' ? words.slice(1) : words;
  const isSum = /^(?:totals?|sums?|average|avg|count)$/.test(first);
  return isSum && rest.length > 0 && rest.every((word) => groupWords.has(word));
}

/** Labels of totals that are never the name of a job, folded. */
const totalWords: ReadonlySet<string> = new Set([
  ...['grand total', 'grand totals', 'win rate', 'hit rate', 'win ratio', 'hit ratio', 'success rate'],
  ...['gesamtsumme', 'gesamtbetrag', 'zwischensumme', 'endsumme', 'total general', 'sous total'],
  ...['totale generale', 'subtotale', 'subtotaal', 'suma total', 'total geral', 'total ht', 'total ttc'],
]);

/** Words for a sum, which may also be the name of a firm or a job, folded. */
const sumWords: ReadonlySet<string> = new Set([
  ...['total', 'totals', 'sum', 'average', 'avg', 'count', 'summe', 'gesamt', 'insgesamt', 'anzahl', 'durchschnitt'],
  ...['somme', 'moyenne', 'suma', 'totaal', 'totale', 'totalt', 'razem', 'σ', 'ς'],
]);

const wordsOf = (text: string): string[] =>
  foldName(text)
    .split(/[^\p{L}\p{N}%$]+/u)
    .filter((word) => word !== '');

/** A year, a quarter or another number. */
const isPeriod = (word: string): boolean => /^(?:fy|q|h|w)?\d{1,4}(?:st|nd|rd|th)?$/.test(word);

const isDash = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** Whether a text is a number of any form. */
const isFigure = (text: string): boolean => typedNumber(text) !== null;

/** `2 jobs` */
function isCountOfRows(text: string): boolean {
  const noun = /^\d[\d,]* ([a-z]+)$/i.exec(text)?.[1];
  return noun !== undefined && groupWords.has(foldName(noun));
}

/** What a report prints below its table: at most a label and its value. */
function footer({ cells, isApart }: FilledRow, isWide: boolean): RowSkip | null {
  const [first, second] = cells;
  if (!first || cells.length > (isWide ? 2 : 1)) return null;
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

function isGroup(text: string): boolean {
  const words = wordsOf(text).filter((word) => !isPeriod(word));
  return words.length > 0 && words.every((word) => groupWords.has(word));
}

const isMarked = (text: string): boolean =>
  text.endsWith(':') || (/^[-=*_#~>]{2}/.test(text) && /[-=*_#~<]{2}$/.test(text));

/** `Stage: Negotiating (3 records)` */
function isCounted(text: string): boolean {
  const noun = /\(\d+ ([a-z]+)\)$/i.exec(text)?.[1];
  return noun !== undefined && groupWords.has(foldName(noun));
}
