import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Serving } from './program.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A persistent connection to a service, so that all of its requests reach the same process. */
export interface KeptConnection {
  readonly ask: (method: string, path: string, token?: string, body?: object) => Promise<Answer>;
  /** Returns the id of the process that responds, from its log. */
  readonly pid: () => Promise<number>;
}

export function keptConnection(service: Serving): KeptConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask: KeptConnection['ask'] = (method, path, token, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      };
      request(new URL(path, service.url), { agent, method, headers }, (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then((read) => resolve({ status, headers: response.headers, text: read }), reject);
      })
        .on('error', reject)
        .end(body && JSON.stringify(body));
    });
  const pid = async (): Promise<number> => {
    const { headers } = await ask('GET', '/health');
    const [, found] = await service.until(new RegExp(`"pid":(\\d+),"request_id":"${String(headers['x-request-id'])}"`));
    return Number(found);
  };
  return { ask, pid };
}

/** Opens connections until each of the processes has one. Returns them by process id. */
export async function connectionToEach(service: Serving, processes: number): Promise<Map<number, KeptConnection>> {
  const found = new Map<number, KeptConnection>();
  while (found.size < processes) {
    const connection = keptConnection(service);
    found.set(await connection.pid(), connection);
  }
  return found;
}
