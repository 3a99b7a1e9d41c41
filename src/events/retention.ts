import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Engine } from '../database/engine.ts';
import { accountsWithMessagesBefore, forgetMessages, mostForgottenAtOnce } from '../store/outbox/retention.ts';
import { firstMessageIdAt } from './messages.ts';
import { PollingLoop } from '../jobs/polling-loop.ts';

interface RetentionParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly days: number;
  readonly everyMs: number;
  readonly failed: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The pause between batches. It leaves most of the database's time to changes of data. */
const pauseMs = 100;

/** Deletes messages and attempts after `days` days, account by account and in batches. */
export function retention({ engine, clock, days, everyMs, failed }: RetentionParts): AsyncDisposable {
  const stopping = new AbortController();
  const forget = async (): Promise<void> => {
    const before = firstMessageIdAt(new Date(clock.now().getTime() - days * dayMs));
    const accountIds = await accountsWithMessagesBefore(engine, before);
    let sincePause = 0;
    while (accountIds.length > 0 && !stopping.signal.aborted) {
      const count = await forgetMessages(engine, accountIds[0] ?? '', before);
      if (count < mostForgottenAtOnce) accountIds.shift();
      sincePause += count;
      if (sincePause < mostForgottenAtOnce) continue;
      sincePause = 0;
      await pause(pauseMs, undefined, { ref: false });
    }
  };
  const loop = new PollingLoop(forget, { everyMs, failed });
  loop.wake();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await loop[Symbol.asyncDispose]();
    },
  };
}
