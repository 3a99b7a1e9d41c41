import { LRUCache } from 'lru-cache';
import type { JobStep, StepResult } from '../jobs/job-runner.ts';
import { adminContext } from '../records/access/accounts.ts';
import type { DemoInput } from '../records/access/demo.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../database/engine.ts';
import { demoRecords, endDemo, findDemo, keepDemo } from '../store/jobs/demos.ts';
import type { Job } from '../store/jobs/jobs.ts';
import { readDirectory } from '../store/rows/directories.ts';
import { sizeOf } from './chapters.ts';
import { counted, finishTables, lasting, refuseUnknownEntries, surveyTables } from './fill-account.ts';
import { type Firm, firmOf } from './firm.ts';
import { namedEntries } from './named-entries.ts';
import { performChapter } from './perform-chapter.ts';

/** A firm, once it is adapted to the account. */
interface FirmPlan {
  /** Never rejects. */
  readonly ready: Promise<unknown>;
  firm?: Firm;
  /** The error with which the adapting failed. */
  failure?: Error;
}

/** A plan that no step has used for so long is dropped, as another process may have ended its job. */
const keptMs = 10 * 60_000;

/** The program of the jobs that fill an account with sample data: each step performs one chapter. */
export function demoStep(): JobStep {
  const plans = new LRUCache<string, FirmPlan>({ ttl: keptMs, ttlAutopurge: true });
  return async (transaction, job, now) => {
    const key = `${job.accountId} ${job.id}`;
    const plan = plans.get(key) ?? planOf(job.input as DemoInput);
    plans.set(key, plan);
    if (plan.failure) {
      plans.delete(key);
      throw plan.failure;
    }
    // The database is not held while the record is adapted.
    if (!plan.firm) return { state: 'waiting', until: plan.ready };
    const result = await perform(transaction, { job, firm: plan.firm, now });
    if (result.state === 'ended') plans.delete(key);
    return result;
  };
}

function planOf({ seed, projects, now, timeZone, fiscalYearStartsMonth = null }: DemoInput): FirmPlan {
  const ready = firmOf({ seed, projects, now: new Date(now), timeZone, fiscalYearStartsMonth }).then(
    (firm) => (plan.firm = firm),
    (cause: unknown) => (plan.failure = new Error('the sample firm could not be made', { cause })),
  );
  const plan: FirmPlan = { ready };
  return plan;
}

interface ChapterWork {
  readonly job: Job;
  readonly firm: Firm;
  readonly now: Date;
}

/** Performs the next chapter. The progress is the number of chapters done. A refusal ends the job. */
async function perform(transaction: Queryable, part: ChapterWork): Promise<StepResult> {
  const { job, firm, now } = part;
  const { accountId } = job;
  const number = (job.progress as number | null) ?? 0;
  try {
    await performNext(transaction, part, number);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await endDemo(transaction, accountId, { status: 'failed', problem: error.message, now });
    return { state: 'ended' };
  }
  if (number + 1 < firm.chapters.length) return { state: 'under way', progress: number + 1 };
  await finishTables(transaction);
  await endDemo(transaction, accountId, { status: 'complete', problem: null, now });
  return { state: 'ended' };
}

async function performNext(transaction: Queryable, { job, firm }: ChapterWork, number: number): Promise<void> {
  const { accountId } = job;
  const { chapters } = firm;
  const { source, requestId, userId, now } = job.input as DemoInput;
  const directory = await readDirectory(transaction, accountId);
  const context = { ...adminContext(directory, new Date(now), userId), source, requestId };
  const entries = namedEntries(context);
  if (number === 0) refuseUnknownEntries(firm, entries, directory);
  const known = new Map([...entries, ...Object.entries(await demoRecords(transaction, accountId))]);
  const deeds = chapters[number]?.deeds() ?? [];
  const made = await performChapter(transaction, context, deeds, known);
  const [before, after] = [sizeOf(chapters.slice(0, number)), sizeOf(chapters.slice(0, number + 1))];
  await surveyTables(transaction, { before, after });
  await keepDemo(transaction, accountId, {
    done: after,
    total: sizeOf(chapters),
    records: counted((await findDemo(transaction, accountId))?.records ?? {}, deeds),
    made: Object.fromEntries(lasting(made)),
  });
}
