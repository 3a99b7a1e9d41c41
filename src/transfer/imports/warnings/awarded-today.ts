import type { ImportWork } from '../import-work.ts';
import { columnOf } from '../rows/row-errors.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/**
 * Finds the rows that create a closed project without an award date. The rules then set the day of the import, which is
 * wrong for jobs that were decided long ago.
 */
export function findAwardedToday({ stored: { family, mapping } }: ImportWork, applied: AppliedRows): RowWarnings {
  if (family !== 'projects') return noWarnings;
  const stages = applied.directory.entries('project_stages');
  return warningsOf(createdRows(applied), ({ fields }) => {
    const stage = stages.get(String(fields['project_stage_id']));
    const isClosed = (stage && stage.category !== 'open') || (fields['close_type'] ?? null) !== null;
    if (!isClosed || (fields['award_date'] ?? null) !== null) return undefined;
    const by = 'project_stage_id' in fields ? 'project_stage' : 'close_type';
    return {
      column: columnOf(mapping, 'award_date') ?? columnOf(mapping, by),
      field: 'award_date',
      code: 'award_date_today',
      message:
        'The row closes the project without an award date, so the award date is the day of the import. Map the column with the date to the award date.',
    };
  });
}
