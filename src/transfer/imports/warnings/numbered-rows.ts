import type { ImportWork } from '../import-work.ts';
import { columnOf } from '../rows/row-errors.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/** Finds the rows that create a project without a number, if the account gives it the next one. */
export function findNumbered({ stored: { family, mapping } }: ImportWork, applied: AppliedRows): RowWarnings {
  if (family !== 'projects' || applied.directory.account.project_number_pattern === null) return noWarnings;
  return warningsOf(createdRows(applied), ({ fields }) =>
    typeof fields['project_number'] === 'string'
      ? undefined
      : {
          column: columnOf(mapping, 'project_number'),
          field: 'project_number',
          code: 'number_given',
          message: 'The row has no project number, so the project gets the next number of the firm.',
        },
  );
}
