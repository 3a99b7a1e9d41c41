import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { countDue } from '../store/deliveries.ts';
import type { Engine } from '../store/engine.ts';
import { placeMessages } from '../store/positions.ts';
import { arrangeReplays } from '../store/replays.ts';
import { bellOf } from './bell.ts';
import { Deliverer } from './deliverer.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { retention } from './retention.ts';
import { Rounds } from './rounds.ts';
import type { AddressRules } from './safe-address.ts';
import { Sender } from './sender.ts';

/** What is done with messages besides answering requests. */
export interface BackgroundParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: DeliveryMetrics;
  readonly rules: AddressRules;
  /** The public base of the API with the version prefix. */
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly retentionDays: number;
  readonly pace: DeliveryPace;
}

/** How often the database is looked at without a hint, and how long a receiver may take. */
export interface DeliveryPace {
  readonly everyMs: number;
  readonly deadlineMs: number;
  readonly forgetEveryMs: number;
  /** While somebody follows the events. */
  readonly followEveryMs: number;
  /** How often a stream of events that has nothing to tell says that it is there, and has its credential looked at. */
  readonly pulseMs: number;
}

export const usualPace: DeliveryPace = {
  everyMs: 1000,
  deadlineMs: 15_000,
  forgetEveryMs: 60 * 60_000,
  followEveryMs: 250,
  pulseMs: 15_000,
};

/** What changes data meanwhile has the database for itself most of the time. */
const replayRestMs = 100;
/** How often messages get their positions while nobody follows them. */
const placeEveryMs = 5000;

/** Work that goes on until it is stopped. */
export interface Background {
  /** Lets what is under way come to its end, for so long at most. */
  stop(timeoutMs: number): Promise<void>;
}

/** Delivers, replays and forgets messages. Every process of a service does; they share the work by way of the database. */
export function startBackground(parts: BackgroundParts): Background {
  const { engine, clock, log, metrics, pace, rules, userAgent } = parts;
  const sender = new Sender({ rules, userAgent, deadlineMs: pace.deadlineMs });
  const deliverer = new Deliverer({ ...parts, sender, everyMs: pace.everyMs });
  const replays: Rounds = new Rounds(
    async () => {
      if ((await arrangeReplays(engine, clock.now())) === 0) return;
      bellOf(engine).ring();
      replays.ring();
    },
    {
      ...{ everyMs: pace.everyMs, restMs: replayRestMs },
      failed: (err) => log.warn({ err }, 'what is to be sent again could not be arranged'),
    },
  );
  const forgetting = retention({
    ...{ engine, clock, days: parts.retentionDays, everyMs: pace.forgetEveryMs },
    failed: (err) => log.warn({ err }, 'old messages could not be forgotten'),
  });
  // Otherwise whoever follows first would wait until all of them have one.
  const placing = new Rounds(() => placeMessages(engine), {
    everyMs: placeEveryMs,
    failed: (err) => log.warn({ err }, 'messages could not be given their positions'),
  });
  metrics.onAsked(() => countDue(engine, clock.now()));
  return {
    async stop(timeoutMs) {
      const others = [replays, forgetting, placing].map((one) => one[Symbol.asyncDispose]());
      await Promise.all([deliverer.stop(timeoutMs), ...others]);
      await sender[Symbol.asyncDispose]();
    },
  };
}
