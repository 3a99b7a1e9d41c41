import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A program that receives webhooks, under way as a process of its own. */
export interface Receiver {
  /** Sends it a request, and returns the status of its answer. */
  readonly post: (headers: Readonly<Record<string, string>>, body: string | Uint8Array) => Promise<number>;
  /** What it has written so far, to both outputs. */
  readonly said: () => string;
  /** Resolves when what it has written fits. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly kill: () => Promise<void>;
}

/** Starts it on a free port, and waits until it says where it listens. It ends with the test. */
export async function startReceiver(
  [command, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<Receiver> {
  const child = spawn(command, args, { env: { PATH: process.env['PATH'], PORT: '0', ...environment }, stdio: 'pipe' });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      child.emit('said');
    });
  }
  const ended = once(child, 'close');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(said);
      if (found) return found;
      const isOver = await Promise.race([once(child, 'said').then(() => false), ended.then(() => true)]);
      if (isOver) throw new Error(`It ended without ${pattern.source}: ${said}`);
    }
  };
  const [, url = ''] = await until(/^listening on (http:\S+)$/m);
  const post: Receiver['post'] = async (headers, body) => (await fetch(url, { method: 'POST', headers, body })).status;
  return { post, said: () => said, until, kill };
}
