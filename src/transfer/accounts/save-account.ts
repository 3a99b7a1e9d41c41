import { randomBytes } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Engine, Queryable } from '../../database/engine.ts';
import { queueByEngine } from '../../database/memo-by-engine.ts';
import type { FileStore } from '../../files/file-store.ts';
import { Refusal } from '../../refusal.ts';
import { copyRows, dropCopies, readCopiedRows } from '../../store/transfer/account-copies.ts';
import type { StoredBlob } from '../../store/files/stored-blobs.ts';
import { readSettings } from '../../store/transfer/account-settings.ts';
import { type AccountRows, readRowTexts } from '../../store/transfer/rows.ts';
import { lastMigration, readAccountTables, type StoredTable } from '../../store/transfer/tables.ts';
import { version } from '../../version.ts';
import { fileOf } from '../archives/manifest.ts';
import { type Lines, writeArchive } from '../archives/write-archive.ts';
import { Spool } from '../spool.ts';
import { accountFile, archiveFormat, type Manifest, manifestName } from './archive-file.ts';
import { ArchivedBlobs, namedBlobs } from './archived-blobs.ts';
import { archivedSearch } from './archived-search.ts';
import { archivedColumns, archivedTables, leftOut } from './contents.ts';

/** The account to save, and where. */
export interface AccountSave {
  readonly accountId: string;
  /** The archive to write. */
  readonly file: string;
  readonly now: Date;
  /** The contents of files. Without a store, the archive leaves them out. */
  readonly store?: FileStore | null;
  /** The limit of bytes of an archive with contents, if there is one. */
  readonly most?: number;
}

/**
 * Writes all of an account to an archive, as it is at one instant. The file appears when all of it is on the disk.
 * @throws {Refusal} `conflict` if the file exists.
 */
export async function saveAccount(engine: Engine, { file, ...account }: AccountSave): Promise<Manifest> {
  await refuseExisting(file);
  // Another export to the same file, or one that was killed, has a part of its own.
  const part = join(dirname(resolve(file)), `.plumbline-${randomBytes(12).toString('hex')}`);
  try {
    await using spool = await Spool.create(part);
    const manifest = await writeAccount(engine, { ...account, spool });
    await spool.sync();
    await refuseExisting(file);
    await rename(part, file);
    return manifest;
  } finally {
    await rm(part, { force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) return;
  throw new Refusal('conflict', `${file} exists already. Name another file, or remove it.`);
}

/** An archive that is ready to be sent. */
export interface ReadyArchive extends AsyncDisposable {
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/** The account to read, and the folder of temporary files. */
export interface AccountPacking extends Omit<AccountSave, 'file'> {
  readonly spoolFolder: string;
  /** Ends the reading. */
  readonly gone: AbortSignal;
}

/** Packs all of an account, as it is at one instant, into a temporary file. */
export async function readAccount(engine: Engine, { spoolFolder, ...reading }: AccountPacking): Promise<ReadyArchive> {
  reading.gone.throwIfAborted();
  const spool = await Spool.open(spoolFolder);
  const close = (): Promise<void> => spool[Symbol.asyncDispose]();
  try {
    await writeAccount(engine, { ...reading, spool });
    return { pieces: () => spool.read(), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Writing extends Omit<AccountSave, 'file'> {
  readonly spool: Spool;
  readonly gone?: AbortSignal;
}

const writeAccount = (engine: Engine, writing: Writing): Promise<Manifest> =>
  engine.kind === 'embedded'
    ? oneAtATime(engine, () => writeCopies(engine, writing))
    : engine.transaction((transaction) => writeSnapshot(transaction, writing), { isSnapshot: true });

/** Reads in one transaction, which holds up no request on a server. */
async function writeSnapshot(transaction: Queryable, writing: Writing): Promise<Manifest> {
  const begun = await begin(transaction, writing);
  return await writeFiles(begun, writing, (rows) => readRowTexts(transaction, rows));
}

/** Copies have the same names in every export, so an engine makes one at a time. */
const oneAtATime = queueByEngine(1, 10);

async function writeCopies(engine: Engine, writing: Writing): Promise<Manifest> {
  const copied: AccountRows[] = [];
  try {
    const begun = await engine.transaction(async (transaction) => {
      const found = await begin(transaction, writing);
      for (const rows of found.tables) await copyRows(transaction, rows);
      copied.push(...found.tables);
      return found;
    });
    return await writeFiles(begun, writing, (rows) => readCopiedRows(engine, rows));
  } finally {
    await dropCopies(engine, copied);
  }
}

interface Begun {
  /** Null if the archive leaves them out. */
  readonly blobs: readonly StoredBlob[] | null;
  readonly settings: string;
  readonly schema: string;
  readonly tables: readonly AccountRows[];
}

async function begin(transaction: Queryable, { accountId, store }: Writing): Promise<Begun> {
  const settings = await readSettings(transaction, accountId);
  const tables = archivedTables(await readAccountTables(transaction));
  const schema = await lastMigration(transaction);
  const rowsOf = (table: StoredTable): AccountRows => ({
    accountId,
    table,
    columns: archivedColumns(table).map(({ name }) => name),
  });
  const blobs = store ? await namedBlobs(transaction, accountId) : null;
  return { settings, schema, tables: tables.map(rowsOf), blobs };
}

async function writeFiles(
  { settings, schema, tables, blobs: stored }: Begun,
  { accountId, now, spool, gone, store, most }: Writing,
  linesOf: (rows: AccountRows) => Lines,
): Promise<Manifest> {
  const blobs = store ? new ArchivedBlobs(store, { accountId, most, gone }) : null;
  await blobs?.choose(stored ?? []);
  const { name } = JSON.parse(settings) as { name: string };
  const account = { id: accountId, name };
  const origin = { format: archiveFormat, program: version, schema, made_at: now.toISOString(), account };
  return await writeArchive<Manifest>(spool, {
    manifestName,
    draft: { ...origin, left_out: leftOut, blobs: blobs && blobs.counts },
    files: [
      { name: accountFile, lines: () => [[settings]] },
      ...tables.map((rows) => ({
        name: fileOf(rows.table.name),
        lines: () => archivedSearch(rows.columns, untilGone(linesOf(rows), gone)),
      })),
    ],
    ...(blobs && { blobs: blobs.all() }),
    atEnd: async (bytes) => {
      blobs?.refuseLarge(bytes);
      return {};
    },
  });
}

async function* untilGone(lines: Lines, gone: AbortSignal | undefined): AsyncGenerator<readonly string[]> {
  for await (const some of lines) {
    gone?.throwIfAborted();
    yield some;
  }
}
