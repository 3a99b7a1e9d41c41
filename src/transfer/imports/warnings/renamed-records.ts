import { renamedBy } from '../../../store/imports/renamed.ts';
import { nameFields } from '../../mapping/row-name.ts';
import { familyOf, type ImportWork } from '../import-work.ts';
import { begun, columnOf } from '../rows/row-errors.ts';
import { type AppliedRows, noWarnings, type RowWarnings } from './row-warnings.ts';

/** Finds the rows that give the record with their key another name: numbers may begin anew each year. */
export async function findRenamed(work: ImportWork, { outcomes }: AppliedRows): Promise<RowWarnings> {
  const { mapping } = work.stored;
  const [key] = mapping.upsert_by;
  const updated = outcomes.flatMap(({ number, result, record_id: id, version }) =>
    result === 'updated' && id !== null && version !== null ? [{ number, id, version }] : [],
  );
  if (key === undefined || updated.length === 0 || mapping.upsert_by.some((name) => nameFields.includes(name)))
    return noWarnings;
  const renamed = await renamedBy(work.transaction, familyOf(work), work.one.accountId, updated);
  return new Map(
    updated.flatMap(({ number, id }) => {
      const names = renamed.get(id);
      return names ? [[number, { column: columnOf(mapping, key), field: key, ...otherName(names) }] as const] : [];
    }),
  );
}

const otherName = ({ before, after }: { readonly before: string; readonly after: string }) => ({
  code: 'other_name',
  message: `The record with this key is called “${begun(before)}”, and the row renames it to “${begun(after)}”.`,
});
