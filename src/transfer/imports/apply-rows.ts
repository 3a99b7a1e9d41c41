import type { Engine } from '../../database/engine.ts';
import { mapInTurns } from '../../records/turns.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import { noRowCounts, type RowCounts } from '../../resources/transfer/imports.ts';
import { updateImport } from '../../store/imports/imports.ts';
import { type RowOutcome, writeOutcomes } from '../../store/imports/row-outcomes.ts';
import { nextRows, type StagedRow } from '../../store/imports/rows-to-apply.ts';
import { tentatively } from '../../store/imports/tentative.ts';
import type { RowProblem, RowSkip } from '../files/file-rows.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import { changeJudged } from './change-judged.ts';
import { defineFields, missingFields } from './define-fields.ts';
import type { Next } from './import-progress.ts';
import { announceEnd, contextOf, type ImportWork, isCheck } from './import-work.ts';
import { mappingScope } from './mapping-scope.ts';
import { withNearNewNames } from './near-new-names.ts';
import { faulty, type JudgedRow } from './rows/judged-row.ts';
import { countsOfMade, withMade } from './rows/made-in-check.ts';
import { summaryOf, type RowNotice, withTold } from './rows/summary.ts';
import { keepStatistics } from './statistics.ts';
import type { ResolvedRows } from './references/resolve-references.ts';
import { supersededRows } from './superseded-rows.ts';
import { unmappedCells } from './unmapped-columns.ts';
import { unmappedReasons } from './unmapped-reasons.ts';
import { takenEarlier } from './taken-earlier.ts';
import { ambiguous, unconverted } from './rows/row-errors.ts';
import { withWarnings } from './warnings/all-warnings.ts';

interface StepSize {
  /** The number of rows that the first step applies. */
  readonly first: number;
  /** The limit of rows of one step. */
  readonly most: number;
  /** The milliseconds that a step should take. */
  readonly longestMs: number;
}

/** Requests wait for the transaction of the embedded engine. */
const sizes: Readonly<Record<Engine['kind'], StepSize>> = {
  embedded: { first: 20, most: 80, longestMs: 200 },
  postgres: { first: 200, most: 800, longestMs: 1000 },
};

/** The number of rows of the next step: half as many after a step that took too long, twice as many after a short one. */
export function nextSize(rows: number, tookMs: number, { most, longestMs }: StepSize): number {
  if (tookMs > longestMs) return Math.ceil(rows / 2);
  return tookMs < longestMs / 2 ? Math.min(most, rows * 2) : rows;
}

/** Applies the next rows. A check takes everything back that it wrote, and keeps the results. */
export async function applyRows(
  work: ImportWork,
  { after, rows: asked }: { readonly after: number; readonly rows?: number | undefined },
): Promise<Next> {
  const began = performance.now();
  const { store, transaction, stored, one, now } = work;
  const size = sizes[store.engine.kind];
  const most = asked ?? size.first;
  const rows = await nextRows(transaction, one, { after, most, pass: stored.pass });
  const last = rows.at(-1);
  if (!last) return await finish(work);
  const isTrial = isCheck(work);
  const apply = (): Promise<Applied> => outcomesOf(work, rows);
  const applied = isTrial ? await tentatively(transaction, apply) : await apply();
  const outcomes = isTrial ? applied.outcomes.map(withoutNewId) : applied.outcomes;
  await writeOutcomes(transaction, one, stored.pass, outcomes);
  if (!isTrial) await keepStatistics(work, after, last.number);
  const name = isTrial ? 'dry_run' : 'counts';
  const isEnd = last.number >= (stored.total ?? 0);
  const { makes, ...told } = await summaryWith(work, applied, rows);
  const summary = isEnd ? { ...told, spellings: {}, made: countsOfMade(makes) } : { ...told, makes };
  await updateImport(transaction, one, { [name]: counted(stored[name], applied), summary, done: last.number }, now);
  if (isEnd) return await finish(work);
  return { phase: 'apply', after: String(last.number), rows: nextSize(most, performance.now() - began, size) };
}

/** A record that a check made does not exist. */
const withoutNewId = (outcome: RowOutcome): RowOutcome =>
  outcome.result === 'created' ? { ...outcome, record_id: null, version: null } : outcome;

