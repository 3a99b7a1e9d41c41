import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { EngineMistake } from '../../database/engine-mistake.ts';
import { DataFolderInUse } from '../../database/embedded/folder-lock.ts';
import { openStore, type OpenStore, openStoreAsItIs } from '../../store/open-store.ts';
import type { Terminal } from '../terminal.ts';

/** Does work on the database that the environment names. The database must exist and be up to date. */
export async function withStore<Result>(
  terminal: Terminal,
  work: (store: OpenStore, config: Config) => Promise<Result>,
  { overHttp = false }: { overHttp?: boolean } = {},
): Promise<Result> {
  const config = readConfig(terminal.environment);
  if (isMissing(config)) {
    const makes = 'create one with "plumbline serve" or "plumbline account create"';
    throw new EngineMistake([`There is no database in ${config.dataDirectory}: set DATA_DIR, or ${makes}.`]);
  }
  return await closing(openStoreAsItIs(config), (store) => work(store, config), overHttp);
}

/** The same, but makes the database or brings it up to date if needed. */
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

/** Whether the embedded engine has no database yet; opening it would make one. */
export const isMissing = ({ databaseUrl, dataDirectory }: Config): boolean =>
  databaseUrl === null && !existsSync(join(dataDirectory, 'postgres'));

/** Explains a data folder in use: the process that uses it, and what to do. Returns other errors unchanged. */
export function explained(error: unknown, overHttp = false): unknown {
  if (!(error instanceof DataFolderInUse)) return error;
  const url = error.holder?.url;
  if (url === undefined) return new EngineMistake([`${error.message} Try again when that process has ended.`], error);
  const way = overHttp ? `, or send the command through it: --url ${url} --token <an admin's token>` : '';
  const running = `The service is running on this data: process ${error.holder?.pid}, ${url}.`;
  return new EngineMistake([`${running} Stop it first${way}.`], error);
}
