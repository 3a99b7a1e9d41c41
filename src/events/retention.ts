import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Engine } from '../store/engine.ts';
import { forgetMessages } from '../store/retention.ts';
import { firstMessageIdAt } from './message-id.ts';
import { Rounds } from './rounds.ts';

interface RetentionParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly days: number;
  readonly everyMs: number;
  readonly failed: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60 * 1000;
/** What changes data meanwhile has the database for itself most of the time. */
const pauseMs = 100;

/** Forgets messages and attempts after so many days, a few at a time. */
export function retention({ engine, clock, days, everyMs, failed }: RetentionParts): AsyncDisposable {
  const stopping = new AbortController();
  const forget = async (): Promise<void> => {
    const before = firstMessageIdAt(new Date(clock.now().getTime() - days * dayMs));
    while (!stopping.signal.aborted && (await forgetMessages(engine, before)) > 0) {
      await pause(pauseMs, undefined, { ref: false });
    }
  };
  const rounds = new Rounds(forget, { everyMs, failed });
  rounds.ring();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await rounds[Symbol.asyncDispose]();
    },
  };
}
