import type { Clock } from '../clock.ts';
import type { Engine, Queryable } from '../database/engine.ts';
import type { Log } from '../log.ts';
import {
  accountsWithDueJobs,
  claimJob,
  delayJob,
  endJob,
  type Job,
  keepJob,
  longestDelayMs,
} from '../store/jobs/jobs.ts';
import { fewAtOnce } from './few-at-once.ts';
import { jobNotifierOf, onNews } from './notifier.ts';
import { PollingLoop } from './polling-loop.ts';

/**
 * The result of a step. After `waiting`, in which the step could do nothing yet, the next poll tries it again; the poll
 * comes early when `until` is settled.
 */
export type StepResult =
  | { readonly state: 'ended' }
  | { readonly state: 'waiting'; readonly until?: Promise<unknown> }
  | { readonly state: 'under way'; readonly progress: unknown };

/**
 * Does one step of a job. Everything that it writes by the transaction commits together with the progress, or not at
 * all. A step should take well under a second, because it locks the job and, on the embedded engine, the database.
 */
export type JobStep = (transaction: Queryable, job: Job, now: Date) => Promise<StepResult>;

/** The dependencies of a job runner. */
export interface JobRunnerParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  /** The interval between polls of the database. */
  readonly everyMs: number;
  /** The program of each kind of job. The runner leaves other kinds to other processes. */
  readonly steps: Readonly<Record<string, JobStep>>;
  /** Called with the account of a step that did something. */
  readonly progressed: (accountId: string) => void;
}

/** The limit of accounts in a poll: each gets one step, in a transaction of its own. */
const mostAccounts = 10;
/** The limit of steps that run at once. */
const mostAtOnce = 2;
/** The delay after a first failure. Each failure doubles it, up to `longestDelayMs`. */
const firstDelayMs = 1000;

/**
 * Runs the due jobs of all accounts, one step for each account in turn, so that no account delays another. Several
 * processes share the jobs: each step is a transaction that locks its job. After a process is killed, another continues
 * its jobs from their last committed steps.
 */
export class JobRunner implements AsyncDisposable {
  readonly #parts: JobRunnerParts;
  readonly #kinds: readonly string[];
  readonly #loop: PollingLoop;
  readonly #stopHearing: () => void;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    this.#kinds = Object.keys(parts.steps);
    const failed = (err: unknown): void => parts.log.warn({ err }, 'due jobs could not be looked up');
    this.#loop = new PollingLoop(() => this.#poll(), { everyMs: parts.everyMs, failed });
    this.#stopHearing = onNews(jobNotifierOf(parts.engine), () => this.#loop.wake());
  }

  /** Waits for running steps to finish. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#stopHearing();
    return this.#loop[Symbol.asyncDispose]();
  }

  async #poll(): Promise<void> {
    const { engine, clock, progressed } = this.#parts;
    const accountIds = await accountsWithDueJobs(engine, this.#kinds, clock.now(), mostAccounts);
    await fewAtOnce(accountIds, mostAtOnce, async (accountId) => {
      const state = await this.#runStep(accountId);
      if (state !== 'ended' && state !== 'under way') return;
      progressed(accountId);
      this.#loop.wake();
    });
  }

  /**
   * Does a step of the first job that need not wait. Returns null if another process works on the account's jobs, or if the
   * step failed.
   */
  async #runStep(accountId: string): Promise<StepResult['state'] | null> {
    const claimed: { job: Job | null } = { job: null };
    try {
      return await this.#parts.engine.transaction(
        async (transaction) => {
          const now = this.#parts.clock.now();
          const waiting: string[] = [];
          for (;;) {
            claimed.job = await claimJob(transaction, accountId, { kinds: this.#kinds, now, except: waiting });
            if (!claimed.job) return waiting.length > 0 ? 'waiting' : null;
            const state = await this.#carryOut(transaction, claimed.job, now);
            if (state !== 'waiting') return state;
            waiting.push(claimed.job.id);
          }
        },
        { flow: { accountId, isLong: true } },
      );
    } catch (error) {
      if (!claimed.job) throw error;
      await this.#delay(claimed.job, error);
      return null;
    }
  }

  async #carryOut(transaction: Queryable, job: Job, now: Date): Promise<StepResult['state']> {
    const step = this.#parts.steps[job.kind];
    if (!step) throw new RangeError(`no program for jobs of the kind ${job.kind}`);
    const result = await step(transaction, job, now);
    if (result.state === 'ended') {
      await endJob(transaction, job);
      return result.state;
    }
    const isWaiting = result.state === 'waiting';
    if (isWaiting) result.until?.finally(() => this.#loop.wake()).catch(() => undefined);
    // A step that only waited has not succeeded, so its failures still count.
    const kept = isWaiting ? { progress: job.progress, failures: job.failures } : { ...result, failures: 0 };
    await keepJob(transaction, job, { progress: kept.progress, failures: kept.failures, now });
    return result.state;
  }

  /** The step's transaction was rolled back. */
  async #delay(job: Job, err: unknown): Promise<void> {
    const { engine, clock, log } = this.#parts;
    const { accountId, id, kind, failures } = job;
    log.warn({ err, kind, job: id, account: accountId }, 'a step of a job failed and will be retried');
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    await delayJob(engine, job, new Date(clock.now().getTime() + delayMs));
  }
}
