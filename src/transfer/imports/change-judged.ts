import type { RequestContext } from '../../records/request-context.ts';
import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import { keptIf } from '../../store/imports/tentative.ts';
import { changeMapped } from './change-mapped.ts';
import { withNameMatches } from './name-matches.ts';
import type { ImportWork } from './import-work.ts';
import type { JudgedRow } from './rows/judged-row.ts';
import { type ResolvedRows, resolveReferences } from './references/resolve-references.ts';

/** The outcomes of some rows, with the result of resolving their references. */
export interface RowsAttempt {
  readonly resolved: ResolvedRows;
  readonly outcomes: readonly RowOutcome[];
}

/**
 * Finds or makes the records that the rows refer to, and changes the records of the rows. The rules judge a row only
 * with the ids of the records that it refers to. If they reject it, and a record was made for it alone, everything is
 * taken back and repeated without that row.
 */
export async function changeJudged(
  work: ImportWork,
  context: RequestContext,
  judged: readonly JudgedRow[],
): Promise<RowsAttempt> {
  const attempt = async (): Promise<RowsAttempt> => {
    const resolved = await resolveReferences(work, context, judged);
    const rows = await withNameMatches(work, resolved.context, resolved.rows);
    return { resolved: { ...resolved, rows }, outcomes: await changeMapped(work, resolved.context, rows) };
  };
  const { references } = work.stored.mapping;
  const isMaking = Object.values(references).some(({ missing }) => missing === 'create');
  if (!isMaking) return await attempt();
  const tried = await keptIf(work.transaction, attempt, (one) => !isWasteful(one));
  if (!isWasteful(tried)) return tried;
  const isRejected = rejectedIn(tried);
  const again = await changeJudged(
    work,
    context,
    judged.filter((row) => !isRejected(row)),
  );
  const rejected = tried.outcomes.filter(({ result }) => result === 'rejected');
  return { ...again, outcomes: [...rejected, ...again.outcomes] };
}

/** Whether a record was made that only rejected rows refer to. */
function isWasteful(attempt: RowsAttempt): boolean {
  const { rows, made } = attempt.resolved;
  const isRejected = rejectedIn(attempt);
  const kept = rows.filter((row) => !isRejected(row));
  return [...made].some(([field, ids]) => {
    const used = new Set(kept.flatMap(({ fields }) => fields[field]));
    return [...ids].some((id) => !used.has(id));
  });
}

function rejectedIn({ outcomes }: RowsAttempt): (row: JudgedRow) => boolean {
  const numbers = new Set(outcomes.filter(({ result }) => result === 'rejected').map(({ number }) => number));
  return ({ row }) => numbers.has(row.number);
}
