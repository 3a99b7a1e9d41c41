import { mapInTurns } from '../../records/turns.ts';
import type { NearName } from '../../resources/transfer/import-summary.ts';
import type { ImportedFamily, RowError, RowResult } from '../../resources/transfer/imports.ts';
import { updateImport, type RowCounts } from '../../store/imports/imports.ts';
import { nextRows, type RowOutcome, type StagedRow, writeOutcomes } from '../../store/imports/import-rows.ts';
import { tentatively } from '../../store/imports/tentative.ts';
import { cellText } from '../files/columns.ts';
import type { FileColumn, RowProblem } from '../files/file-rows.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { changeJudged } from './change-judged.ts';
import { defineFields } from './define-fields.ts';
import type { Next } from './import-progress.ts';
import { announceEnd, contextOf, type ImportWork } from './import-work.ts';
import { mappingScope } from './mapping-scope.ts';
import { type JudgedRow, rejected } from './rows/judged-row.ts';
import { summaryOf, type Told, withTold } from './rows/summary.ts';
import { keepStatistics } from './statistics.ts';
import { supersededRows } from './superseded-rows.ts';
import { takenEarlier } from './taken-earlier.ts';
import { ambiguous, unconverted, unreadable } from './rows/row-errors.ts';

/** The number of rows that one step applies. Requests wait for the transaction of the embedded engine. */
const rowsAtOnce = { embedded: 80, postgres: 800 } as const;

/** Applies the next rows. A check takes everything back that it wrote, and keeps the results. */
export async function applyRows(work: ImportWork, after: number): Promise<Next> {
  const { engine, transaction, job, stored, one, now } = work;
  const most = rowsAtOnce[engine.kind];
  const rows = await nextRows(transaction, one, { after, most, pass: stored.pass });
  const last = rows.at(-1);
  if (!last) return await finish(work);
  const isCheck = job.input.action === 'check';
  const apply = (): Promise<Applied> => outcomesOf(work, rows);
  const applied = isCheck ? await tentatively(transaction, apply) : await apply();
  const outcomes = isCheck ? applied.outcomes.map(withoutNewId) : applied.outcomes;
  await writeOutcomes(transaction, one, stored.pass, outcomes);
  if (!isCheck) await keepStatistics(work, after, last.number);
  const name = isCheck ? 'dry_run' : 'counts';
  const summary = summaryWith(work, applied, rows);
  await updateImport(transaction, one, { [name]: counted(stored[name], outcomes), summary, done: last.number }, now);
  return rows.length < most ? await finish(work) : { phase: 'apply', after: String(last.number) };
}

/** A record that a check made does not exist. */
const withoutNewId = (outcome: RowOutcome): RowOutcome =>
  outcome.result === 'created' ? { ...outcome, record_id: null, version: null } : outcome;

function counted(before: RowCounts | null, outcomes: readonly RowOutcome[]): RowCounts {
  const count = (result: RowResult): number =>
    (before?.[result] ?? 0) + outcomes.filter((outcome) => outcome.result === result).length;
  return {
    read: (before?.read ?? 0) + outcomes.length,
    ...{ created: count('created'), updated: count('updated'), unchanged: count('unchanged') },
    ...{ superseded: count('superseded'), rejected: count('rejected') },
  };
}

async function finish(work: ImportWork): Promise<Next> {
  const { transaction, job, one, now } = work;
  if (job.input.action === 'check') {
    await updateImport(transaction, one, { status: 'checked' }, now);
    return 'ended';
  }
  await updateImport(transaction, one, { status: 'complete', finished_at: now.toISOString() }, now);
  await announceEnd(work);
  return 'ended';
}

/** What became of some rows, and what is to be told of them. */
interface Applied {
  readonly outcomes: readonly RowOutcome[];
  /** The rows that were neither superseded nor unreadable. */
  readonly judged: readonly JudgedRow[];
  readonly near: readonly NearName[];
  /** The number of names for which near ones were looked for. */
  readonly sought: number;
}

async function outcomesOf(work: ImportWork, rows: readonly StagedRow[]): Promise<Applied> {
  const { stored } = work;
  const mapping = stored.mapping as Mapping;
  const context = await defineFields(work, await contextOf(work));
  const columns = stored.columns as readonly FileColumn[];
  const map = compileMapping(mapping, mappingScope(context.directory, stored.family as ImportedFamily, columns));
  const readable = rows.filter(({ superseded_by: by, fault }) => by === null && fault === null);
  const taken = await takenEarlier(work, readable);
  const judged = await mapInTurns(readable, (row): JudgedRow => {
    const mapped = map(row.cells);
    const twins = row.ambiguous ? [ambiguous(mapping, mapping.upsert_by[0] ?? '', row.ambiguous)] : [];
    const errors = [...twins, ...taken(row), ...mapped.problems.map(unconverted)];
    return { row, mapped, fields: mapped.fields, errors, warnings: [] };
  });
  const { resolved, outcomes } = await changeJudged(work, context, judged);
  const superseded = await supersededRows(work, rows, map);
  const known = new Map([...outcomes, ...superseded].map((outcome) => [outcome.number, outcome]));
  return {
    outcomes: rows.map((row) => known.get(row.number) ?? rejected(row.number, [unreadable(row.fault as RowProblem)])),
    ...{ judged: resolved.rows, near: resolved.near, sought: resolved.sought },
  };
}

/** The summary with the problems of these rows, and with the values that get lost without a problem. */
function summaryWith({ stored }: ImportWork, { outcomes, judged, near, sought }: Applied, rows: readonly StagedRow[]) {
  const before = summaryOf(stored);
  const names = (stored.columns as readonly FileColumn[]).map(({ name }) => name);
  const rowOf = new Map(rows.map((row) => [row.number, row]));
  const lost = new Map(judged.map(({ row, warnings }) => [row.number, warnings]));
  const told = outcomes.flatMap(({ number, result, errors }): Told[] => {
    const isRejected = result === 'rejected';
    const found = [...((errors ?? []) as readonly RowError[]), ...(isRejected ? [] : (lost.get(number) ?? []))];
    const { line = 0, cells = [] } = rowOf.get(number) ?? {};
    return found.map((error) => ({
      ...{ number, line },
      kind: isRejected ? 'problems' : 'warnings',
      error: { ...error, value: error.value ?? cellText(cells[names.indexOf(error.column ?? '')]) },
    }));
  });
  return { ...withTold(before, told), near_names: [...before.near_names, ...near], sought: before.sought + sought };
}
