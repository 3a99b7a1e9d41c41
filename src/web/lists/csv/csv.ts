import type { FieldContext } from '../../fields/field-view.ts';
import { valueAt } from '../../fields/record-values.ts';
import { type Column, isNumeric } from '../columns/columns.ts';
import type { ListedRecord } from '../list-query.ts';

/** Excel takes a file for UTF-8 only if it begins with this mark. */
const byteOrderMark = '\uFEFF';

/** The first line of a file: the labels of its columns. */
export const csvHead = (columns: readonly Column[]): string =>
  byteOrderMark + csvLine(columns.map(({ label }) => guarded(label)));

/** The lines of rows, each with its line end (RFC 4180). */
export const csvLines = (
  columns: readonly Column[],
  rows: readonly ListedRecord[],
  context: Omit<FieldContext, 'field'>,
): string => rows.map((row) => csvLine(columns.map((column) => csvText(column, row, context)))).join('');

const csvLine = (texts: readonly string[]): string => `${texts.map(quoted).join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A program that opens the file must not take a text for a formula. */
const guarded = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** Numbers and days as programs read them, everything else as people see it. */
function csvText(column: Column, row: ListedRecord, context: Omit<FieldContext, 'field'>): string {
  const { name, field, view } = column;
  const value = valueAt(row, name);
  if (value === null) return '';
  if (typeof value === 'number' && isNumeric(field)) return String(field.kind === 'cents' ? value / 100 : value);
  if (typeof value === 'string' && (field.kind === 'date' || field.kind === 'date_time')) return value;
  return guarded(view.show(value, { field, ...context }) ?? '');
}
