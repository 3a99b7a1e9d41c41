import type { ViewContext } from '../../fields/field-view.ts';
import { valueAt } from '../../fields/record-values.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';

/** The text of a cell; null if it is empty. */
export function cellText(column: ListColumn, record: ListedRecord, context: ViewContext): string | null {
  const value = valueAt(record, column.name);
  return value === null ? null : column.view.show(value, { field: column.field, ...context });
}
