import { Refusal, refuseFaulty } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { demoProjects } from '../../resources/vocabulary/reference-data.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import { findDemo, insertDemo, type StoredDemo } from '../../store/jobs/demos.ts';
import { insertJob } from '../../store/jobs/jobs.ts';
import { hasRecords } from '../../store/query/existence.ts';
import { jobNotifierOf } from '../../jobs/notifier.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome } from '../results.ts';
import { compoundChange } from '../changing/change.ts';

/** How far the filling of the account with sample data is. */
export type Demo = Omit<StoredDemo, 'status' | 'started_at'> & {
  readonly status: StoredDemo['status'] | 'none';
  readonly started_at: string | null;
};

/** The kind of the jobs that fill an account with sample data. */
export const demoKind = 'demo';

/** The input of such a job: the size of the firm, and the request that its changes belong to. */
export interface DemoInput extends Pick<RequestContext, 'source' | 'requestId'> {
  readonly seed: number;
  readonly projects: number;
  /** The end of the firm's past. */
  readonly now: string;
  /** The user that acts as the firm's admin. */
  readonly userId: string;
  readonly timeZone: string;
}

const none: Demo = { status: 'none', done: 0, total: null, started_at: null, finished_at: null, problem: null };

/** How far the account's sample data is. */
export const readDemo = async ({ store, actor }: StoreContext): Promise<Demo> =>
  (await findDemo(store.engine, actor.accountId)) ?? none;

/**
 * Begins to fill the account with sample data. A job does the work.
 * @throws {Refusal} `conflict` if the account has projects, or is being filled.
 */
export async function startDemo(context: ChangeContext<Demo>, asked: JudgedBody): Promise<ChangeOutcome<Demo>> {
  refuseFaulty(asked.problems);
  const { projects, seed } = asked.fields as Partial<Record<'projects' | 'seed', number | null>>;
  const outcome = await compoundChange(context, async (transaction, { actor, at, directory, source, requestId }) => {
    const { accountId, userId } = actor;
    const demo = await insertDemo(transaction, accountId, at);
    await refuseProjects(transaction, accountId);
    if (!demo) throw new Refusal('conflict', 'The account is being filled with sample data already.');
    const input: DemoInput = {
      seed: seed ?? 1,
      projects: projects ?? demoProjects.usual,
      now: at.toISOString(),
      timeZone: directory.timeZone,
      userId,
      source,
      requestId,
    };
    await insertJob(transaction, { accountId, kind: demoKind, subjectId: null, input }, at);
    return demo;
  });
  jobNotifierOf(context.store.engine).emit('news');
  return outcome;
}

/** A deleted project counts too: it may be restored, and its history remains. */
export async function refuseProjects(transaction: Queryable, accountId: string): Promise<void> {
  if (!(await hasRecords(transaction, resourceOf('projects'), accountId))) return;
  throw new Refusal(
    'conflict',
    `Account ${accountId} already has projects; the demo needs an account without projects.`,
  );
}
