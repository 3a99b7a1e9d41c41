import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A child process that prints lines and that a test can kill. */
export interface Child {
  readonly process: ChildProcess;
  /** Every complete line so far. */
  readonly lines: string[];
  /** Resolves with the first matching line; rejects if the process ends without one. */
  line(fits: (line: string) => boolean): Promise<string>;
  /** Sends a signal. Resolves when the process has ended and all of its output has been read. */
  kill(signal: NodeJS.Signals): Promise<{ code: number | null }>;
  readonly ended: Promise<{ code: number | null }>;
}

/** @param env is added to the environment of this process. */
export function startChild(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'close'), once(reader, 'close')]).then(([[code]]) => ({
    code: typeof code === 'number' ? code : null,
  }));
  return {
    process: child,
    lines,
    ended,
    kill(signal) {
      child.kill(signal);
      return ended;
    },
    line: (fits) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => (fits(line) ? resolve(line) : undefined);
        lines.forEach(look);
        reader.on('line', look);
        void ended.then(() => reject(new Error(`the process ended after: ${lines.slice(-3).join(' | ')}`)));
      }),
  };
}
