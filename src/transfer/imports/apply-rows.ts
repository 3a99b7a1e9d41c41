import type { ImportedFamily, RowResult } from '../../resources/transfer/imports.ts';
import { updateImport, type RowCounts } from '../../store/imports/imports.ts';
import { nextRows, type RowOutcome, type StagedRow, writeOutcomes } from '../../store/imports/import-rows.ts';
import { tentatively } from '../../store/imports/tentative.ts';
import type { FileColumn, RowProblem } from '../files/file-rows.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { changeMapped } from './change-mapped.ts';
import { defineFields } from './define-fields.ts';
import type { Next } from './import-progress.ts';
import { announceEnd, contextOf, type ImportWork } from './import-work.ts';
import { mappingScope } from './mapping-scope.ts';
import { resolveReferences } from './resolve-references.ts';
import { type JudgedRow, rejected } from './judged-row.ts';
import { keepStatistics } from './statistics.ts';
import { ambiguous, unconverted, unreadable } from './row-errors.ts';

/** The number of rows that one step applies. Requests wait for the transaction of the embedded engine. */
const rowsAtOnce = { embedded: 100, postgres: 500 } as const;

/** Applies the next rows. A check takes everything back that it wrote, and keeps the results. */
export async function applyRows(work: ImportWork, after: number): Promise<Next> {
  const { engine, transaction, job, stored, one, now } = work;
  const most = rowsAtOnce[engine.kind];
  const rows = await nextRows(transaction, one, { after, most, pass: stored.pass });
  const last = rows.at(-1);
  if (!last) return await finish(work);
  const isCheck = job.input.action === 'check';
  const apply = (): Promise<RowOutcome[]> => outcomesOf(work, rows);
  const outcomes = isCheck ? (await tentatively(transaction, apply)).map(withoutNewId) : await apply();
  await writeOutcomes(transaction, one, stored.pass, outcomes);
  if (!isCheck) await keepStatistics(work, after, last.number);
  const name = isCheck ? 'dry_run' : 'counts';
  await updateImport(transaction, one, { [name]: counted(stored[name], outcomes), done: last.number }, now);
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

async function outcomesOf(work: ImportWork, rows: readonly StagedRow[]): Promise<RowOutcome[]> {
  const { stored } = work;
  const mapping = stored.mapping as Mapping;
  const context = await defineFields(work, await contextOf(work));
  const columns = stored.columns as readonly FileColumn[];
  const map = compileMapping(mapping, mappingScope(context.directory, stored.family as ImportedFamily, columns));
  const readable = rows.filter(({ superseded, fault }) => !superseded && fault === null);
  const judged = readable.map((row): JudgedRow => {
    const mapped = map(row.cells);
    const twins = row.ambiguous ? [ambiguous(mapping, mapping.upsert_by[0] ?? '', row.ambiguous)] : [];
    return { row, mapped, fields: mapped.fields, errors: [...twins, ...mapped.problems.map(unconverted)] };
  });
  const resolved = await resolveReferences(work, context, judged);
  const changed = await changeMapped(work, resolved.context, resolved.rows);
  const outcomes = new Map(changed.map((outcome) => [outcome.number, outcome]));
  return rows.map((row) => outcomes.get(row.number) ?? unapplied(row));
}

/** The result of a row that names the record of a later row, or that cannot be read. */
function unapplied({ number, superseded, fault }: StagedRow): RowOutcome {
  if (superseded) return { number, result: 'superseded', record_id: null, version: null, errors: null };
  return rejected(number, [unreadable(fault as RowProblem)]);
}
