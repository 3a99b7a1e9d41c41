import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Queryable } from '../engine.ts';
import type { FolderCopy } from './folder-requests.ts';

/** A copy to make of the files of a running database. */
export interface CopyOrder {
  /** The folder of the running database. */
  readonly from: string;
  /** The folder to make. */
  readonly to: string;
  readonly tell: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Copies the files of the running database, with Postgres's own procedure for backups of a server
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). Statements go on
 * meanwhile, so the copied files are of different moments; the copied log of all changes since the beginning, with the
 * label, makes them one consistent database when it is opened: as it was at the end of the copy.
 */
export async function copyRunningDatabase(session: Queryable, copying: CopyOrder): Promise<FolderCopy> {
  const { from, to, signal } = copying;
  const pauses: number[] = [];
  // Most of what the checkpoint would have to wait for is on the disk before it begins.
  await syncFiles(from);
  await timed(pauses, () => session.query(`select pg_backup_start('plumbline', true)`));
  let stop: Stop | undefined;
  try {
    await mkdir(to, { mode: 0o700 });
    await copyAll(copying, await dataFiles(from), await sizeOf(from));
  } finally {
    // Also after a failure: otherwise the session would have a backup that never ends.
    [stop] = await timed(pauses, () =>
      session.query<Stop>(
        `select s.labelfile as label, pg_walfile_name(s.lsn) as "lastSegment" from pg_backup_stop(false) s`,
      ),
    );
  }
  if (!stop) throw new Error('Postgres did not end the backup');
  await writeFile(join(to, 'backup_label'), stop.label);
  await copyAll({ ...copying, tell: () => undefined }, await logSegments(from, stop), 0);
  signal.throwIfAborted();
  return { longestPauseMs: Math.round(Math.max(...pauses)) };
}

interface Stop {
  readonly label: string;
  readonly lastSegment: string;
}

async function timed<Result>(pauses: number[], work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  pauses.push(performance.now() - started);
  return result;
}

const segment = /^[0-9A-F]{24}$/;

/** The segments of the log from the beginning of the backup to its end. */
async function logSegments(from: string, { label, lastSegment }: Stop): Promise<string[]> {
  const [, first = ''] = /\(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  const names = await readdir(join(from, 'pg_wal'));
  return names
    .filter((name) => segment.test(name) && name >= first && name <= lastSegment)
    .map((name) => join('pg_wal', name));
}

/** The contents of these folders are worthless in a copy; the log is copied at the end. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Every file to copy, the control file last, as the procedure wants it. Folders end with a separator. */
async function dataFiles(from: string): Promise<string[]> {
  const entries = await readdir(from, { withFileTypes: true, recursive: true });
  const names = entries.map(
    (entry) => relative(from, join(entry.parentPath, entry.name)) + (entry.isDirectory() ? sep : ''),
  );
  const kept = names.filter((name) => {
    const [top = '', ...below] = name.split(sep);
    return name !== 'postmaster.pid' && (name.endsWith(sep) || below.length === 0 || !emptied.has(top));
  });
  const control = join('global', 'pg_control');
  return [...kept.filter((name) => name !== control).sort(), control];
}

/** @param total the bytes of the whole copy, for the progress. */
async function copyAll({ from, to, tell, signal }: CopyOrder, names: readonly string[], total: number): Promise<void> {
  let done = 0;
  for (const name of names) {
    signal.throwIfAborted();
    if (name.endsWith(sep)) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
    else done += await copyGrowing(join(from, name), join(to, name));
    tell(Math.min(done, total), total);
  }
}

const pieceBytes = 2 ** 20;

/** Copies a file that may grow, shrink or disappear meanwhile. @returns the number of bytes copied. */
async function copyGrowing(from: string, to: string): Promise<number> {
  const source = await openIfThere(from);
  if (!source) return 0;
  await using input = source;
  await using output = await open(to, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  const piece = Buffer.allocUnsafe(pieceBytes);
  let copied = 0;
  for (;;) {
    const { bytesRead } = await input.read(piece, 0, pieceBytes, null);
    if (bytesRead === 0) return copied;
    await output.writeFile(piece.subarray(0, bytesRead));
    copied += bytesRead;
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFiles(from: string): Promise<void> {
  for (const name of (await dataFiles(from)).filter((file) => !file.endsWith(sep))) {
    const file = await openIfThere(join(from, name));
    if (!file) continue;
    await using opened = file;
    await opened.sync();
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
