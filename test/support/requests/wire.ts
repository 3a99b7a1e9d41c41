import { Agent, request as ask } from 'node:http';

/** A request as it goes over the wire, without the changes that `fetch` makes. */
export interface WireRequest {
  readonly method: string;
  /** The path with its query, from the root of the service. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Wire extends Disposable {
  send(request: WireRequest): Promise<WireAnswer>;
}

const prefix = '/api/2023-01';

/** The path of an operation from the root of the service. */
export const targetOf = (path: string): string => prefix + path;

/** Keeps connections to a service. Many small requests cost a fraction of those by `fetch`. */
export function wireTo(url: string, connections = 8): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  return {
    send: (sent) =>
      new Promise((done, fail) => {
        const { method, target: path, headers = {}, body } = sent;
        const asked = ask({ agent, hostname, port, method, path, headers: { ...headers } }, (answer) => {
          let text = '';
          const end = () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text });
          answer.setEncoding('utf8').on('data', (part) => (text += String(part)));
          answer.on('end', end).on('error', fail);
          // An event stream has no end of its own.
          if (answer.headers['content-type']?.startsWith('text/event-stream')) {
            end();
            answer.destroy();
          }
        });
        asked.on('error', fail).end(body);
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** Runs the tasks in order, some at a time, and returns their results in order. */
export async function severalAtOnce<Task, Result>(
  tasks: readonly Task[],
  run: (task: Task, index: number) => Promise<Result>,
  lanes = 8,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = tasks.entries();
  const lane = async () => {
    for (const [index, task] of left) results[index] = await run(task, index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
