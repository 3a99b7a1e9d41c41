import { randomUUID } from 'node:crypto';
import { link, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EngineMistake } from '../engine-mistake.ts';
import { askHolder, type HolderReport, readHolder, writeHolder } from './folder-lock-holder.ts';
import { withShortPath } from './socket-path.ts';

/** Another process uses the data folder. */
export class DataFolderInUse extends EngineMistake {
  /** Undefined if the other process was too busy to answer. */
  readonly holder: HolderReport | undefined;

  constructor(folder: string, holder: HolderReport | undefined) {
    super([`The data folder ${folder} is in use by ${describeHolder(holder)}.`]);
    this.name = 'DataFolderInUse';
    this.holder = holder;
  }
}

/** The exclusive lock of a data folder, held until it is released or until the process dies. */
export interface FolderLock {
  /** The report for a second process; `url` may be set later. */
  readonly holder: { url?: string };
  release(): void;
}

/**
 * Takes the lock of a folder, or throws `DataFolderInUse` at once.
 *
 * The lock is a socket that listens inside the folder, so it dies with its process. Each holder's socket has
 * the number after the previous holder's. A process takes a name with a hard link, which only one process can
 * create, so exactly one of several processes that find the last holder dead gets the lock. The newest socket
 * file is never deleted: otherwise a slow starter could take a number that was used before.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holder: HolderReport = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString() };
  const draft = join(folder, `lock-${randomUUID().slice(0, 8)}.draft`);
  const server = await listen(draft, holder);
  try {
    await takeNumber(folder, draft);
    await writeHolder(folder, holder);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return { holder, release: () => void server.close() };
}

async function takeNumber(folder: string, draft: string): Promise<void> {
  for (;;) {
    const newest = Math.max(0, ...(await takenNumbers(folder)));
    if (newest > 0) await refuseLiving(folder, newest);
    const mine = newest + 1;
    if (!(await linkNew(draft, socketOf(folder, mine)))) continue;
    const numbers = await takenNumbers(folder);
    if (Math.max(...numbers) > mine) continue;
    await Promise.all(numbers.filter((number) => number < mine).map((number) => rm(socketOf(folder, number))));
    return;
  }
}

async function refuseLiving(folder: string, number: number): Promise<void> {
  const answer = await askHolder(socketOf(folder, number));
  if (answer !== 'dead') throw new DataFolderInUse(folder, answer === 'silent' ? await readHolder(folder) : answer);
}

async function takenNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => /^lock-(\d+)\.sock$/.exec(name)?.[1] ?? []).map(Number);
}

async function linkNew(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Listens before the socket gets the name that other processes look for, so a socket that they find is alive. */
async function listen(path: string, holder: HolderReport): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(`${JSON.stringify(holder)}\n`);
  });
  server.unref();
  await withShortPath(path, (short) => {
    const listening = new Promise<void>((resolve, reject) => server.once('error', reject).listen(short, resolve));
    return listening;
  });
  return server;
}

const socketOf = (folder: string, number: number): string => join(folder, `lock-${number}.sock`);

function describeHolder(holder: HolderReport | undefined): string {
  if (holder === undefined) return 'another process, which is too busy to report its id';
  const address = holder.url === undefined ? '' : ` at ${holder.url}`;
  return `process ${holder.pid} on ${holder.host}${address}, which started at ${holder.startedAt}`;
}
