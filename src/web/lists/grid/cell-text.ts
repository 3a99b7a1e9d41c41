import { dayIn } from '../../../resources/written-dates/days.ts';
import type { Formats } from '../../data/formats.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { fieldValue } from '../../fields/field-values.ts';
import { joined } from '../../fields/joined.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';

/** The text of a cell; null if it is empty. The day of a bid has its hour with it, a figure the one beside it. */
export function cellText(column: ListColumn, record: ListedRecord, context: ViewContext): string | null {
  const figure = figures[column.name];
  if (figure) return figure(record, context.formats);
  const value = fieldValue(column, record);
  return value === null ? null : column.view.show(value, { field: column.field, ...context });
}

/** The figures of a company in words; null where there is nothing to tell. */
const figures: Readonly<Record<string, (record: ListedRecord, formats: Formats) => string | null>> = {
  open_projects: ({ open_projects: open, open_amount: amount }, { count, shortMoney }) =>
    joined([Number(open) > 0 && count(Number(open)), Number(amount) > 0 && shortMoney(Number(amount))]) || null,
  won_projects: ({ won_projects: won, decided_projects: decided }, { count }) =>
    Number(decided) > 0 ? `${count(Number(won))} of ${count(Number(decided))}` : null,
  last_contact_at: ({ last_contact_at: at }, { day, timeZone }) =>
    typeof at === 'string' ? day(dayIn(timeZone, new Date(at))) : null,
};

/** Whether a cell shows the date of a bid that is late. */
export const isLateCell = (column: ListColumn, record: ListedRecord): boolean =>
  column.name === 'bid_due_date' && record['is_overdue'] === true;
