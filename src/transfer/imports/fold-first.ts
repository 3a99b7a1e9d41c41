import type { Queryable } from '../../database/engine.ts';
import type { StepResult } from '../../jobs/job-runner.ts';
import { refoldStep } from '../../records/operations/refold.ts';
import { claimJob, endJob, hasDueJob, type Job, keepJob } from '../../store/jobs/jobs.ts';
import { refoldKind } from '../../store/jobs/upgrade-jobs.ts';

/**
 * Does a step of the job that folds the records of an account anew, if there is one: an import finds records by their
 * folded names, and would make those again whose names an earlier version of the service has folded.
 * @returns the result of the step of the import; null if the import can begin.
 */
export async function foldFirst(
  transaction: Queryable,
  { accountId, progress }: Job,
  now: Date,
): Promise<StepResult | null> {
  if (progress !== null) return null;
  const job = await claimJob(transaction, accountId, { kinds: [refoldKind], now });
  if (!job) return (await hasDueJob(transaction, accountId, [refoldKind], now)) ? { state: 'waiting' } : null;
  // A job that fails must not keep the firm from its imports.
  if (job.failures > 0) return null;
  const result = await refoldStep(transaction, job, now);
  if (result.state === 'under way') await keepJob(transaction, job, { ...result, failures: 0, now });
  else await endJob(transaction, job);
  return { state: 'under way', progress: null };
}
