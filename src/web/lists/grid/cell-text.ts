import type { FieldContext } from '../../fields/field-view.ts';
import { valueAt } from '../../fields/record-values.ts';
import type { Column } from '../columns/columns.ts';
import type { ListedRecord } from '../list-query.ts';

/** The text of a cell; null if it is empty. */
export function cellText(column: Column, record: ListedRecord, context: Omit<FieldContext, 'field'>): string | null {
  const value = valueAt(record, column.name);
  return value === null ? null : column.view.show(value, { field: column.field, ...context });
}
