import { randomUUID } from 'node:crypto';
import { link, readdir, rm, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server, connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EngineMistake } from '../engine-errors.ts';
import { answerCaller, type Request } from './folder-requests.ts';
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
  /** Sets the function that does what another process asks for over the socket, see `askHolderOf`. */
  onRequest(carryOut: Request): void;
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
  let carryOut: Request = () => Promise.reject(new Error('the holder of the folder takes no requests yet'));
  const server = await listen(draft, holder, (...request) => carryOut(...request));
  try {
    await takeNumber(folder, draft);
    await writeHolder(folder, holder);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return { holder, onRequest: (work) => void (carryOut = work), release: () => void server.close() };
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
async function listen(path: string, holder: HolderReport, carryOut: Request): Promise<Server> {
  // A caller that asks for nothing ends its side at once, and gets the report.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    socket.write(`${JSON.stringify(holder)}\n`);
    answerCaller(socket, carryOut);
  });
  server.unref();
  await withShortPath(path, (short) => {
    const listening = new Promise<void>((resolve, reject) => server.once('error', reject).listen(short, resolve));
    return listening;
  });
  return server;
}

const socketOf = (folder: string, number: number): string => join(folder, `lock-${number}.sock`);

/** The socket of the process that holds a folder; undefined if none does. */
export async function findHolder(folder: string): Promise<string | undefined> {
  const newest = Math.max(0, ...(await takenNumbers(folder)));
  if (newest === 0 || (await askHolder(socketOf(folder, newest))) === 'dead') return undefined;
  return socketOf(folder, newest);
}

function describeHolder(holder: HolderReport | undefined): string {
  if (holder === undefined) return 'another process, which is too busy to report its id';
  const address = holder.url === undefined ? '' : ` at ${holder.url}`;
  return `process ${holder.pid} on ${holder.host}${address}, which started at ${holder.startedAt}`;
}

/** The report that the holder of a data folder's lock gives to other processes. */
interface HolderReport {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** The URL of the service, once it listens. */
  url?: string;
}

/** @returns `dead` if nothing listens on the socket file, `silent` if the listening process does not answer. */
async function askHolder(path: string): Promise<HolderReport | 'dead' | 'silent'> {
  return withShortPath(path, ask);
}

/** Writes the report to a file. Others read it while the holder is too busy to answer, e.g. while it initialises. */
async function writeHolder(folder: string, report: HolderReport): Promise<void> {
  await writeFile(join(folder, holderFile), `${JSON.stringify(report)}\n`);
}

/** The report of a holder that is known to be alive; undefined if the holder has not written it yet. */
async function readHolder(folder: string): Promise<HolderReport | undefined> {
  const text = await readFile(join(folder, holderFile), 'utf8').catch(() => '');
  const report = readReport(text);
  return report === 'silent' ? undefined : report;
}

function ask(path: string): Promise<HolderReport | 'dead' | 'silent'> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(path).setEncoding('utf8').setTimeout(patienceMs).end();
    socket.on('data', (text: string) => (answer += text));
    socket.on('end', () => resolve(readReport(answer)));
    socket.on('timeout', () => {
      resolve('silent');
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (deadCodes.has(error.code ?? '')) resolve('dead');
      // The holder ended while answering, or has more callers than it can accept.
      else if (aliveCodes.has(error.code ?? '')) resolve('silent');
      else reject(error);
    });
  });
}

function readReport(answer: string): HolderReport | 'silent' {
  try {
    return JSON.parse(answer) as HolderReport;
  } catch {
    return 'silent';
  }
}

/** Every process that takes the lock writes this file, so a folder that has it is a data folder. */
export const holderFile = 'holder.json';
const patienceMs = 1000;
const deadCodes = new Set(['ECONNREFUSED', 'ENOENT']);
const aliveCodes = new Set(['ECONNRESET', 'EPIPE', 'EAGAIN']);
