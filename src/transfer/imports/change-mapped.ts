import { changeInBulkWithin } from '../../records/bulk/bulk.ts';
import type { BulkResult } from '../../records/bulk/bulk-result.ts';
import type { BulkRow } from '../../records/bulk/bulk-rows.ts';
import { inputColumns } from '../../domain/input.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { mapInTurns } from '../../records/turns.ts';
import { requestName, type Resource } from '../../resources/resource.ts';
import type { RowError } from '../../resources/transfer/imports.ts';
import type { Problem } from '../../refusal.ts';
import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type JudgedRow, rejected } from './rows/judged-row.ts';
import { familyOf, type ImportWork, isCheck } from './import-work.ts';
import { refused } from './rows/row-errors.ts';

/** After so many rejected rows, the rules do not judge others that have errors, because that takes as long as a change. */
const mostFullyJudged = 500;

/** The limit of problems that are stored of one row. */
const mostOfRow = 20;

/** Creates and updates the records of the rows, by the same rules as a bulk request. A row with errors is rejected. */
export async function changeMapped(
  work: ImportWork,
  context: RequestContext,
  judged: readonly JudgedRow[],
): Promise<RowOutcome[]> {
  const resource = familyOf(work);
  const { mapping } = work.stored;
  const { stored } = work;
  const before = (isCheck(work) ? stored.dry_run : stored.counts)?.rejected ?? 0;
  const isByRules = ({ errors }: JudgedRow): boolean => errors.length === 0 || before < mostFullyJudged;
  const asked = judged.filter(isByRules);
  const rows = await mapInTurns(asked, (row) => bulkRow(work, resource, row));
  const results = rows.length === 0 ? [] : await changeInBulkWithin(work.transaction, context, { resource, rows });
  const others = judged.filter((row) => !isByRules(row));
  return [
    ...others.map(({ row, errors, unfit }) => rejected(row.number, [...errors, ...unfit])),
    ...results.flatMap((result, index) => {
      const row = asked[index];
      return row ? [outcomeOf(row, result, mapping)] : [];
    }),
  ];
}

function bulkRow(
  { validator, one, stored }: ImportWork,
  resource: Resource,
  { row, mapped, fields, errors }: JudgedRow,
): BulkRow {
  const { upsert_by: upsertBy } = stored.mapping;
  const externalId = fields['external_id'];
  const isByExternalId = upsertBy.length === 1 && upsertBy[0] === 'external_id';
  const judgeAs = (action: 'create' | 'update'): ReturnType<BulkRow['judgedAs']> => {
    const judged = validator.judgeOne(resource, action, { pointer: '', fields, most: mostOfRow });
    const input = inputColumns(resource, action, judged.fields);
    // The rules judge a row with errors too, so that it tells all of its problems.
    const problems = [...errors.map((error) => problemOf(resource, error)), ...judged.problems];
    return { input: action === 'create' ? { ...input, import_id: one.id } : input, problems };
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

/** An error of a row as a problem of the field, about which the rules then say nothing. */
function problemOf({ fields }: Resource, { field }: RowError): Problem {
  const [name = '', ...parts] = (field ?? '').split('.');
  const declared = fields[name];
  const key = declared ? requestName(name, declared) : name;
  return { pointer: `/${[key, ...parts].join('/')}`, code: 'invalid_format', message: ofReading };
}

/** The message of problems that the errors of a row tell already. */
const ofReading = 'cannot be read';

function outcomeOf(judged: JudgedRow, result: BulkResult, mapping: Mapping): RowOutcome {
  const { row, unfit, errors, warnings } = judged;
  const { number } = row;
  if (result.result === 'failed') {
    const isTold = new Set(errors.map(({ field }) => rootOf(field)));
    // Without its key, a row cannot tell whether it makes a record.
    const hasNoKey = ['id', ...mapping.upsert_by].some((key) => isTold.has(rootOf(key)));
    const others = (result.errors ?? [])
      .filter(({ message }) => message !== ofReading)
      .map((problem) => refused(mapping, problem))
      .filter(({ field, code }) => !isTold.has(rootOf(field)) && !(hasNoKey && code === 'required'));
    // The row would be applied without the cells that cannot be read.
    return rejected(number, [...errors, ...others, ...unfit]);
  }
  const { id, version } = result;
  const lost = [...unfit, ...warnings];
  return {
    number,
    result: result.result as RowOutcome['result'],
    record_id: id,
    version,
    errors: lost.length === 0 ? null : lost,
  };
}

const rootOf = (field: string | null): string => (field ?? '').replace(/_ids?(?:\.\d+)?$/, '');
