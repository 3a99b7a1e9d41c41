import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { DataFolderInUse, findHolder, type FolderLock, lockFolder } from '../../database/embedded/folder-lock.ts';
import { askHolderOf, type FolderCopy } from '../../database/embedded/folder-requests.ts';
import { createFolder } from '../../create-folder.ts';
import { createDataFolder, exists, syncPath } from '../../database/embedded/data-folder.ts';
import { openEmbedded } from '../../database/embedded/embedded.ts';
import { explainingReadOnly } from '../../database/embedded/read-only.ts';
import type { Engine } from '../../database/engine.ts';
import type { FileStore } from '../../files/file-store.ts';
import { openFileFolder } from '../../files/open-files.ts';
import { Refusal } from '../../refusal.ts';
import { rowsOf } from '../archives/manifest.ts';
import { explainingFullDisk } from '../full-disk.ts';
import { BlobCopies, type BlobCounts, blobFolderOf } from './backup-blobs.ts';
import { backupName, deleteUnfinished, unfinishedName } from './backup-folder.ts';
import { compareContent, fillDatabase } from './fill-database.ts';
import type { BackupManifest } from './manifest.ts';
import { writeBackup } from './write-backup.ts';

/** The steps of a backup; the first only where the running service copies its database, the second if it has files. */
export type BackupStep = 'copying' | 'files' | 'writing' | 'verifying';

/** The installation to save, and where. */
export interface BackupOrder {
  /** The engine of the installation, and how to open its database. */
  readonly source: { readonly kind: Engine['kind']; readonly open: () => Promise<Engine> };
  readonly dataDirectory: string;
  /** The contents of the files of the installation. */
  readonly store: FileStore;
  /** The folder of the backups. It is created if necessary. */
  readonly folder: string;
  readonly verifies: boolean;
  readonly clock: Clock;
  readonly tell: (step: BackupStep, done: number, total: number) => void;
}

/** A backup that was made. */
export interface FinishedBackup {
  readonly file: string;
  readonly manifest: BackupManifest;
  readonly bytes: number;
  readonly blobs: BlobCounts;
  /** The longest time during which the running service had to wait for its database; null if none is running. */
  readonly longestPauseMs: number | null;
}

/**
 * Makes a backup of the whole installation, while it may be running. The file gets its name when all of it is on the
 * disk and, unless left out, verified. A backup that fails leaves no file.
 * @throws {Refusal} `conflict` if another process is making one, `unavailable` if the disk is full.
 */
export async function makeBackup(making: BackupOrder): Promise<FinishedBackup> {
  const work = join(making.dataDirectory, 'backup-work');
  const lock = await explainingReadOnly(making.dataDirectory, () => lockWork(work));
  const madeAt = making.clock.now();
  const path = join(making.folder, unfinishedName(madeAt));
  try {
    return await explainingFullDisk([making.folder, making.dataDirectory], async () => {
      await emptyWork(work);
      await createFolder(making.folder);
      await deleteUnfinished(making.folder, madeAt);
      // While the file is there, no other process deletes blobs of the folder.
      await writeFile(path, '', { mode: 0o600 });
      const written = await write(making, { work, path, madeAt });
      if (making.verifies) await verify(making, { work, path, manifest: written.manifest });
      return { ...written, ...(await finish(making, path, madeAt)) };
    });
  } finally {
    try {
      await rm(path, { force: true });
      await emptyWork(work);
    } finally {
      lock.release();
    }
  }
}

const beingMade = 'A backup is being made already';

/** Whether a backup failed because another process is making one. */
export const isBeingMade = (error: unknown): boolean => error instanceof Error && error.message.startsWith(beingMade);

async function lockWork(work: string): Promise<FolderLock> {
  await createDataFolder(work);
  try {
    return await lockFolder(work);
  } catch (cause) {
    if (!(cause instanceof DataFolderInUse)) throw cause;
    const who = cause.holder ? `process ${cause.holder.pid}` : 'another process';
    throw new Refusal('conflict', `${beingMade}, by ${who}. Try again when it has ended.`, { cause });
  }
}

/** Removes what this backup, or a killed one before it, has left. The files of the lock stay. */
async function emptyWork(work: string): Promise<void> {
  for (const name of workFolders) await rm(join(work, name), { recursive: true, force: true, maxRetries: 3 });
}

/** The copy of the running embedded database, and the database that a backup is verified with. */
const workFolders = ['copy', 'scratch'];

interface Place {
  readonly work: string;
  readonly path: string;
  readonly madeAt: Date;
}

async function write(
  making: BackupOrder,
  { work, path, madeAt }: Place,
): Promise<Pick<FinishedBackup, 'manifest' | 'blobs' | 'longestPauseMs'>> {
  const copied = making.source.kind === 'embedded' ? await copyRunning(making, work) : null;
  const engine = copied ? await openScratch(join(work, 'copy')) : await making.source.open();
  try {
    const told = (step: BackupStep) => (done: number, total: number) => making.tell(step, done, total);
    const blobs = new BlobCopies(making.store, openFileFolder(blobFolderOf(making.folder)));
    await blobs.copy(engine, told('files'));
    const writing = { engine: making.source.kind, path, madeAt, blobs, tell: told('writing') };
    const manifest = await writeBackup(engine, writing);
    return { manifest, blobs: blobs.counts, longestPauseMs: copied?.longestPauseMs ?? null };
  } finally {
    await engine[Symbol.asyncDispose]();
    await rm(join(work, 'copy'), { recursive: true, force: true });
  }
}

/** Lets the process that holds the data folder copy its database. Returns null if none holds it. */
async function copyRunning({ dataDirectory, tell }: BackupOrder, work: string): Promise<FolderCopy | null> {
  const holder = await findHolder(dataDirectory);
  if (holder === undefined) return null;
  await mkdir(join(work, 'copy'), { mode: 0o700 });
  try {
    return await askHolderOf(holder, { copyTo: 'backup-work/copy' }, (done, total) => tell('copying', done, total));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal('unavailable', `The running service could not copy its database: ${reason}.`, { cause });
  }
}

/** A scratch database is deleted after the backup, so its writes need not wait for the disk. */
const openScratch = (dataDir: string): Promise<Engine> => openEmbedded({ dataDir, synchronous: false });

interface Unverified {
  readonly work: string;
  readonly path: string;
  readonly manifest: BackupManifest;
}

/** Restores the file into a scratch database and compares all of its rows. */
async function verify({ tell }: BackupOrder, { work, path, manifest }: Unverified): Promise<void> {
  const rows = rowsOf(manifest);
  // Each row is restored, then compared.
  const told = (before: number) => (done: number) => tell('verifying', before + done, 2 * rows);
  const engine = await openScratch(join(work, 'scratch'));
  try {
    await fillDatabase(engine, { file: path, manifest, replaces: true, migrates: false, tell: told(0) });
    await compareContent(engine, manifest, told(rows));
  } finally {
    await engine[Symbol.asyncDispose]();
  }
}

/** Gives the whole file its name. */
async function finish(
  { folder, verifies }: BackupOrder,
  path: string,
  madeAt: Date,
): Promise<{ file: string; bytes: number }> {
  const file = join(folder, backupName(madeAt, verifies));
  if (await exists(file)) throw new Refusal('conflict', `${file} exists already.`);
  await rename(path, file);
  await syncPath(folder);
  return { file, bytes: (await stat(file)).size };
}