function counted(before: RowCounts | null, { outcomes, judged }: Applied): RowCounts {
  const counts: Record<keyof RowCounts, number> = { ...noRowCounts, ...before };
  counts.read += outcomes.length;
  for (const { result } of outcomes) counts[result] += 1;
  const isRejected = new Set(outcomes.flatMap(({ number, result }) => (result === 'rejected' ? [number] : [])));
  counts.kept_without += judged.filter(({ row, unfit }) => unfit.length > 0 && !isRejected.has(row.number)).length;
  return counts;
}

async function finish(work: ImportWork): Promise<Next> {
  const { transaction, one, now } = work;
  if (isCheck(work)) {
    await updateImport(transaction, one, { status: 'checked' }, now);
    return 'ended';
  }
  await updateImport(transaction, one, { status: 'complete', finished_at: now.toISOString() }, now);
  await announceEnd(work);
  return 'ended';
}

/** The outcomes of some rows, with the near names for the summary of the import. */
interface Applied extends Pick<ResolvedRows, 'makes' | 'near' | 'sought' | 'spellings'> {
  readonly outcomes: readonly RowOutcome[];
  /** The rows that were neither superseded, nor skipped, nor unreadable. */
  readonly judged: readonly JudgedRow[];
}

async function outcomesOf(work: ImportWork, rows: readonly StagedRow[]): Promise<Applied> {
  const { mapping, columns, family } = work.stored;
  const context = await defineFields(work, contextOf(work));
  const map = compileMapping(mapping, mappingScope(context.directory, family, columns));
  const readable = rows.filter(({ superseded_by: by, fault }) => by === null && fault === null);
  const taken = await takenEarlier(work, readable);
  const judged = await mapInTurns(readable, (row): JudgedRow => {
    const mapped = map(row.cells);
    const twins = row.ambiguous ? [ambiguous(mapping, mapping.upsert_by[0] ?? '', row.ambiguous)] : [];
    const rejecting = mapped.problems.filter(({ rejects }) => rejects).map(unconverted);
    return {
      row,
      mapped,
      fields: mapped.fields,
      errors: [...twins, ...taken(row), ...rejecting],
      unfit: mapped.problems.filter(({ rejects }) => !rejects).map(unconverted),
      warnings: mapped.lost.map(unconverted),
    };
  });
  const attempt = await changeJudged(work, context, judged);
  const resolved = await withNearNewNames(work, attempt);
  const { directory } = context;
  const outcomes = await withWarnings(work, { directory, rows: resolved.rows, outcomes: attempt.outcomes });
  const superseded = await supersededRows(work, rows, map);
  const results = new Map([...outcomes, ...superseded].map((outcome) => [outcome.number, outcome]));
  return {
    outcomes: rows.map((row) => results.get(row.number) ?? faulty(row.number, row.fault as RowSkip | RowProblem)),
    judged: resolved.rows,
    makes: { ...resolved.makes, custom_fields: missingFields(work).map(([apiName]) => apiName) },
    near: resolved.near,
    sought: resolved.sought,
    spellings: resolved.spellings,
  };
}

/** The summary with the problems of these rows, and with the values that get lost without a problem. */
async function summaryWith(
  work: ImportWork,
  { outcomes, makes, near, sought, spellings }: Applied,
  rows: readonly StagedRow[],
) {
  const { stored, directory } = work;
  const before = summaryOf(stored);
  const names = stored.columns.map(({ name }) => name);
  const rowOf = new Map(rows.map((row) => [row.number, row]));
  const told = outcomes.flatMap(({ number, result, errors }): RowNotice[] => {
    const { line = 0, cells = [] } = rowOf.get(number) ?? {};
    return (errors ?? []).map((error) => ({
      number,
      line,
      kind: result === 'rejected' ? 'problems' : 'warnings',
      error: { ...error, value: error.value ?? cellText(cells[names.indexOf(error.column ?? '')]) },
    }));
  });
  const isSkipped = new Set(outcomes.flatMap(({ number, result }) => (result === 'skipped' ? [number] : [])));
  const records = rows.filter(({ number }) => !isSkipped.has(number));
  const reasonOf = unmappedReasons(stored, mappingScope(directory, stored.family, stored.columns));
  const summary = await withTold(await withTold(before, told), unmappedCells(stored, records, reasonOf));
  return {
    ...summary,
    makes: isCheck(work) ? withMade(before.makes ?? {}, makes) : {},
    near_names: [...before.near_names, ...near],
    sought: before.sought + sought,
    spellings: { ...before.spellings, ...spellings },
  };
}
