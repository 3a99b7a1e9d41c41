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

/** Adds the options by which a command finds its account. */
export const reaching = (command: Command): Command =>
  command
    .option('--account <id>', 'id of the account; optional if there is only one')
    .option('--url <address>', 'address of the running service, to send the command through it; needs --token')
    .option('--token <token>', 'token of an admin with the scope admin; selects the account of the token')
    .option('--json', 'print JSON');

/**
 * Does work with the API of the account that the options select.
 * @param background runs beside the work in this process, if no service does.
 */
export async function atService<Result>(
  terminal: Terminal,
  { account, url, token }: AccountOptions,
  work: (service: Service) => Promise<Result>,
  background: (account: LocalAccount) => Promise<AsyncDisposable | null> = async () => null,
): Promise<Result> {
  if (url === undefined && token === undefined) {
    const local = async (store: OpenStore, config: Config): Promise<Result> => {
      const accountId = await selectedAccount(store, account);
      const selected = { store, config, clock: terminal.clock, accountId };
      // Loaded only when needed: loading takes longer than most of these commands.
      const { withLocalService } = await import('./local-service.ts');
      const running = await background(selected);
      try {
        return await withLocalService(selected, work);
      } finally {
        await running?.[Symbol.asyncDispose]();
      }
    };
    return await withStore(terminal, local, { overHttp: true });
  }
  if (url === undefined || token === undefined) throw misused('Give both --url and --token, or neither.');
  if (account !== undefined) throw misused('Give either --account or --token: a token already selects its account.');
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw misused('--url must be an http or https address.');
  return await work({ url, token, fetch, isLocal: false });
}

const misused = (detail: string): Refusal => new Refusal('validation_failed', detail);
