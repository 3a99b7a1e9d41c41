import { createServer } from 'node:net';
import type { Clock } from './clock.ts';
import { type Config, ConfigurationMistakes } from './config.ts';
import type { Log } from './log.ts';
import type { Store } from './store/store.ts';
import { hasAccount } from './store/access/accounts.ts';
import { findToken } from './store/access/find-tokens.ts';
import { randomText } from './store/access/tokens.ts';
import { createFirstAccount } from './records/access/accounts.ts';
import { linkUrl, type PasswordLink } from './records/access/password-links.ts';
import { guessableProblem } from './resources/vocabulary/common-passwords.ts';

/** The result of the very first start, shown once. */
export interface FirstStart {
  readonly adminEmail: string;
  /** Null if the operator chose it. */
  readonly adminPassword: string | null;
  /** Null if the operator chose it. */
  readonly token: string | null;
  /** The address at which the admin sets a password; null if the operator chose one. */
  readonly passwordUrl: string | null;
}

/** The result of the first start before the service has an address. */
type Made = Omit<FirstStart, 'passwordUrl'> & { readonly link: PasswordLink | null };

/** Completes the result with the addresses of the running service. */
export const withUrl = ({ link, ...made }: Made, url: string): FirstStart & { readonly url: string } => ({
  url,
  ...made,
  passwordUrl: link && linkUrl(url, link),
});

interface Start {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Creates the account that the configuration describes. Returns null if there is an account already.
 * @throws {ConfigurationMistakes} if others guess the password of its admin first.
 */
export async function firstStart(store: Store, start: Start): Promise<Made | null> {
  const { config, clock } = start;
  if (!(await hasAccount(store.engine))) refuseGuessable(config);
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
    link: config.adminPassword === null ? made.link : null,
  };
}

/** Only the first start uses the password, so later starts accept any. */
function refuseGuessable({ adminPassword, adminEmail, accountName }: Config): void {
  const problem = adminPassword === null ? undefined : guessableProblem(adminPassword, [adminEmail, accountName]);
  if (problem) throw new ConfigurationMistakes([`PLUMBLINE_ADMIN_PASSWORD: ${problem}`]);
}

/** Later starts do not change the first token. They log a warning if the environment sets an unknown one. */
async function warnOfOtherToken(store: Store, { config, clock, log }: Start): Promise<void> {
  if (config.bootstrapToken === null || (await findToken(store.engine, config.bootstrapToken, clock.now()))) return;
  log.warn('PLUMBLINE_BOOTSTRAP_TOKEN is ignored: only the first start uses it, and no valid token has this text.');
}

/** Rejects if the process cannot listen on the address. Call it before work that must not begin in that case. */
export async function tryListening({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  await new Promise((resolve) => server.close(resolve));
}
