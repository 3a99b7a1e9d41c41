import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { withShortPath } from './socket-path.ts';

/** The report that the holder of a data folder's lock gives to other processes. */
export interface HolderReport {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** The URL of the service, once it listens. */
  url?: string;
}

/** @returns `dead` if nothing listens on the socket file, `silent` if the listening process does not answer. */
export async function askHolder(path: string): Promise<HolderReport | 'dead' | 'silent'> {
  return withShortPath(path, ask);
}

/** Writes the report to a file. Others read it while the holder is too busy to answer, e.g. while it initialises. */
export async function writeHolder(folder: string, report: HolderReport): Promise<void> {
  await writeFile(join(folder, holderFile), `${JSON.stringify(report)}\n`);
}

/** The report of a holder that is known to be alive; undefined if the holder has not written it yet. */
export async function readHolder(folder: string): Promise<HolderReport | undefined> {
  const text = await readFile(join(folder, holderFile), 'utf8').catch(() => '');
  const report = readReport(text);
  return report === 'silent' ? undefined : report;
}

function ask(path: string): Promise<HolderReport | 'dead' | 'silent'> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(path).setEncoding('utf8').setTimeout(patienceMs);
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

const holderFile = 'holder.json';
const patienceMs = 1000;
const deadCodes = new Set(['ECONNREFUSED', 'ENOENT']);
const aliveCodes = new Set(['ECONNRESET', 'EPIPE', 'EAGAIN']);
