import type { ColumnType } from '../../resources/transfer/imports.ts';
import { isShownNumber } from '../../resources/transfer/cell-text.ts';
import type { FileCell } from './file-rows.ts';

type FilledType = Exclude<ColumnType, 'empty'>;

const time = String.raw`[T ,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]\.?m\.?|z|[+-]\d{2}:?\d{2})?`;
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const date = [
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})`,
  String.raw`\d{1,2}[- ]?(${months})[a-z]*\.?[- ,]+(\d{4}|\d{2})`,
  String.raw`(${months})[a-z]*\.? \d{1,2}(st|nd|rd|th)?,? \d{4}`,
].join('|');

/** In the order in which they are tried. A number with leading zeros is a text: a ZIP code, a job number. */
const patterns: readonly (readonly [FilledType, RegExp])[] = [
  ['date', new RegExp(`^(${date})$`, 'i')],
  ['date_time', new RegExp(`^(${date})${time}$`, 'i')],
  ['number', /^[-+(]? *(?:[$€£] *)?[-+]?(?!0\d)(\d{1,3}([,.' \u00a0]\d{3})+|\d+)?([.,]\d+)?(?<=\d)\s*[%)€]?$/],
  ['boolean', /^(yes|no|true|false|y|n)$/i],
  ['email', /^[^\s@,;]+@[^\s@,;.]+(\.[^\s@,;.]+)+$/],
];

/** The share of the values that must have a type for the column to have it. */
const mostValues = 0.9;

/** The type of one value that is not blank. */
export function typeOf(cell: FileCell): FilledType {
  if (typeof cell === 'number' || isShownNumber(cell)) return 'number';
  if (typeof cell === 'boolean') return 'boolean';
  if (typeof cell !== 'string') return 'text';
  const text = cell.trim();
  if (text.length > 100) return 'text';
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

/** The type that nearly all of the values have. */
export function commonType(types: readonly FilledType[]): ColumnType {
  if (types.length === 0) return 'empty';
  const shareOf = (...wanted: FilledType[]): number =>
    types.filter((type) => wanted.includes(type)).length / types.length;
  const common = [...new Set(types)].find((type) => shareOf(type) >= mostValues);
  return common ?? (shareOf('date', 'date_time') >= mostValues ? 'date_time' : 'text');
}
