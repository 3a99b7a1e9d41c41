import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient, type Refused, Unreachable } from '../../src/client/client.ts';

const project = { project: { id: '7', name: 'Harbor Tower' } };

describe('a connection that breaks', () => {
  const message = (status: string, body: string): Buffer =>
    Buffer.from(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\netag: "3"\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  const answer = message('200 OK', JSON.stringify(project));
  const refusal = message('404 Not Found', JSON.stringify({ status: 404, code: 'not_found', title: '', detail: '' }));
  const sockets = new Set<Socket>();
  const seen = new Map<string, number>();
  let server: Server;
  let url: string;
  beforeEach(async () => {
    // The first answer to /projects/12, or the first refusal of /companies/12, breaks off after 12 bytes.
    seen.clear();
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (request) => {
        const [, id = ''] = /\/(?:projects|companies)\/(\d+)/.exec(request.toString()) ?? [];
        const isFirst = !seen.has(id);
        seen.set(id, (seen.get(id) ?? 0) + 1);
        const whole = request.toString().includes('/companies/') ? refusal : answer;
        socket.end(isFirst ? whole.subarray(0, Number(id)) : whole);
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('at any byte of an answer costs one more attempt, and nothing else', async () => {
    const crm = createClient({ url });
    const places = Array.from({ length: answer.length }, (_, place) => String(place));
    const records = await Promise.all(places.map((place) => crm.projects.get(place)));
    expect(records).toEqual(places.map(() => project.project));
    expect([...seen.values()].filter((count) => count !== 2)).toEqual([]);
  });

  test('within the body of a refusal costs one more attempt too', async () => {
    const crm = createClient({ url });
    const places = [...refusal.keys()].slice(refusal.indexOf('{')).map(String);
    const codes = await Promise.all(
      places.map((place) => crm.companies.get(place).catch((error: unknown) => (error as Refused).code)),
    );
    expect(new Set(codes)).toEqual(new Set(['not_found']));
    expect([...seen.values()].filter((count) => count !== 2)).toEqual([]);
  });

  test('is Unreachable without retries', async () => {
    const crm = createClient({ url, retries: 0 });
    await expect(crm.projects.get(String(answer.length - 1))).rejects.toBeInstanceOf(Unreachable);
  });
});
