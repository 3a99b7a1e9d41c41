import { LRUCache } from 'lru-cache';
import type { Step, StepResult } from '../jobs/job-runner.ts';
import { adminContext } from '../records/access/accounts.ts';
import type { DemoInput } from '../records/access/demo.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../database/engine.ts';
import { demoRecords, endDemo, keepDemo } from '../store/jobs/demos.ts';
import type { Job } from '../store/jobs/jobs.ts';
import { readDirectory } from '../store/rows/directories.ts';
import { type Chapter, chaptersOf } from './chapters.ts';
import { finishTables, lasting, refuseUnknownEntries, surveyTables } from './fill-account.ts';
import { imagineFirm } from './firm.ts';
import { namedEntries } from './named-entries.ts';
import { performChapter } from './perform-chapter.ts';

/** The chapters of a firm, once they are imagined. */
interface Plan {
  /** Never rejects. */
  readonly ready: Promise<unknown>;
  chapters?: readonly Chapter[];
  /** The error with which the imagining failed. */
  failure?: Error;
}

/** The limit of firms that are imagined at once. The other jobs wait. */
const mostImagined = 2;

/** A plan that no step has used for so long is dropped, as another process may have ended its job. */
const keptMs = 10 * 60_000;

/** The program of the jobs that fill an account with sample data: each step performs one chapter. */
export function demoStep(): Step {
  const plans = new LRUCache<string, Plan>({ ttl: keptMs, ttlAutopurge: true });
  const imagining = new Set<Promise<unknown>>();
  return async (transaction, job, now) => {
    const key = `${job.accountId} ${job.id}`;
    const known = plans.get(key);
    if (!known && imagining.size >= mostImagined) return { state: 'waiting', until: Promise.race(imagining) };
    const plan = known ?? planOf(job.input as DemoInput, imagining);
    plans.set(key, plan);
    if (plan.failure) {
      plans.delete(key);
      throw plan.failure;
    }
    // The database is not held while the firm is imagined.
    if (!plan.chapters) return { state: 'waiting', until: plan.ready };
    const result = await perform(transaction, { job, chapters: plan.chapters, now });
    if (result.state === 'ended') plans.delete(key);
    return result;
  };
}

function planOf({ seed, projects, now, timeZone }: DemoInput, imagining: Set<Promise<unknown>>): Plan {
  const imagined = imagineFirm({ seed, projects, now: new Date(now), timeZone });
  const ready = imagined
    .then(
      (deeds) => void (plan.chapters = chaptersOf(deeds)),
      (cause: unknown) => void (plan.failure = new Error('the firm could not be imagined', { cause })),
    )
    .finally(() => imagining.delete(ready));
  const plan: Plan = { ready };
  imagining.add(ready);
  return plan;
}

interface Part {
  readonly job: Job;
  readonly chapters: readonly Chapter[];
  readonly now: Date;
}

/** Performs the next chapter. The progress is the number of chapters done. A refusal ends the job. */
async function perform(transaction: Queryable, { job, chapters, now }: Part): Promise<StepResult> {
  const { accountId } = job;
  const progress = ((job.progress as number | null) ?? 0) + 1;
  try {
    await performNext(transaction, job, chapters);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await endDemo(transaction, accountId, { problem: error.message, now });
    return { state: 'ended' };
  }
  if (progress < chapters.length) return { state: 'under way', progress };
  await finishTables(transaction);
  await endDemo(transaction, accountId, { problem: null, now });
  return { state: 'ended' };
}

async function performNext(transaction: Queryable, job: Job, chapters: readonly Chapter[]): Promise<void> {
  const { accountId } = job;
  const { source, requestId, userId, now } = job.input as DemoInput;
  const number = (job.progress as number | null) ?? 0;
  const directory = await readDirectory(transaction, accountId);
  const context = { ...adminContext(directory, new Date(now), userId), source, requestId };
  const entries = namedEntries(context);
  if (number === 0) refuseUnknownEntries(chapters.flat(), entries);
  const known = new Map([...entries, ...Object.entries(await demoRecords(transaction, accountId))]);
  const made = await performChapter(transaction, context, chapters[number] ?? [], known);
  const [before, after] = [sizeOf(chapters.slice(0, number)), sizeOf(chapters.slice(0, number + 1))];
  await surveyTables(transaction, { before, after });
  await keepDemo(transaction, accountId, {
    ...{ done: after, total: sizeOf(chapters) },
    made: Object.fromEntries(lasting(made)),
  });
}

const sizeOf = (chapters: readonly Chapter[]): number => chapters.reduce((sum, { length }) => sum + length, 0);
