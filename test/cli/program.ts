import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { builtProgram } from '../support/programs/built.ts';
import { ask, type Environment, type Said } from './command-line.ts';

/** The program in a process of its own, as users start it. */
export interface Program {
  readonly pid: number;
  readonly ended: Promise<Said>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Resolves when the text of one output matches. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** A service that has printed its address. */
export interface Serving extends Program {
  readonly url: string;
  readonly get: (path: string, token: string) => Promise<Response>;
  /** Resolves when the service has ended. */
  readonly stop: () => Promise<Said>;
}

/** What ends a program that a test has left: at the end of the test, else of the suite. */
type AtEnd = (end: () => Promise<void>) => void;

/** How a test starts the program: with this input, and through this other program, which runs it. */
interface Start {
  readonly input?: string;
  readonly through?: readonly string[];
  readonly atEnd?: AtEnd;
}

/** Starts the built program; it inherits nothing of our environment but the path. */
export async function begin(
  environment: Environment,
  args: readonly string[],
  { input = '', through = [], atEnd = onTestFinished }: Start = {},
): Promise<Program> {
  const env = { PATH: process.env['PATH'], PORT: '0', ...environment };
  const [command = '', ...rest] = [...through, process.execPath, await builtProgram(), ...args];
  const child = spawn(command, rest, { env, stdio: 'pipe' });
  child.stdin.on('error', () => undefined).end(input);
  const said = { stdout: '', stderr: '' };
  for (const output of ['stdout', 'stderr'] as const) {
    child[output].setEncoding('utf8').on('data', (piece: string) => (said[output] += piece));
  }
  const ended = once(child, 'close').then(([status]): Said => ({ ...said, status }));
  const until = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(said.stdout) ?? pattern.exec(said.stderr);
        if (!found) return;
        child.stdout.off('data', look);
        child.stderr.off('data', look);
        resolve(found);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
      void ended.then(() => reject(new Error(`ended without ${pattern.source}: ${said.stdout}${said.stderr}`)));
    });
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { pid: child.pid ?? 0, ended, signal: (signal) => void child.kill(signal), until };
}

/** Runs the built program to its end. */
export async function runProgram(environment: Environment, args: readonly string[], input = ''): Promise<Said> {
  return await (await begin(environment, args, { input })).ended;
}

/** Starts the service and waits until it says where it listens. */
export async function serve(
  environment: Environment,
  args: readonly string[] = [],
  atEnd: AtEnd = onTestFinished,
): Promise<Serving> {
  const program = await begin(environment, ['serve', ...args], { atEnd });
  const [, url = ''] = await program.until(/^(?:listening on |\{"url":")(http:[^"\s]*)["\n]/m);
  const stop = (): Promise<Said> => {
    program.signal('SIGTERM');
    return program.ended;
  };
  return { ...program, url, stop, get: (path, token) => ask(url, path, token) };
}
