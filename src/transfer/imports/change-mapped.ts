import { changeInBulkWithin } from '../../records/bulk/bulk.ts';
import type { BulkResult } from '../../records/bulk/bulk-result.ts';
import type { BulkRow } from '../../records/bulk/bulk-rows.ts';
import { inputColumns } from '../../domain/input.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { mapInTurns } from '../../records/turns.ts';
import type { Resource } from '../../resources/resource.ts';
import type { RowOutcome } from '../../store/imports/import-rows.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type JudgedRow, rejected } from './rows/judged-row.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import { refused } from './rows/row-errors.ts';

/** The limit of problems that are stored of one row. */
const mostOfRow = 20;

/** Creates and updates the records of the rows without errors, by the same rules as a bulk request. */
export async function changeMapped(
  work: ImportWork,
  context: RequestContext,
  judged: readonly JudgedRow[],
): Promise<RowOutcome[]> {
  const resource = familyOf(work);
  const { mapping } = work.stored;
  const sound = judged.filter(({ errors }) => errors.length === 0);
  const rows = await mapInTurns(sound, (row) => bulkRow(work, resource, row));
  const results = rows.length === 0 ? [] : await changeInBulkWithin(work.transaction, context, { resource, rows });
  return [
    ...judged.filter(({ errors }) => errors.length > 0).map(({ row, errors }) => rejected(row.number, errors)),
    ...results.flatMap((result, index) => {
      const row = sound[index];
      return row ? [outcomeOf(row, result, mapping)] : [];
    }),
  ];
}

function bulkRow(
  { validator, one, stored }: ImportWork,
  resource: Resource,
  { row, mapped, fields }: JudgedRow,
): BulkRow {
  const { upsert_by: upsertBy } = stored.mapping;
  const externalId = fields['external_id'];
  const isByExternalId = upsertBy.length === 1 && upsertBy[0] === 'external_id';
  const judgeAs = (action: 'create' | 'update'): ReturnType<BulkRow['judgedAs']> => {
    const judged = validator.judgeOne(resource, action, { pointer: '', fields, most: mostOfRow });
    const input = inputColumns(resource, action, judged.fields);
    return { input: action === 'create' ? { ...input, import_id: one.id } : input, problems: judged.problems };
  };
  const known = new Map<string, ReturnType<BulkRow['judgedAs']>>();
  return {
    pointer: '',
    idPointer: '/id',
    problems: [],
    length: JSON.stringify(fields).length,
    id: mapped.id ?? row.target_id,
    externalId: typeof externalId === 'string' ? externalId : null,
    isFoundByExternalId: isByExternalId,
    judgedAs: (action) => {
      const judged = known.get(action) ?? judgeAs(action);
      known.set(action, judged);
      return judged;
    },
  };
}

function outcomeOf({ row: { number } }: JudgedRow, result: BulkResult, mapping: Mapping): RowOutcome {
  if (result.result === 'failed')
    return rejected(
      number,
      (result.errors ?? []).map((problem) => refused(mapping, problem)),
    );
  const { id, version } = result;
  return { number, result: result.result as RowOutcome['result'], record_id: id, version, errors: null };
}
