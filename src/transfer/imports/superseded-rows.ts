import { placeWord, type RowError } from '../../resources/transfer/imports.ts';
import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import { rowsNumbered, type StagedRow } from '../../store/imports/rows-to-apply.ts';
import type { MappedRow, Mapping } from '../mapping/mapping.ts';
import { nameOf, type RowName } from '../mapping/row-name.ts';
import { foldName } from '../mapping/reading-text/folding.ts';
import type { ImportWork } from './import-work.ts';
import { begun, columnOf } from './rows/row-errors.ts';

type MapRow = (cells: readonly unknown[]) => MappedRow;

/** The results of rows that name the record of a later row, each with a warning if that row has another name. */
export async function supersededRows(
  { transaction, stored, one }: ImportWork,
  rows: readonly StagedRow[],
  map: MapRow,
): Promise<RowOutcome[]> {
  const superseded = rows.flatMap(({ superseded_by: by, ...row }) => (by === null ? [] : [{ ...row, by }]));
  if (superseded.length === 0) return [];
  const later = await rowsNumbered(transaction, one, [...new Set(superseded.map(({ by }) => by))]);
  const { mapping } = stored;
  const word = placeWord(stored.format);
  return superseded.map(({ number, cells, by }) => {
    const last = later.get(by);
    const [name, newName] = [nameOf(map(cells).fields), last === undefined ? null : nameOf(map(last.cells).fields)];
    const isOther = name !== null && newName !== null && foldName(name.text) !== foldName(newName.text);
    const place = `${word} ${last?.line ?? by}`;
    const warnings = isOther
      ? [otherName(mapping, name, `${place}, which has another name: “${begun(newName.text)}”`)]
      : null;
    return { number, result: 'superseded', record_id: null, version: null, errors: warnings };
  });
}

const otherName = (mapping: Mapping, { field, text }: RowName, by: string): RowError => ({
  column: columnOf(mapping, field),
  field,
  code: 'other_name',
  message: `“${begun(text)}” is replaced by ${by}.`,
  value: begun(text),
});
