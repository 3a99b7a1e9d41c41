import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A measured server, in its own process. */
export interface Subject extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  /** The ids of its process and of the processes that it has started. */
  readonly pids: () => readonly number[];
}

export interface Start {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The file of its log, as an operator would keep it. */
  readonly log: string;
}

/** Starts a server that reports its address by a line of JSON with a `url`. */
export async function startSubject(start: Start): Promise<Subject> {
  const child = spawn(process.execPath, start.arguments, {
    // Variables for another service on this machine must not apply to this one.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...start.environment },
    stdio: ['ignore', 'pipe', openSync(start.log, 'w')],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${start.name} ended with ${code}; its log is ${start.log}`);
  });
  ended.catch(() => undefined);
  const url = await Promise.race([listeningUrl(child), ended]);
  return {
    ...{ name: start.name, url, pids: () => familyOf(child.pid ?? 0) },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended.catch(() => undefined);
    },
  };
}

async function listeningUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('A server tells its address on standard output.');
  for await (const line of createInterface({ input: stdout })) {
    const told = JSON.parse(line) as { url?: string };
    if (told.url !== undefined) return told.url;
  }
  return await new Promise(() => undefined);
}

function familyOf(pid: number): number[] {
  const known = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(known) ? readFileSync(known, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  return [pid, ...children.flatMap(familyOf)];
}

/** The resource usage of processes so far. */
export interface Usage {
  /** The CPU time. */
  readonly seconds: number;
  /** The peak resident memory since the processes started, in MB of 2^20 bytes. */
  readonly memory: number;
}

const ticksASecond = 100;
const kilobytesPerMegabyte = 1024;

/** Reads `/proc`. Null if there is none, as on macOS, or no process. A process that has ended counts as 0. */
export function usageOf(pids: readonly number[]): Usage | null {
  if (process.platform !== 'linux' || pids.length === 0) return null;
  const each = pids.map(processUsage);
  return {
    seconds: each.reduce((sum, { seconds }) => sum + seconds, 0),
    memory: each.reduce((sum, { memory }) => sum + memory, 0),
  };
}

function processUsage(pid: number): Usage {
  try {
    // The name, in brackets, can hold blanks, so fields are counted after it (proc(5), from the third on).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const at = (field: number): number => Number(fields[field - 3]);
    const [, peak = '0'] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { seconds: (at(14) + at(15)) / ticksASecond, memory: Number(peak) / kilobytesPerMegabyte };
  } catch {
    return { seconds: 0, memory: 0 };
  }
}
