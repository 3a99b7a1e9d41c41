import { refuseInUse, unremovable } from '../records/access/demo.ts';
import { sampleInUse } from '../records/access/sample-data-in-use.ts';
import type { RequestContext } from '../records/request-context.ts';
import type { Queryable } from '../database/engine.ts';
import { beginRemoval, endDemo, sampleMarks } from '../store/jobs/demos.ts';
import { keptInWords } from './removal-job.ts';
import { removalBegin, type RemovalProgress, removeNext } from './remove-sample.ts';

interface Options {
  readonly context: RequestContext;
  readonly isConfirmed: boolean;
  /** Makes the progress bar for a number of records. */
  readonly bar: (whole: number) => { readonly tell: (done: number) => void; readonly end: () => void };
}

/**
 * Removes the sample data of an account within one transaction.
 * @throws {Refusal} as `startRemoval`.
 */
export async function removeSample(
  transaction: Queryable,
  { context, isConfirmed, bar }: Options,
): Promise<RemovalProgress> {
  const { accountId } = context.actor;
  const demo = await beginRemoval(transaction, accountId);
  const marks = await sampleMarks(transaction, accountId);
  if (!demo || !marks) throw await unremovable(transaction, accountId);
  const sample = { accountId, marks };
  if (!isConfirmed) refuseInUse(await sampleInUse(transaction, sample, context.at));
  const shown = bar(demo.total ?? 0);
  let progress: RemovalProgress = removalBegin;
  try {
    for (let next: RemovalProgress | null = progress; next !== null; ) {
      progress = next;
      shown.tell(progress.removed);
      next = await removeNext(transaction, { sample, context, isConfirmed }, progress);
    }
  } finally {
    shown.end();
  }
  await endDemo(transaction, accountId, { status: 'removed', problem: keptInWords(progress), now: context.at });
  return progress;
}
