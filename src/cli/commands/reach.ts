import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import type { OpenStore } from '../../store/store.ts';
import { callInAccount, withStore } from './open-store.ts';
import type { Service } from '../running-service.ts';
import type { Terminal } from '../terminal.ts';

/** The way of a command to its account: in the database, or through a running service. */
export interface Reach {
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

/** Both ways to the data of one account. */
export interface Ways<Desk> {
  readonly stored: (context: StoreContext, config: Config) => Desk;
  readonly served: (service: Service) => Desk;
}

/** Does work at the desk that the options select. */
export async function atDesk<Desk, Result>(
  terminal: Terminal,
  reach: Reach,
  ways: Ways<Desk>,
  work: (desk: Desk) => Promise<Result>,
): Promise<Result> {
  const { account, url, token } = reach;
  if (url === undefined && token === undefined) {
    const local = async (store: OpenStore, config: Config) =>
      await work(ways.stored(await callInAccount(store, account, terminal.clock.now()), config));
    return await withStore(terminal, local, { overHttp: true });
  }
  if (url === undefined || token === undefined) throw misused('Give both --url and --token, or neither.');
  if (account !== undefined) throw misused('Give either --account or --token: a token already selects its account.');
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw misused('--url must be an http or https address.');
  return await work(ways.served({ url, token }));
}

const misused = (detail: string): Refusal => new Refusal('validation_failed', detail);
