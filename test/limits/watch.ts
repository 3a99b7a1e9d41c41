import { existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { tokens } from '../support/service/template.ts';

/** The longest time that `/health` may take during any other request, in milliseconds. */
export const longestWaitMs = 250;

/** The longest time that a list of another firm may take: the embedded engine runs one transaction at a time. */
export const longestReadMs = process.env['TEST_ENGINE'] === 'embedded' ? 1000 : 250;

/**
 * The number of tries. A busy machine can delay the garbage collector, but a successful attack succeeds in every try.
 */
export const tries = 6;

/** The effect of an attack on a service. */
export interface Watched {
  /**
   * The longest response time of `/health`, in milliseconds, without the time for which other processes kept the
   * service's main thread, or the thread that asks, from a processor. Linux counts that time in `schedstat`; on other
   * systems it is not subtracted.
   */
  readonly longestWait: number;
  /** The response times of the other firm's reads, in milliseconds, counted the same way. */
  readonly reads: readonly number[];
  /** The growth of the process during the attack, in bytes; 0 without `/proc`. */
  readonly growth: number;
}

/**
 * Requests `/health` and a list of another firm repeatedly while some work runs, and measures the memory of the process.
 * All of it happens in a separate thread, because a test that builds a body of 16 MiB would delay it.
 * @param read the path of the other firm's read.
 */
export async function watching(
  { url, pid }: { readonly url: string; readonly pid: number },
  work: () => Promise<void>,
  read = '/companies?per_page=5',
): Promise<Watched> {
  const watched = { url, pid, statm: statm(pid), read: `/api/2023-01${read}`, token: tokens.second };
  const worker = new Worker(watcher, { eval: true, workerData: watched });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => undefined);
  const told = (): Promise<Watched> =>
    Promise.race([failed, new Promise<Watched>((resolve) => worker.once('message', resolve))]);
  try {
    await told();
    await Promise.race([work(), failed]);
    const watched = told();
    worker.postMessage('end');
    return await watched;
  } finally {
    await worker.terminate();
  }
}

const statm = (pid: number): string => `/proc/${pid}/statm`;

/** Returns the size of a process in bytes; 0 without `/proc`. */
export const residentSize = (pid: number): number =>
  existsSync(statm(pid)) ? Number(readFileSync(statm(pid), 'utf8').split(' ')[1]) * 4096 : 0;

const watcher = `
const { parentPort, workerData: { url, pid, statm, read, token } } = require('node:worker_threads');
const http = require('node:http');
const fs = require('node:fs');
const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
const headers = { authorization: 'Bearer ' + token };
const pageSize = 4096;
const resident = () => (fs.existsSync(statm) ? Number(fs.readFileSync(statm, 'utf8').split(' ')[1]) * pageSize : 0);
const schedstat = '/proc/' + pid + '/task/' + pid + '/schedstat';
const delayOf = (path) => (fs.existsSync(path) ? Number(fs.readFileSync(path, 'utf8').split(' ')[1]) / 1e6 : 0);
const runDelay = () => delayOf(schedstat);
// The thread that asks waits for a processor as well.
const ownDelay = () => delayOf('/proc/thread-self/schedstat');
const clock = () => performance.now() - runDelay() - ownDelay();
const ask = (path, status = 200) =>
  new Promise((resolve, reject) => {
    const began = clock();
    const asked = http.get(url + path, { agent, headers, timeout: 60_000 }, (answer) => {
      const refused = answer.statusCode === status ? null : new Error(path + ' was answered ' + answer.statusCode);
      answer.resume().on('end', () => (refused ? reject(refused) : resolve(clock() - began)));
    });
    asked.on('error', reject).on('timeout', () => asked.destroy(new Error(path + ' has not been answered for 60 s')));
  });

async function watch() {
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await Promise.all([ask('/health'), ask(read)]);
  const before = resident();
  let [longestWait, most, ended] = [0, before, false];
  const reads = [];
  const tell = () => parentPort.postMessage({ longestWait, reads, growth: most - before });
  setInterval(() => (most = Math.max(most, resident())), 5);
  parentPort.on('message', () => (ended = true));
  tell();
  const again = async (path, note) => {
    while (!ended) {
      note(await ask(path));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    note(await ask(path));
  };
  await Promise.all([
    again('/health', (wait) => (longestWait = Math.max(longestWait, wait))),
    again(read, (wait) => void reads.push(wait)),
  ]);
  tell();
}

watch();
`;
