import type { Directory } from '../../store/rows/directory.ts';
import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import type { JudgedRow } from './rows/judged-row.ts';
import { columnOf, withWarning } from './rows/row-errors.ts';

/**
 * Adds a warning to each row that creates a closed project without an award date. The rules then set the day of the
 * import, which is wrong for jobs that were decided long ago.
 */
export function withAwardedToday(
  { stored }: ImportWork,
  directory: Directory,
  { rows, outcomes }: { readonly rows: readonly JudgedRow[]; readonly outcomes: readonly RowOutcome[] },
): readonly RowOutcome[] {
  if (familyOf({ stored }).plural !== 'projects') return outcomes;
  const stages = directory.entries('project_stages');
  const closing = rows.filter(({ fields }) => {
    const stage = stages.get(String(fields['project_stage_id']));
    const isClosed = (stage && stage.category !== 'open') || (fields['close_type'] ?? null) !== null;
    return isClosed && (fields['award_date'] ?? null) === null;
  });
  const fieldsOf = new Map(closing.map(({ row, fields }) => [row.number, fields]));
  return outcomes.map((outcome) => {
    const fields = outcome.result === 'created' ? fieldsOf.get(outcome.number) : undefined;
    if (!fields) return outcome;
    const by = 'project_stage_id' in fields ? 'project_stage' : 'close_type';
    return withWarning(outcome, {
      column: columnOf(stored.mapping, 'award_date') ?? columnOf(stored.mapping, by),
      field: 'award_date',
      code: 'award_date_today',
      message:
        'The row closes the project without an award date, so the award date is the day of the import. Map the column with the date to the award date.',
    });
  });
}
