import { builtProgram } from '../support/programs/built.ts';
import { startChild } from '../support/programs/kill-process.ts';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace } from '../cli/command-line.ts';

/** A service in a process of its own with its usual limits except the rate limit, and a client of a hostile firm. */
export interface Subject extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Kills the process and starts another one on the same data. */
  readonly restart: () => Promise<void>;
  /** Sends a request of the hostile firm, or of the token's, below the version prefix. A body of bytes is a file. */
  readonly send: (method: string, path: string, body?: unknown, token?: string) => Promise<Answered>;
}

/** A response, read to its end. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

export async function startSubject(environment: Readonly<Record<string, string>> = {}): Promise<Subject> {
  const place = await furnishedPlace();
  // The log goes to the output of the tests, so that a failed request tells its cause.
  const settings = { PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT: '0', ...place.environment, ...environment };
  const program = await builtProgram();
  const start = async () => {
    const child = startChild(program, ['serve'], settings);
    const line = await child.line((text) => /listening on http/.test(text));
    return { child, url: /http:[^"\s]+/.exec(line)?.[0] ?? '' };
  };
  let running = await start();
  return {
    get url() {
      return running.url;
    },
    get pid() {
      return running.child.process.pid ?? 0;
    },
    async restart() {
      await running.child.kill('SIGKILL');
      running = await start();
    },
    send: (method, path, body, token = tokens.first) =>
      sendTo(`${running.url}/api/2023-01${path}`, { method, body, token }),
    async [Symbol.asyncDispose]() {
      await running.child.kill('SIGKILL');
      await place.remove();
    },
  };
}

/** A service that does not respond within this time has stalled. */
const patienceMs = 150_000;

interface Sent {
  readonly method: string;
  readonly body: unknown;
  readonly token: string;
}

async function sendTo(address: string, { method, body, token }: Sent): Promise<Answered> {
  const type = body instanceof Buffer ? 'application/octet-stream' : 'application/json';
  const response = await fetch(address, {
    signal: AbortSignal.timeout(patienceMs),
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: sentBody(body) }),
  });
  const text = await response.text();
  return { status: response.status, text };
}

const sentBody = (body: unknown): string | Buffer<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Buffer ? (body as string | Buffer<ArrayBuffer>) : JSON.stringify(body);
