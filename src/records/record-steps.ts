import type { Queryable } from '../database/engine.ts';
import type { JobStep } from '../jobs/job-runner.ts';
import type { Resource } from '../resources/resource.ts';

/** The resource that a job has reached, and its last record. */
interface Progress {
  readonly plural: string;
  readonly after: string;
}

/** The records of a resource that come after the one with the id `after`. */
export interface NextRecords {
  readonly accountId: string;
  readonly resource: Resource;
  readonly after: string;
}

/**
 * A step of a job that goes through all records of some resources of an account, in the order of their ids.
 * @param work does the job for the next records of a resource, and returns the id of the last one; null if there are no
 * more.
 */
export const throughRecords =
  (
    resources: readonly Resource[],
    work: (transaction: Queryable, next: NextRecords) => Promise<string | null>,
  ): JobStep =>
  async (transaction, { accountId, progress }) => {
    const { plural, after } = (progress as Progress | null) ?? { plural: resources[0]?.plural, after: '0' };
    const at = resources.findIndex((one) => one.plural === plural);
    const resource = resources[at];
    if (!resource) return { state: 'ended' };
    const last = await work(transaction, { accountId, resource, after });
    if (last !== null) return { state: 'under way', progress: { plural: resource.plural, after: last } };
    const next = resources[at + 1];
    return next ? { state: 'under way', progress: { plural: next.plural, after: '0' } } : { state: 'ended' };
  };
