import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A program that receives webhooks, in a process of its own. */
export interface Receiver {
  /** Sends a request to the receiver, and returns the status of its response. */
  readonly post: (headers: Readonly<Record<string, string>>, body: string | Uint8Array) => Promise<number>;
  /** Returns the output so far, from both streams. */
  readonly said: () => string;
  /** Resolves when the output matches. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly kill: () => Promise<void>;
}

/** Starts the receiver on a free port and waits until it prints its address. It stops after the test. */
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

/** Returns a port that no program uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
