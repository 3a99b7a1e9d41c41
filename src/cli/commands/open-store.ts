import { type Config, readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { EngineMistake } from '../../database/engine-errors.ts';
import { DataFolderInUse } from '../../database/embedded/folder-lock.ts';
import {
  type EngineAbilities,
  isMissing,
  openStore,
  type OpenStore,
  openStoreAsItIs,
  type Store,
} from '../../store/store.ts';
import type { Terminal } from '../terminal.ts';
import { adminContext } from '../../records/access/accounts.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { withoutControls } from '../../control-characters.ts';
import { Refusal } from '../../refusal.ts';
import { type ListedAccount, listAccounts } from '../../store/access/accounts.ts';

/** Does work on the database that the environment names. The database must exist and be up to date. */
export async function withStore<Result>(
  terminal: Terminal,
  work: (store: OpenStore, config: Config) => Promise<Result>,
  { overHttp = false, ...further }: { overHttp?: boolean } & EngineAbilities = {},
): Promise<Result> {
  const config = readConfig(terminal.environment);
  if (await isMissing(config)) {
    const makes = 'create one with "plumbline serve" or "plumbline account create"';
    throw new EngineMistake([`There is no database in ${config.dataDirectory}: set DATA_DIR, or ${makes}.`]);
  }
  return await closing(openStoreAsItIs(config, further), (store) => work(store, config), overHttp);
}

/** Does work on the database of a configuration, and makes it or brings it up to date first if needed. */
export async function withStoreMade<Result>(
  config: Config,
  work: (store: OpenStore) => Promise<Result>,
): Promise<Result> {
  return await closing(openStore(config, createLog('warn')), work);
}

async function closing<Result>(
  opening: Promise<OpenStore>,
  work: (store: OpenStore) => Promise<Result>,
  overHttp = false,
): Promise<Result> {
  const store = await opening.catch((error: unknown) => {
    throw explained(error, overHttp);
  });
  try {
    return await work(store);
  } finally {
    await store.engine[Symbol.asyncDispose]();
  }
}

/** Explains a data folder in use: the process that uses it, and what to do. Returns other errors unchanged. */
export function explained(error: unknown, overHttp = false): unknown {
  if (!(error instanceof DataFolderInUse)) return error;
  const url = error.holder?.url;
  if (url === undefined) return new EngineMistake([`${error.message} Try again when that process has ended.`], error);
  const way = overHttp ? `, or send the command through it: --url ${url} --token <an admin's token>` : '';
  const running = `The service is running on this data: process ${error.holder?.pid}, ${url}.`;
  return new EngineMistake([`${running} Stop it first${way}.`], error);
}

/** The context of an admin of the account that a command selects. @throws {Refusal} as `selectedAccount`. */
export async function callInAccount(store: Store, id: string | undefined, at: Date): Promise<StoreContext> {
  return { ...adminContext(await store.directories.reload(await selectedAccount(store, id)), at), store };
}

/**
 * The id of the account with the given id; without an id, of the only account.
 * @throws {Refusal} `not_found`, with the names of the existing accounts.
 */
export async function selectedAccount(store: Store, id: string | undefined): Promise<string> {
  const accounts = await listAccounts(store.engine);
  const fitting = id === undefined ? accounts : accounts.filter((account) => account.id === id);
  const [account] = fitting;
  if (!account || fitting.length > 1) throw unclear(accounts, id);
  return account.id;
}

/** The refusal of a command that cannot tell which account is meant. */
export function unclear(accounts: readonly ListedAccount[], id: string | undefined): Refusal {
  if (accounts.length === 0) {
    return new Refusal(
      'not_found',
      'There is no account yet: create one with "plumbline serve" or "plumbline account create".',
    );
  }
  const known = accounts.map((account) => `${account.id} (${withoutControls(account.name)})`).join(', ');
  const problem = id === undefined ? 'There are several accounts' : `There is no account ${id}`;
  return new Refusal('not_found', `${problem}: select one with --account: ${known}.`);
}
