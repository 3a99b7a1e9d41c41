import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import { renamedBy } from '../../store/imports/renamed.ts';
import { nameFields } from '../mapping/row-name.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import { begun, columnOf, withWarning } from './rows/row-errors.ts';

/** Adds a warning to each row that gives the record with its key another name: numbers may begin anew each year. */
export async function withRenamed(
  { transaction, stored, one }: ImportWork,
  outcomes: readonly RowOutcome[],
): Promise<readonly RowOutcome[]> {
  const { mapping } = stored;
  const [key] = mapping.upsert_by;
  const updated = outcomes.flatMap(({ result, record_id: id, version }) =>
    result === 'updated' && id !== null && version !== null ? [{ id, version }] : [],
  );
  if (key === undefined || updated.length === 0 || mapping.upsert_by.some((name) => nameFields.includes(name)))
    return outcomes;
  const renamed = await renamedBy(transaction, familyOf({ stored }), one.accountId, updated);
  return outcomes.map((outcome) => {
    const found = outcome.result === 'updated' ? renamed.get(outcome.record_id ?? '') : undefined;
    if (!found) return outcome;
    const { before, after } = found;
    return withWarning(outcome, {
      column: columnOf(mapping, key),
      field: key,
      code: 'other_name',
      message: `The record with this key is called “${begun(before)}”, and the row renames it to “${begun(after)}”.`,
    });
  });
}
