import type { JobStep } from '../jobs/job-runner.ts';
import { adminContext } from '../records/access/accounts.ts';
import type { RemovalInput } from '../records/access/demo.ts';
import { endDemo, keepRemoval, sampleMarks } from '../store/jobs/demos.ts';
import { readDirectory } from '../store/rows/directories.ts';
import { removalBegin, type RemovalProgress, removeNext } from './remove-sample.ts';

/** The program of the jobs that remove sample data: each step deletes some records. */
export const removalStep: JobStep = async (transaction, job, now) => {
  const { accountId } = job;
  const { userId, isConfirmed, source, requestId } = job.input as RemovalInput;
  const directory = await readDirectory(transaction, accountId);
  const context = { ...adminContext(directory, now, userId), source, requestId };
  const marks = await sampleMarks(transaction, accountId);
  if (!marks) return { state: 'ended' };
  const sample = { accountId, marks };
  const progress = (job.progress as RemovalProgress | null) ?? removalBegin;
  const next = await removeNext(transaction, { sample, context, isConfirmed }, progress);
  await keepRemoval(transaction, accountId, (next ?? progress).removed);
  if (next) return { state: 'under way', progress: next };
  await endDemo(transaction, accountId, { status: 'removed', problem: keptInWords(progress), now });
  return { state: 'ended' };
};

/** The sentence about the records that stay; null if there are none. */
export const keptInWords = ({ kept }: RemovalProgress): string | null =>
  kept === 0
    ? null
    : `${kept === 1 ? '1 record stays' : `${kept} records stay`}, because people have changed or use them.`;
