import { cellText } from '../../../resources/transfer/cell-text.ts';
import { isDash, isFigure, totalsLabel } from '../../mapping/report-labels.ts';
import { nameOf } from '../../mapping/row-name.ts';
import type { ImportWork } from '../import-work.ts';
import { begun, columnOf } from '../rows/row-errors.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/**
 * Finds the rows without a number that make a record although its name is a label of totals, or begins like one beside
 * nothing but figures.
 */
export function findTotalNames({ stored: { family, mapping } }: ImportWork, applied: AppliedRows): RowWarnings {
  if (['tasks', 'calls', 'notes'].includes(family)) return noWarnings;
  return warningsOf(createdRows(applied), ({ row: { cells }, fields }) => {
    const name = nameOf(fields);
    const isNumbered = (fields['project_number'] ?? fields['external_id'] ?? null) !== null;
    if (isNumbered || name === null || !(totalsLabel(name.text) !== null || isBesideFigures(name.text, cells)))
      return undefined;
    return {
      column: columnOf(mapping, name.field),
      field: name.field,
      code: 'total_name',
      message: 'The name of the record may be the label of a row of totals. If it is, delete the row from the file.',
      value: begun(name.text),
    };
  });
}

/** `Total Wine` without a client or another text */
const isBesideFigures = (name: string, cells: readonly unknown[]): boolean =>
  /^(?:sub-?)?totals?\b/i.test(name) &&
  cells
    .map((cell) => cellText(cell).trim())
    .every((text) => text === '' || text === name || isDash(text) || isFigure(text));
