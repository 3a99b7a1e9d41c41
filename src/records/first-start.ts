import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import { randomText } from '../store/token-text.ts';
import { findToken } from '../store/tokens.ts';
import { createFirstAccount } from './accounts.ts';

/** What the very first start has made; told once. */
export interface FirstStart {
  readonly adminEmail: string;
  /** Null when the operator has chosen it. */
  readonly adminPassword: string | null;
  /** Null when the operator has chosen it. */
  readonly token: string | null;
}

interface Start {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/** Makes the account that the configuration describes, unless there is one: then the answer is null. */
export async function firstStart(store: Store, start: Start): Promise<FirstStart | null> {
  const { config, clock } = start;
  const adminPassword = config.adminPassword ?? randomText(20);
  const made = await createFirstAccount(
    store.engine,
    {
      name: config.accountName,
      timeZone: config.accountTimeZone,
      adminEmail: config.adminEmail,
      adminPassword,
      token: config.bootstrapToken ?? undefined,
    },
    clock.now(),
  );
  if (!made) {
    await warnOfOtherToken(store, start);
    return null;
  }
  return {
    adminEmail: config.adminEmail,
    adminPassword: config.adminPassword === null ? adminPassword : null,
    token: config.bootstrapToken === null ? made.token : null,
  };
}

/** Later starts leave the first token alone, and say so when the environment names another. */
async function warnOfOtherToken(store: Store, { config, clock, log }: Start): Promise<void> {
  if (config.bootstrapToken === null || (await findToken(store.engine, config.bootstrapToken, clock.now()))) return;
  log.warn('PLUMBLINE_BOOTSTRAP_TOKEN is ignored: it serves the first start only, and no token of this text is valid.');
}
