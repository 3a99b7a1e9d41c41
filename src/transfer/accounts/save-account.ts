import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, Queryable } from '../../database/engine.ts';
import { queueByEngine } from '../../database/timed-engine.ts';
import { copyRows, dropCopies, readCopiedRows } from '../../store/transfer/account-copies.ts';
import { readRowTexts, readSettings, type RowsOf } from '../../store/transfer/account-rows.ts';
import { lastMigration, readAccountTables } from '../../store/transfer/account-tables.ts';
import { version } from '../../version.ts';
import {
  archiveFormat,
  type FileFacts,
  type Manifest,
  pack,
  packed,
  refuseExisting,
  withFolderBeside,
  writeLines,
} from './archive-file.ts';
import { archivedSearch } from './archived-search.ts';
import { archivedColumns, archivedTables, leftOut } from './contents.ts';

/** The file with the settings of the account. */
export const accountFile = 'account.ndjson';

/** The file with the rows of a table. */
export const fileOf = (table: { readonly name: string }): string => `${table.name}.ndjson`;

/** The account to save, and where. */
export interface Saving {
  readonly accountId: string;
  /** The archive to write. */
  readonly file: string;
  readonly now: Date;
}

/**
 * Writes all of an account to an archive, as it is at one instant.
 * @throws {Refusal} `conflict` if the file exists.
 */
export async function saveAccount(engine: Engine, { file, ...account }: Saving): Promise<Manifest> {
  await refuseExisting(file);
  return await withFolderBeside(file, async (folder) => {
    const manifest = await writeAccount(engine, { ...account, folder });
    await pack(folder, manifest, file);
    return manifest;
  });
}

/** An archive that is ready to be sent: its manifest, and its bytes. They can be read once, and must be. */
export interface ReadyArchive {
  readonly manifest: Manifest;
  readonly pieces: (gone: AbortSignal) => AsyncIterable<Uint8Array>;
}

/** The same as a stream, from files in the system's temporary folder, which it removes at the end. */
export async function streamAccount(engine: Engine, account: Omit<Saving, 'file'>): Promise<ReadyArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-export-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  try {
    const manifest = await writeAccount(engine, { ...account, folder });
    return { manifest, pieces: (gone) => thenRemoved(packed(folder, manifest), gone, remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* thenRemoved(
  pieces: AsyncIterable<Uint8Array>,
  gone: AbortSignal,
  remove: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of pieces) {
      if (gone.aborted) return;
      yield piece;
    }
  } finally {
    await remove();
  }
}

interface Writing extends Omit<Saving, 'file'> {
  readonly folder: string;
}

async function writeAccount(engine: Engine, { accountId, folder, now }: Writing): Promise<Manifest> {
  const written =
    engine.kind === 'embedded'
      ? await writeCopied(engine, accountId, folder)
      : await engine.transaction((transaction) => writeSnapshot(transaction, accountId, folder), { isSnapshot: true });
  return {
    ...{ format: archiveFormat, program: version, schema: written.schema, made_at: now.toISOString() },
    account: { id: accountId, name: written.name },
    files: written.files,
    left_out: leftOut,
  };
}

interface Written {
  readonly files: Record<string, FileFacts>;
  readonly name: string;
  readonly schema: string;
}

/** Reads in one transaction, which holds up no request on a server. */
async function writeSnapshot(transaction: Queryable, accountId: string, folder: string): Promise<Written> {
  const begun = await begin(transaction, accountId);
  return await writeFiles(begun, folder, (rows) => readRowTexts(transaction, rows));
}

/** Copies have the same names in every export, so an engine makes one at a time. */
const oneAtATime = queueByEngine(1, 10);

async function writeCopied(engine: Engine, accountId: string, folder: string): Promise<Written> {
  return await oneAtATime(engine, () => writeCopies(engine, accountId, folder));
}

async function writeCopies(engine: Engine, accountId: string, folder: string): Promise<Written> {
  const copied: RowsOf[] = [];
  try {
    const begun = await engine.transaction(async (transaction) => {
      const found = await begin(transaction, accountId);
      for (const rows of found.tables) await copyRows(transaction, rows);
      copied.push(...found.tables);
      return found;
    });
    return await writeFiles(begun, folder, (rows) => readCopiedRows(engine, rows));
  } finally {
    await dropCopies(engine, copied);
  }
}

interface Begun {
  readonly settings: string;
  readonly schema: string;
  readonly tables: readonly RowsOf[];
}

async function begin(transaction: Queryable, accountId: string): Promise<Begun> {
  const settings = await readSettings(transaction, accountId);
  const tables = archivedTables(await readAccountTables(transaction));
  const schema = await lastMigration(transaction);
  return { settings, schema, tables: tables.map((table) => ({ accountId, table, columns: archivedColumns(table) })) };
}

type Lines = AsyncIterable<readonly string[]>;

async function writeFiles(begun: Begun, folder: string, linesOf: (rows: RowsOf) => Lines): Promise<Written> {
  const { settings, schema, tables } = begun;
  const files: Record<string, FileFacts> = {
    [accountFile]: await writeLines(join(folder, accountFile), once(settings)),
  };
  for (const rows of tables) {
    const lines = archivedSearch(rows.columns, linesOf(rows));
    files[fileOf(rows.table)] = await writeLines(join(folder, fileOf(rows.table)), lines);
  }
  const { name } = JSON.parse(settings) as { name: string };
  return { files, name, schema };
}

async function* once(line: string): AsyncGenerator<readonly string[]> {
  yield await Promise.resolve([line]);
}
