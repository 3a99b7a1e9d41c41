import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { prepareDatabase } from '../../../src/database/embedded/data-folder.ts';
import { type EngineOptions, openEngine } from '../../../src/store/store.ts';
import { blankDatabase } from './blank-database.ts';
import { copyFolder } from './copy-folder.ts';
import { scratchRoot } from './scratch-root.ts';

/** An empty database of one suite, on one engine. A suite can call `open` several times. */
export interface ScratchEngine {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  open(options?: Partial<EngineOptions>): ReturnType<typeof openEngine>;
  remove(): Promise<void>;
}

/** The Postgres server of the tests. Without it, the tests run only on the embedded engine. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** Every engine that this machine has, for `describe.each`. */
export const engineNames = serverUrl === undefined ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

export async function scratchEngine(name: (typeof engineNames)[number]): Promise<ScratchEngine> {
  return name === 'postgres' ? scratchDatabase() : scratchFolder();
}

/** Makes a new database. `clause` follows `create database …`. */
export async function scratchDatabase(clause = "encoding 'UTF8' locale 'C.UTF-8'"): Promise<ScratchEngine> {
  if (serverUrl === undefined) throw new Error('this test needs a Postgres server');
  const name = `plumbline_engines_${randomUUID().slice(0, 8)}`;
  await onServer(`create database ${name} template template0 ${clause}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const databaseUrl = url.href;
  return {
    databaseUrl,
    dataDir: '',
    open: (options) => openEngine({ databaseUrl, dataDir: '', ...options }),
    remove: () => onServer(`drop database ${name} with (force)`),
  };
}

/** Makes a data folder with an empty database that is ready to open. */
export const scratchFolder = async (): Promise<ScratchEngine> => folderOf(await preparedDatabase());

async function folderOf(source: string): Promise<ScratchEngine> {
  const dataDir = await emptyFolder();
  await copyFolder(source, join(dataDir, 'postgres'));
  return {
    databaseUrl: undefined,
    dataDir,
    open: (options) => openEngine({ dataDir, ...options }),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** Makes a data folder with a migrated database without accounts. */
export const migratedFolder = async (): Promise<ScratchEngine> => folderOf(await blankDatabase());

export const emptyFolder = (): Promise<string> => mkdtemp(join(scratchRoot(), 'plumbline-'));

async function onServer(statement: string): Promise<void> {
  const sql = postgres(serverUrl ?? '', { max: 1, onnotice: () => {} });
  await sql.unsafe(statement);
  await sql.end();
}

/**
 * Initializing a database takes seconds, so it is done once and copied. If two processes do so at once, the first
 * result stays.
 */
async function preparedDatabase(): Promise<string> {
  const prepared = join(cache, 'embedded-0.5.16');
  if (existsSync(prepared)) return prepared;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'preparing-'));
  await rename(await prepareDatabase(folder), prepared).catch((error: unknown) => {
    if (!existsSync(prepared)) throw error;
  });
  await rm(folder, { recursive: true });
  return prepared;
}

const cache = fileURLToPath(new URL('../../../node_modules/.cache/plumbline', import.meta.url));
