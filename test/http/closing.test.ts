import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { stopServer } from '../../src/http/server/connection.ts';
import { boundUrl } from '../../src/http/contract/service-url.ts';
import type { Operation } from '../../src/http/contract/operation.ts';
import { listen, makeEdge, open, parseAnswer, problem, rest, v1, type Edge } from './support.ts';

/** Returns an edge with one operation, which ends when the test calls `end`. */
function makeSlowEdge() {
  const signals = new EventEmitter();
  const begun = once(signals, 'begun');
  const operation: Operation = {
    id: 'slow',
    method: 'GET',
    path: '/slow',
    summary: '',
    tag: 'projects',
    scope: 'read',
    query: [],
    status: 200,
    handle: async () => {
      const end = once(signals, 'end');
      signals.emit('begun');
      await end;
      return { status: 200, body: '{}' };
    },
  };
  return { edge: makeEdge({ operations: [operation] }), begun, end: () => signals.emit('end') };
}

/** Resolves when the edge begins to close. */
const closingOf = ({ app }: Edge): Promise<void> =>
  new Promise((resolve) => {
    app.addHook('preClose', async () => resolve());
  });

const slow = `GET ${v1}/slow HTTP/1.1\r\nHost: crm\r\nAuthorization: Bearer admin\r\n\r\n`;
const health = 'GET /health HTTP/1.1\r\nHost: crm\r\n\r\n';

describe('a server that stops', () => {
  it('finishes running requests and closes their connections', async () => {
    const { edge, begun, end } = makeSlowEdge();
    const closing = closingOf(edge);
    const port = await listen(edge);
    const busy = await open(port);
    busy.write(slow);
    await begun;
    const stopped = stopServer(edge.app, 10);
    await closing;
    end();
    const answer = parseAnswer(await rest(busy));
    await stopped;
    expect([answer.status, answer.body, answer.headers['connection']]).toEqual([200, '{}', 'close']);
    await expect(open(port)).rejects.toThrow('ECONNREFUSED');
  });

  it('closes idle connections', async () => {
    const edge = makeEdge();
    const idle = await open(await listen(edge));
    idle.write(health);
    await once(idle, 'data');
    const ended = rest(idle);
    await stopServer(edge.app, 10);
    expect(await ended).toBe('');
  });

  it('returns 503 to a request that is still arriving', async () => {
    const edge = makeEdge();
    const closing = closingOf(edge);
    const port = await listen(edge);
    const accepted = once(edge.app.server, 'connection');
    const late = await open(port);
    const [socket] = await accepted;
    const arrived = once(socket, 'data');
    // Half a request keeps the connection from being idle.
    late.write('GET /health HTTP/1.1\r\n');
    await arrived;
    const stopped = stopServer(edge.app, 10);
    await closing;
    late.write('Host: crm\r\n\r\n');
    const answer = parseAnswer(await rest(late));
    await stopped;
    expect(answer.headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
    expect(JSON.parse(answer.body)).toEqual(
      problem('unavailable', {
        title: 'The service cannot answer now',
        status: 503,
        detail: 'The service is stopping.',
        instance: '/health',
      }),
    );
  });

  it('cuts off requests that do not finish in time', async () => {
    const { edge, begun } = makeSlowEdge();
    const busy = await open(await listen(edge));
    busy.write(slow);
    await begun;
    const cut = once(busy, 'close');
    await stopServer(edge.app, 0.05);
    await cut;
    expect(edge.app.server.listening).toBe(false);
  });

  it('still knows its URL when its port is closed', async () => {
    const config = readConfig({ PORT: '0' });
    const { app } = makeEdge();
    await app.listen({ port: 0, host: config.host });
    const url = boundUrl(app, config);
    expect(url).toMatch(/:[1-9]\d*$/);
    await app.close();
    expect(boundUrl(app, config)).toBe(url);
  });
});
