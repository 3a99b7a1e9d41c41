import type { ViewContext } from '../../fields/field-view.ts';
import { fieldValue } from '../../fields/field-values.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';

/** The text of a cell; null if it is empty. The day of a bid has its hour with it. */
export function cellText(column: ListColumn, record: ListedRecord, context: ViewContext): string | null {
  const value = fieldValue(column, record);
  return value === null ? null : column.view.show(value, { field: column.field, ...context });
}

/** Whether a cell shows the date of a bid that is late. */
export const isLateCell = (column: ListColumn, record: ListedRecord): boolean =>
  column.name === 'bid_due_date' && record['is_overdue'] === true;
