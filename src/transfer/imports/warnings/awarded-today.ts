import { dayOf } from '../../../domain/calendar.ts';
import type { ImportWork } from '../import-work.ts';
import { columnOf } from '../rows/row-errors.ts';
import type { JudgedRow } from '../rows/judged-row.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/**
 * Finds the rows that create a closed project without an award date, or with one that is still to come. The rules then
 * set the day of the import, which is wrong for jobs that were decided long ago.
 */
export function findAwardedToday({ stored: { family, mapping }, now }: ImportWork, applied: AppliedRows): RowWarnings {
  if (family !== 'projects') return noWarnings;
  const { directory } = applied;
  const today = dayOf(now.toISOString(), directory.timeZone) ?? '';
  const stages = directory.entries('project_stages');
  return warningsOf(createdRows(applied), ({ fields }) => {
    const category = stages.get(String(fields['project_stage_id']))?.category ?? 'open';
    const message = isClosed(category, fields) ? messageFor(fields['award_date'] ?? null, today) : null;
    if (message === null) return undefined;
    const by = 'project_stage_id' in fields ? 'project_stage' : 'close_type';
    return {
      column: columnOf(mapping, 'award_date') ?? columnOf(mapping, by),
      field: 'award_date',
      code: 'award_date_today',
      message,
    };
  });
}

const isClosed = (category: string, fields: JudgedRow['fields']): boolean =>
  category !== 'open' || (fields['close_type'] ?? null) !== null;

/** Null if the project keeps its award date. */
function messageFor(date: unknown, today: string): string | null {
  if (date === null)
    return 'The row closes the project without an award date, so the award date is the day of the import. Map the column with the date to the award date.';
  return typeof date === 'string' && date > today
    ? 'The row closes the project with an award date in the future, so the award date is the day of the import.'
    : null;
}
