import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { listen, makeEdge, open, parseAnswer, problem, raw, requestId, rest, v1, type RawAnswer } from './support.ts';

const head = (line: string, ...headers: string[]) => [line, 'Host: crm', ...headers, '', ''].join('\r\n');
const auth = 'Authorization: Bearer admin';
const json = 'Content-Type: application/json';
const notHttp = {
  title: 'The request is not valid HTTP',
  status: 400,
  detail: 'The request is not valid HTTP/1.1.',
};

/** Expects a complete response with exactly this problem. */
function expectProblem(answer: RawAnswer, expected: Record<string, unknown>): void {
  expect(answer.status).toBe(expected['status']);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(answer.body)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  });
  const body = JSON.parse(answer.body);
  expect(body).toEqual(expected);
  expect(body.request_id).toBe(answer.headers['x-request-id']);
}

describe('on the wire', () => {
  it.each([
    ['an invalid request line', 'HELLO\r\n\r\n', '/'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '/'],
    [
      'a bare line feed in a header',
      `GET ${v1}/projects?q=x HTTP/1.1\r\nHost: crm\r\nX: a\0b\r\n\r\n`,
      `${v1}/projects`,
    ],
    [
      'a body with two lengths',
      head(`POST ${v1}/projects HTTP/1.1`, auth, json, 'Content-Length: 2', 'Content-Length: 3'),
      `${v1}/projects`,
    ],
    [
      'a chunked body with a length',
      head(`POST ${v1}/projects HTTP/1.1`, auth, json, 'Content-Length: 2', 'Transfer-Encoding: chunked'),
      `${v1}/projects`,
    ],
  ])('%s returns 400 and closes the connection', async (_what, request, instance) => {
    const answer = await raw(await listen(makeEdge()), request);
    expect(answer.headers['connection']).toBe('close');
    expectProblem(answer, problem('malformed_request', { ...notHttp, instance }));
  });

  it('a request without a host returns 400', async () => {
    const answer = await raw(await listen(makeEdge()), 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n');
    const detail = 'HTTP/1.1 requires the header Host.';
    expectProblem(answer, problem('malformed_request', { ...notHttp, detail, instance: '/health' }));
  });

  it('a path with invalid percent-encoding returns 400', async () => {
    const answer = await raw(
      await listen(makeEdge()),
      head(`GET ${v1}/projects/%zz HTTP/1.1`, auth, 'Connection: close'),
    );
    const detail = 'The path is not valid percent-encoded UTF-8.';
    expectProblem(answer, problem('malformed_request', { ...notHttp, detail, instance: `${v1}/projects/%zz` }));
  });

  it('an id that is too long returns 404', async () => {
    const path = `${v1}/projects/${'9'.repeat(4097)}`;
    const answer = await raw(await listen(makeEdge()), head(`GET ${path} HTTP/1.1`, auth, 'Connection: close'));
    const detail = 'A segment of the path is too long.';
    expectProblem(
      answer,
      problem('not_found', { title: 'The path or the record does not exist', status: 404, detail, instance: path }),
    );
  });

  it('headers larger than 16 KiB return 431', async () => {
    const answer = await raw(await listen(makeEdge()), head('GET /health HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`));
    expect(answer.headers['connection']).toBe('close');
    expectProblem(
      answer,
      problem('headers_too_large', {
        title: 'The headers are too large',
        status: 431,
        detail: 'The request line and headers are larger than 16 KiB.',
        instance: '/health',
      }),
    );
  });

  it('headers that do not arrive in time return 408', async () => {
    const edge = makeEdge({ timeouts: { headers: 50, request: 100, checkEvery: 20 } });
    const answer = await raw(await listen(edge), 'GET /health HTTP/1.1\r\nHost: c');
    expect(answer.headers['connection']).toBe('close');
    expectProblem(
      answer,
      problem('request_timeout', {
        title: 'The request took too long to arrive',
        status: 408,
        detail: 'The request did not arrive in time.',
        instance: '/',
      }),
    );
  });

  it('a body that does not arrive in time returns 408', async () => {
    const edge = makeEdge({ timeouts: { headers: 50, request: 100, checkEvery: 20 } });
    const request = head(`POST ${v1}/projects HTTP/1.1`, auth, json, 'Content-Length: 9');
    expect((await raw(await listen(edge), request, '{"a"')).status).toBe(408);
    expect(edge.requests).toEqual([]);
  });

  it('a broken chunk returns 400 and reaches no operation', async () => {
    const edge = makeEdge();
    const request = head(`POST ${v1}/projects HTTP/1.1`, auth, json, 'Transfer-Encoding: chunked');
    const answer = await raw(await listen(edge), request, 'zz\r\n{}\r\n');
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'malformed_request']);
    expect(edge.requests).toEqual([]);
  });

  it('a CONNECT request returns 405', async () => {
    const answer = await raw(await listen(makeEdge()), head('CONNECT example.com:443 HTTP/1.1'));
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  });

  it('an unknown expectation is ignored', async () => {
    const answer = await raw(
      await listen(makeEdge()),
      head('GET /health HTTP/1.1', 'Expect: tea', 'Connection: close'),
    );
    expect(answer.status).toBe(200);
  });

  it('a target with scheme and host means its path', async () => {
    const edge = makeEdge();
    const request = head(`GET http://crm${v1}/projects?page=2 HTTP/1.1`, auth, 'Connection: close');
    const answer = await raw(await listen(edge), request);
    expect([answer.status, answer.body]).toEqual([200, '{"page":"2"}']);
  });

  const large = {
    title: 'The body is too large',
    status: 413,
    detail: 'The body is larger than this operation accepts.',
    instance: `${v1}/projects`,
  };

  it('a body with too large a Content-Length returns 413, and the connection stays open', async () => {
    const port = await listen(makeEdge());
    const socket = await open(port);
    socket.write(head(`POST ${v1}/projects HTTP/1.1`, auth, json, `Content-Length: ${2 ** 20 + 1}`));
    socket.write(Buffer.alloc(2 ** 20 + 1, ' '));
    const [first] = (await once(socket, 'data')) as [Buffer];
    expectProblem(parseAnswer(first.toString()), problem('too_large', large));
    socket.write(head('GET /health HTTP/1.1', 'Connection: close'));
    expect(parseAnswer(await rest(socket)).status).toBe(200);
  });

  it('chunks that grow too large return 413', async () => {
    const request = head(`POST ${v1}/projects HTTP/1.1`, auth, json, 'Transfer-Encoding: chunked', 'Connection: close');
    const size = 2 ** 20 + 1;
    const body = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`;
    expectProblem(await raw(await listen(makeEdge()), request, body), problem('too_large', large));
  });

  it('a client that disconnects within a body causes no error in the log', async () => {
    const edge = makeEdge();
    const socket = await open(await listen(edge));
    const answered = once(edge.app.server, 'request');
    socket.write(head(`POST ${v1}/projects HTTP/1.1`, auth, json, 'Content-Length: 9') + '{"a"');
    const [, response] = await answered;
    socket.resetAndDestroy();
    await once(response, 'close');
    await edge.app.close();
    expect(edge.log.at(-1)).toMatchObject({ msg: 'request', status: 499, token_id: 'token-of-admin' });
    expect(edge.log.filter(({ level }) => level === 'error')).toEqual([]);
    expect(edge.requests).toEqual([]);
  });
});
