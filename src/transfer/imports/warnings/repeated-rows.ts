import { sameName } from '../../../resources/transfer/import-summary.ts';
import { placeWord, pursuitFamilies } from '../../../resources/transfer/imports.ts';
import { rowsNumbered } from '../../../store/imports/rows-to-apply.ts';
import { nameOf } from '../../mapping/row-name.ts';
import type { ImportWork } from '../import-work.ts';
import { begun, columnOf } from '../rows/row-errors.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/** Finds the rows without a key that make a project or a lead which an earlier row of the file makes too. */
export async function findRepeated(
  { transaction, stored, one }: ImportWork,
  applied: AppliedRows,
): Promise<RowWarnings> {
  if (!pursuitFamilies.includes(stored.family)) return noWarnings;
  const created = createdRows(applied);
  const numbers = new Set(created.flatMap(({ row: { repeats } }) => (repeats === null ? [] : [repeats])));
  if (numbers.size === 0) return noWarnings;
  const earlier = await rowsNumbered(transaction, one, [...numbers]);
  const word = placeWord(stored.format);
  return warningsOf(created, ({ row: { repeats }, fields }) =>
    repeats === null
      ? undefined
      : {
          column: columnOf(stored.mapping, 'name'),
          field: 'name',
          code: sameName,
          message:
            `The row has the name, the client, the number and the place of the row in ${word} ` +
            `${earlier.get(repeats)?.line ?? repeats}. It makes a record of its own.`,
          value: begun(nameOf(fields)?.text ?? ''),
        },
  );
}
