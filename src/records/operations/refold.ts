import type { JobStep } from '../../jobs/job-runner.ts';
import { resources } from '../../resources/index.ts';
import { isFolded, refoldRecords } from '../../store/write/refold.ts';

/** The number of records of a step. */
const mostRecords = 100;

/** The resource that a job has reached, and its last record. */
interface Progress {
  readonly plural: string;
  readonly after: string;
}

/**
 * Writes the sort keys and the search words of an account anew. A migration stores the job when the rules of folding
 * have changed. Until it ends, the account has keys and words of both rules.
 */
export const refoldStep: JobStep = async (transaction, { accountId, progress }) => {
  const folded = resources.filter(isFolded);
  const { plural, after } = (progress as Progress | null) ?? { plural: folded[0]?.plural, after: '0' };
  const at = folded.findIndex((one) => one.plural === plural);
  const resource = folded[at];
  if (!resource) return { state: 'ended' };
  const last = await refoldRecords(transaction, { accountId, resource, after, most: mostRecords });
  const next = folded[at + 1];
  if (last !== null) return { state: 'under way', progress: { plural: resource.plural, after: last } };
  return next ? { state: 'under way', progress: { plural: next.plural, after: '0' } } : { state: 'ended' };
};
