import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { countDue } from '../store/outbox/deliveries.ts';
import type { Engine } from '../database/engine.ts';
import { placeMessages } from '../store/outbox/positions.ts';
import { replayKind, arrangeReplay, type Replay } from '../store/outbox/replays.ts';
import { JobRunner, type JobStep } from '../jobs/job-runner.ts';
import { tellCommit } from '../jobs/notifier.ts';
import { Deliverer, type DelivererParts } from './deliverer.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { retention } from './retention.ts';
import { PollingLoop } from '../jobs/polling-loop.ts';
import type { AddressRules } from './safe-address.ts';
import { Sender } from './sender.ts';

/** The dependencies of the background work on messages. */
export interface BackgroundParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: DeliveryMetrics;
  readonly rules: AddressRules;
  /** The public base URL of the API with the version prefix. */
  readonly apiUrl: string;
  /** Reads the record of a message as JSON, as it is now. */
  readonly readRecord: DelivererParts['readRecord'];
  readonly userAgent: string;
  readonly retentionDays: number;
  readonly pace: DeliveryPace;
  /** The programs of further kinds of jobs. */
  readonly steps: Readonly<Record<string, JobStep>>;
}

/** The polling intervals of the database, and the deadline of a receiver. */
export interface DeliveryPace {
  readonly everyMs: number;
  readonly deadlineMs: number;
  readonly forgetEveryMs: number;
  /** How often the service erases the contents of files that nobody needs any more. */
  readonly collectEveryMs: number;
  /** The polling interval while a client follows the events. */
  readonly followEveryMs: number;
  /** How often an event stream checks its credential and, when idle, sends a heartbeat. */
  readonly pulseMs: number;
}

export const usualPace: DeliveryPace = {
  everyMs: 1000,
  deadlineMs: 15_000,
  forgetEveryMs: 60 * 60_000,
  collectEveryMs: 24 * 60 * 60_000,
  followEveryMs: 250,
  pulseMs: 15_000,
};

/** How often messages get their positions while no client follows them. */
const placeEveryMs = 5000;

/** Work that runs until it is stopped. */
export interface Background {
  /** Waits for running work to finish; aborts deliveries after the timeout. */
  stop(timeoutMs: number): Promise<void>;
}

/** Delivers, replays and deletes messages. All processes of a service share this work through the database. */
export function startBackground(parts: BackgroundParts): Background {
  const { engine, clock, log, metrics, pace, rules, userAgent } = parts;
  const sender = new Sender({ rules, userAgent, deadlineMs: pace.deadlineMs });
  const deliverer = new Deliverer({ ...parts, sender, everyMs: pace.everyMs });
  const jobs = new JobRunner({
    engine,
    clock,
    log,
    everyMs: pace.everyMs,
    steps: { ...parts.steps, [replayKind]: replayStep },
    progressed: (accountId) => tellCommit(engine, accountId),
  });
  const forgetting = retention({
    engine,
    clock,
    days: parts.retentionDays,
    everyMs: pace.forgetEveryMs,
    failed: (err) => log.warn({ err }, 'old messages could not be deleted'),
  });
  // Otherwise the first follower would wait until all messages have a position.
  const placing = new PollingLoop(() => placeMessages(engine), {
    everyMs: placeEveryMs,
    failed: (err) => log.warn({ err }, 'new messages could not get their positions'),
  });
  metrics.onAsked(() => countDue(engine, clock.now()));
  return {
    async stop(timeoutMs) {
      const others = [jobs, forgetting, placing].map((one) => one[Symbol.asyncDispose]());
      await Promise.all([deliverer.stop(timeoutMs), ...others]);
      await sender[Symbol.asyncDispose]();
    },
  };
}

/** Turns the next messages of a replay into deliveries. The progress is the id of the last message examined. */
const replayStep: JobStep = async (transaction, { accountId, subjectId, input, progress }, now) => {
  const replay = input as Replay;
  const afterId = (progress as string | null) ?? replay.afterId;
  const webhook = { accountId, webhookId: subjectId ?? '' };
  const { isReady, last } = await arrangeReplay(transaction, webhook, { ...replay, afterId }, now);
  if (!isReady) return { state: 'waiting' };
  return last === null ? { state: 'ended' } : { state: 'under way', progress: last };
};
