import { begun, columnOf } from './rows/row-errors.ts';
import { inputColumns } from '../../domain/input.ts';
import { mapInTurns } from '../../records/turns.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import { isMatchedByName } from '../../resources/transfer/mapping.ts';
import { sameName } from '../../resources/transfer/import-summary.ts';
import type { RowError } from '../../resources/transfer/imports.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { type NamedRecord, recordsNamed, valuesOfNamed } from '../../store/imports/named-records.ts';
import { lockNames } from '../../store/imports/reference-lookups.ts';
import { keptIf } from '../../store/imports/tentative.ts';
import { nameOf } from '../mapping/row-name.ts';
import { nameKeyOf, textOf } from '../mapping/name-key.ts';
import { changeMapped } from './change-mapped.ts';
import { familyOf, type ImportWork, isCheck } from './import-work.ts';
import type { JudgedRow } from './rows/judged-row.ts';

/** A row without a key, with the records that have its name. */
interface NamedRow {
  readonly row: JudgedRow;
  readonly candidates: readonly string[];
}

/**
 * Finds the records of rows without a key by their names, and of contacts by their e-mail addresses too. A name that
 * several records or rows have means none of them, unless one of the records has all values of the row already.
 */
export async function withNameMatches(
  work: ImportWork,
  context: RequestContext,
  rows: readonly JudgedRow[],
): Promise<readonly JudgedRow[]> {
  const { mapping, family } = work.stored;
  if (!isMatchedByName(mapping, family)) return rows;
  const named = await namedRows(work, rows);
  if (named.length === 0) return rows;
  const isSingle = ({ row, candidates }: NamedRow): boolean => candidates.length === 1 && !row.row.has_twin;
  const matches = new Map(named.filter(isSingle).map(({ row, candidates }) => [row.row.number, candidates[0] ?? '']));
  const ambiguous = named.filter((one) => !isSingle(one) && (one.candidates.length > 0 || one.row.row.has_twin));
  for (const [number, id] of await unchanged(work, context, ambiguous)) matches.set(number, id);
  const unmatched = new Map(ambiguous.map((one) => [one.row.row.number, one]));
  return rows.map((row) => {
    const id = matches.get(row.row.number);
    if (id !== undefined) return matched(row, id);
    const one = unmatched.get(row.row.number);
    return one ? { ...row, warnings: [...row.warnings, warningOf(work, one)] } : row;
  });
}

async function namedRows(work: ImportWork, rows: readonly JudgedRow[]): Promise<NamedRow[]> {
  const { family } = work.stored;
  const keyed = rows.flatMap((row) => {
    const key = row.mapped.id === null && row.mapped.keys === null ? nameKeyOf(family, row.fields) : null;
    return key ? [{ row, key }] : [];
  });
  if (keyed.length === 0) return [];
  // Another import of the account may be making records of the same names.
  if (!isCheck(work)) await lockNames(work.transaction, work.one.accountId);
  const names = [...new Set(keyed.map(({ key }) => key.name))];
  const emails = [...new Set(keyed.map(({ key }) => key.email))];
  const known = new Map<string, NamedRecord[]>();
  for (const record of await recordsNamed(work.transaction, familyOf(work), work.one, { names, emails })) {
    const text = textOf({ name: record.name ?? '', email: record.email ?? '' });
    known.set(text, [...(known.get(text) ?? []), record]);
  }
  return keyed.map(({ row, key }) => {
    const same = known.get(textOf(key)) ?? [];
    const candidates = same.filter((record) => key.email !== '' || !areOfOtherFirms(record, row));
    return { row, candidates: candidates.map(({ id }) => id) };
  });
}

/** People without an e-mail address are others if they work for other companies. */
const areOfOtherFirms = ({ company_id: companyId }: NamedRecord, { fields }: JudgedRow): boolean => {
  const { company_id: ownId = null } = fields;
  return companyId !== null && ownId !== null && companyId !== ownId;
};

/** A row that is matched by its name leaves the spelling of the name as it is. */
function matched({ row, fields, ...judged }: JudgedRow, id: string): JudgedRow {
  const { name: _, first_name: __, last_name: ___, ...others } = fields;
  return { ...judged, row: { ...row, target_id: id }, fields: others };
}

/** The trials of one step, each of which compares every record at most once. A row begins with the likeliest record. */
const mostTrials = 10;

/** The records that have all values of these rows already, by the number of the row. */
async function unchanged(
  work: ImportWork,
  context: RequestContext,
  rows: readonly NamedRow[],
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  // The same list in the same order is settled by the first trial.
  const likeliest = await byLikeness(work, rows);
  const open = await mapInTurns(rows, (one) => ({
    ...one,
    left: likeliest(one, rotated(one.candidates, placeAmong(rows, one))),
  }));
  for (let trial = 0; trial < mostTrials; trial += 1) {
    const taken = new Set<string>();
    const trialRows = open.flatMap((one) => {
      const [id] = one.left;
      if (id === undefined || found.has(one.row.row.number) || taken.has(id)) return [];
      taken.add(id);
      one.left = one.left.slice(1);
      return [matched(one.row, id)];
    });
    if (trialRows.length === 0) break;
    const attempt = () => changeMapped(work, context, trialRows);
    const outcomes = await keptIf(work.transaction, attempt, () => false);
    for (const { number, result, record_id: id } of outcomes) {
      if (result === 'unchanged' && id !== null) found.set(number, id);
    }
  }
  return found;
}

/** A function that puts the records first which have the most values of a row. */
async function byLikeness({ transaction, one, stored }: ImportWork, rows: readonly NamedRow[]) {
  const resource = familyOf({ stored });
  const ids = [...new Set(rows.flatMap(({ candidates }) => (candidates.length > 1 ? candidates : [])))];
  const known = await valuesOfNamed(transaction, resource, one.accountId, ids);
  return ({ row: { fields } }: NamedRow, candidates: readonly string[]): readonly string[] => {
    const values = Object.entries(inputColumns(resource, 'update', fields));
    const likeness = (id: string): number =>
      values.filter(([column, value]) => cellText(known.get(id)?.[column]) === cellText(value)).length;
    const counts = new Map(candidates.map((id) => [id, likeness(id)]));
    return candidates.toSorted((id, other) => (counts.get(other) ?? 0) - (counts.get(id) ?? 0));
  };
}

/** The place of a row among those with the same records. */
const placeAmong = (rows: readonly NamedRow[], { row, candidates: [first] }: NamedRow): number =>
  rows.filter(({ candidates, row: other }) => candidates[0] === first && other.row.number < row.row.number).length;

function rotated(ids: readonly string[], by: number): readonly string[] {
  const at = ids.length === 0 ? 0 : by % ids.length;
  return [...ids.slice(at), ...ids.slice(0, at)];
}

function warningOf({ stored }: ImportWork, { row, candidates }: NamedRow): RowError {
  const { field = 'name', text = '' } = nameOf(row.fields) ?? {};
  return {
    column: columnOf(stored.mapping, field),
    field,
    code: sameName,
    message: 'several records or rows have this name, so the row makes a record of its own',
    value: begun(text),
    ...(candidates.length > 0 && { ids: candidates }),
  };
}
