import { Refusal, refuseFaulty } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { demoProjects } from '../../resources/vocabulary/reference-data.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import type { Engine, Queryable } from '../../database/engine.ts';
import { beginRemoval, findDemo, insertDemo, sampleMarks, type StoredDemo } from '../../store/jobs/demos.ts';
import { insertJob } from '../../store/jobs/jobs.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { hasRecords } from '../../store/query/existence.ts';
import { jobNotifierOf } from '../../jobs/notifier.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome } from '../results.ts';
import { compoundChange } from '../changing/change.ts';
import { type SampleInUse, sampleInUse } from './sample-data-in-use.ts';

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
  /** The first month of the fiscal years of the firm's goals; null if it sets none. Older jobs do not have it. */
  readonly fiscalYearStartsMonth?: number | null;
}

const none: Demo = {
  ...{ status: 'none', done: 0, total: null, started_at: null, finished_at: null, problem: null },
  records: {},
};

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
    const demo = await insertDemo(transaction, accountId, { now: at, requestId });
    await refuseProjects(transaction, accountId);
    if (!demo) throw alreadyFilled();
    const input: DemoInput = {
      seed: seed ?? 1,
      projects: projects ?? demoProjects.usual,
      now: at.toISOString(),
      timeZone: directory.timeZone,
      fiscalYearStartsMonth: await monthOfGoals(transaction, accountId, directory),
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

export const alreadyFilled = (): Refusal =>
  new Refusal('conflict', 'The account is being filled with sample data already, or was.');

/** The kind of the jobs that remove sample data. */
export const removalKind = 'demo_removal';

/** The input of such a job: the request, and the sample data that it removes. */
export interface RemovalInput extends Pick<RequestContext, 'source' | 'requestId'> {
  readonly userId: string;
  readonly isConfirmed: boolean;
}

/**
 * Begins to remove what the sample data made. A job does the work.
 * @param isConfirmed whether to remove records that people have changed or use too.
 * @throws {Refusal} `conflict` without sample data, or if people have changed or use some of it.
 */
export async function startRemoval(
  context: ChangeContext<Demo>,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<ChangeOutcome<Demo>> {
  const { engine } = context.store;
  const found = isConfirmed ? undefined : await inUseOf(engine, context);
  const outcome = await compoundChange(context, async (transaction, { actor, at, source, requestId }) => {
    const { accountId, userId } = actor;
    const demo = await beginRemoval(transaction, accountId);
    if (!demo) throw await unremovable(transaction, accountId);
    refuseInUse(found);
    const input: RemovalInput = { source, requestId, userId, isConfirmed };
    await insertJob(transaction, { accountId, kind: removalKind, subjectId: null, input }, at);
    return demo;
  });
  jobNotifierOf(engine).emit('news');
  return outcome;
}

/** The records of the sample data that people have changed or use; undefined if there is none to remove. */
async function inUseOf(engine: Engine, { actor: { accountId }, at }: RequestContext): Promise<SampleInUse | undefined> {
  const demo = await findDemo(engine, accountId);
  const marks = await sampleMarks(engine, accountId);
  const isThere = demo?.status === 'complete' || demo?.status === 'failed';
  return isThere && marks ? await sampleInUse(engine, { accountId, marks }, at) : undefined;
}

/** @throws {Refusal} `conflict` if people have changed or use records of the sample data. */
export function refuseInUse(found: SampleInUse | undefined): void {
  if (!found || found.count === 0) return;
  const records = found.count === 1 ? '1 record' : `${found.count} records`;
  const detail =
    `People have changed or use ${records} of the sample data, so nothing was removed. Keep the sample data, or ` +
    'remove these records too with confirm=changed.';
  throw new Refusal('conflict', detail, { problems: found.problems });
}

/** The refusal to remove sample data, by its state. */
export async function unremovable(engine: Queryable, accountId: string): Promise<Refusal> {
  const status = (await findDemo(engine, accountId))?.status;
  if (status === 'running')
    return new Refusal('conflict', 'The account is being filled with sample data. Wait for its end.');
  if (status === 'removing') return new Refusal('conflict', 'The sample data is being removed already.');
  return new Refusal('conflict', 'The account has no sample data.');
}

/** The first month of the fiscal years of the sample firm's goals; null if the account has goals of its own. */
export const monthOfGoals = async (
  engine: Queryable,
  accountId: string,
  { fiscalYearStartsMonth }: Directory,
): Promise<number | null> =>
  (await hasRecords(engine, resourceOf('goals'), accountId)) ? null : fiscalYearStartsMonth;

/** A deleted project counts too: it may be restored, and its history remains. */
export async function refuseProjects(transaction: Queryable, accountId: string): Promise<void> {
  if (!(await hasRecords(transaction, resourceOf('projects'), accountId))) return;
  throw new Refusal(
    'conflict',
    `Account ${accountId} already has projects, perhaps in the trash; the demo needs an account that never had one.`,
  );
}
