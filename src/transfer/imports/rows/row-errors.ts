import type { Problem } from '../../../refusal.ts';
import type { RowError } from '../../../resources/transfer/imports.ts';
import type { Mapping, MappingFault } from '../../mapping/mapping.ts';
import type { RowProblem } from '../../files/file-rows.ts';

/** The beginning of a text for an error, without half of a character at its end. */
export const begun = (text: string): string => text.slice(0, 200).replace(/[\ud800-\udbff]$/, '');

/** A row that the file reader could not read. */
export const unreadable = ({ column, message }: RowProblem): RowError => ({
  column,
  field: null,
  code: 'invalid_format',
  message,
});

/** A cell that the mapping could not convert. */
export const unconverted = ({ to, column, code, message, value }: MappingFault): RowError => ({
  column,
  field: to,
  code,
  message,
  ...(value === undefined ? {} : { value }),
});

/** Several records that the row may mean. */
export const ambiguous = (mapping: Mapping, field: string, ids: readonly string[]): RowError => ({
  column: columnOf(mapping, field),
  field,
  code: 'ambiguous',
  ids,
  message: `may mean each of the records ${ids.join(', ')}`,
});

/** A problem that the rules found, at the column that fills the field. */
export function refused(mapping: Mapping, { pointer = '', code, message }: Problem): RowError {
  const field = pointer
    .split('/')
    .filter((part) => part !== '')
    .join('.');
  return { column: columnOf(mapping, field), field: field === '' ? null : field, code, message };
}

/** The column that fills a field, or a part of the record that it refers to. */
export function columnOf({ columns }: Mapping, field: string): string | null {
  const name = field.replace(/_ids?(?:\.\d+)?$/, '');
  const found =
    columns.find(({ to }) => to === field || to === name) ?? columns.find(({ to }) => to.startsWith(`${name}.`));
  return found?.from.flat()[0] ?? null;
}
