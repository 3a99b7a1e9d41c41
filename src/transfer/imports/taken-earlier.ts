import type { RowError } from '../../resources/transfer/imports.ts';
import { externalIdTakers, type StagedRow } from '../../store/imports/rows-to-apply.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type ImportWork, isCheck } from './import-work.ts';
import { refused } from './rows/row-errors.ts';

/**
 * Tells which rows of a check take the external id of a row in an earlier batch, whose changes are taken back already.
 * In a run the rules find the record itself.
 */
export async function takenEarlier(
  work: ImportWork,
  rows: readonly StagedRow[],
): Promise<(row: StagedRow) => readonly RowError[]> {
  const { transaction, stored, one } = work;
  const keys = isCheck(work) ? rows.flatMap((row) => row.external_key ?? []) : [];
  if (keys.length === 0) return () => [];
  const before = rows[0]?.number ?? 0;
  const takers = await externalIdTakers(transaction, one, { before, pass: stored.pass, keys });
  return (row) => {
    const others = takers.filter(({ external_key: key, record_id: id }) => {
      return key === row.external_key && (id === null || id !== row.target_id);
    });
    return others.slice(0, 1).map(({ number }) => taken(stored.mapping, number));
  };
}

const taken = (mapping: Mapping, number: number): RowError =>
  refused(mapping, {
    pointer: '/external_id',
    code: 'already_exists',
    message: `is already used by row ${number} of the file`,
  });
