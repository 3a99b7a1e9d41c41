import { spawn } from 'node:child_process';

/** The result of a scan. A scan fails if the program cannot run, takes too long or ends with another status than 0 or 1. */
export type ScanResult =
  | { readonly state: 'clean' | 'infected' }
  | { readonly state: 'failed'; readonly reason: string };

/** The time that a scan has, in milliseconds. */
const deadlineMs = 60_000;

/**
 * Runs a program on a file, without a shell. The program gets the path as its last argument, and none of the settings of
 * the service.
 */
export function scanFile([program = '', ...args]: readonly string[], path: string): Promise<ScanResult> {
  const { PATH, HOME, LANG } = process.env;
  return new Promise((resolve) => {
    const running = spawn(program, [...args, path], {
      stdio: 'ignore',
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      env: { PATH, HOME, LANG },
    });
    running.once('error', ({ message }) => resolve({ state: 'failed', reason: message }));
    running.once('close', (status, signal) => resolve(resultOf(status, signal)));
  });
}

function resultOf(status: number | null, signal: string | null): ScanResult {
  if (status === 0) return { state: 'clean' };
  if (status === 1) return { state: 'infected' };
  return { state: 'failed', reason: `it ended with ${status === null ? String(signal) : `status ${status}`}` };
}
