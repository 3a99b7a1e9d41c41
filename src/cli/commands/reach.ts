import type { Command } from 'commander';
import { Refusal } from '../../refusal.ts';
import type { OpenStore } from '../../store/store.ts';
import type { Config } from '../../config.ts';
import type { Service } from '../running-service.ts';
import type { Terminal } from '../terminal.ts';
import type { LocalAccount } from './local-service.ts';
import { selectedAccount, withStore } from './open-store.ts';

/** The way of a command to its account: in the database, or through a running service. */
export interface AccountOptions {
  readonly account?: string;
  readonly url?: string;
  readonly token?: string;
  readonly json?: true;
}

/** Adds the options by which a command finds its account. @param holder the token that the command needs. */
export const reaching = (command: Command, holder = 'of an admin with the scope admin'): Command =>
  command
    .option('--account <id>', 'id of the account; optional if there is only one')
    .option('--url <address>', 'address of a running service, to send the command through it (default: PLUMBLINE_URL)')
    .option('--token <token>', `token ${holder}; selects the account of the token (default: PLUMBLINE_TOKEN)`)
    .option('--json', 'print JSON');

/**
 * Does work with the API of the account that the options select.
 * @param background runs beside the work in this process, if no service does.
 */
export async function atService<Result>(
  terminal: Terminal,
  options: AccountOptions,
  work: (service: Service) => Promise<Result>,
  background: (account: LocalAccount) => Promise<AsyncDisposable | null> = async () => null,
): Promise<Result> {
  const running = runningService(options, terminal.environment);
  if (running) return await work({ ...running, fetch, isLocal: false });
  const local = async (store: OpenStore, config: Config): Promise<Result> => {
    const accountId = await selectedAccount(store, options.account);
    const selected = { store, config, clock: terminal.clock, accountId };
    // Loaded only when needed: loading takes longer than most of these commands.
    const { withLocalService } = await import('./local-service.ts');
    const beside = await background(selected);
    try {
      return await withLocalService(selected, work);
    } finally {
      await beside?.[Symbol.asyncDispose]();
    }
  };
  return await withStore(terminal, local, { overHttp: true });
}

/**
 * The address and the token of the running service that the options name, or else the environment. Returns undefined if
 * the command opens the database itself: with `--account`, and without an address.
 */
function runningService(
  { account, ...options }: AccountOptions,
  { PLUMBLINE_URL, PLUMBLINE_TOKEN }: Terminal['environment'],
): Pick<Service, 'url' | 'token'> | undefined {
  if (!isExplicit(options) && (account !== undefined || !PLUMBLINE_URL)) return undefined;
  const { url = PLUMBLINE_URL, token = PLUMBLINE_TOKEN } = options;
  if (!url || !token) {
    throw misused('Give both --url and --token (or PLUMBLINE_URL and PLUMBLINE_TOKEN), or neither.');
  }
  if (account !== undefined) throw misused('Give either --account or --token: a token already selects its account.');
  refuseNoAddress(url, options.url === undefined ? 'PLUMBLINE_URL' : '--url');
  return { url, token };
}

const isExplicit = ({ url, token }: AccountOptions): boolean => url !== undefined || token !== undefined;

function refuseNoAddress(url: string, name: string): void {
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw misused(`${name} must be an http or https address.`);
}

const misused = (detail: string): Refusal => new Refusal('validation_failed', detail);
