import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { admin, makeEdge, problem, requestId, v1 } from './support.ts';

describe('an operation', () => {
  it('gets the user, the time and the id of the request', async () => {
    const edge = makeEdge();
    const answer = await edge.app.inject({
      method: 'DELETE',
      url: `${v1}/projects/4%20b`,
      headers: {
        ...admin,
        'plumbline-acting-user': '9',
        'x-request-id': 'mine',
        'if-match': '"3"',
      },
    });
    expect(edge.lookups).toEqual(['admin']);
    expect(edge.requests).toMatchObject([
      {
        context: {
          actor: { userId: '9', viaUserId: '7' },
          directory: { account: { name: 'Northline Builders' } },
          at: new Date('2026-03-01T14:00:00Z'),
          source: 'api',
          requestId: 'mine',
        },
        path: { id: '4 b' },
        versions: [3],
        target: `${v1}/projects/4%20b`,
        body: undefined,
      },
    ]);
    expect(answer.headers['x-request-id']).toBe(edge.requests[0]?.context.requestId);
    expect(edge.requests[0]).not.toHaveProperty('idempotency');
  });

  it('returns its body unchanged', async () => {
    const { app } = makeEdge();
    const answer = await app.inject({
      method: 'POST',
      url: `${v1}/projects`,
      headers: admin,
      payload: { project: 'é' },
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.body).toBe('{"project":{"project":"é"}}');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '28',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    });
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('without a body returns 204', async () => {
    const answer = await makeEdge().app.inject({ method: 'DELETE', url: `${v1}/projects/4`, headers: admin });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers).not.toHaveProperty('content-type');
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  it('answers HEAD like GET, without the body', async () => {
    const { app } = makeEdge();
    const get = await app.inject({ url: `${v1}/projects/4`, headers: admin });
    const head = await app.inject({ method: 'HEAD', url: `${v1}/projects/4`, headers: admin });
    const own = ['x-request-id', 'ratelimit', 'date', 'server-timing'];
    const shared = (headers: object) =>
      Object.entries(headers)
        .filter(([name]) => !own.includes(name))
        .toSorted();
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(shared(head.headers)).toEqual(shared(get.headers));
    const refused = await app.inject({ method: 'HEAD', url: `${v1}/projects/4` });
    expect([refused.statusCode, refused.body]).toEqual([401, '']);
    expect(Number(refused.headers['content-length'])).toBeGreaterThan(100);
  });

  it('that fails hides its error from the client and logs it', async () => {
    const edge = makeEdge();
    const answer = await edge.app.inject({ url: `${v1}/crash`, headers: admin });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual(
      problem('internal', {
        title: 'The service failed',
        status: 500,
        detail: 'The service failed. Its log has the cause under the request id.',
        instance: `${v1}/crash`,
      }),
    );
    const line = edge.log.find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({ level: 'error', request_id: answer.json().request_id });
    const stack = expect.stringContaining('support.ts');
    const cause = { type: 'Error', message: 'its cause', stack };
    expect(line?.['err']).toEqual({ type: 'Error', message: 'secret of the house', stack, cause });
  });

  it('that is unavailable asks the client to retry in 5 s, unless the refusal gives another time', async () => {
    const headersOf = async (more: { retryAfterSeconds?: number }) => {
      const refuse = async () => {
        throw new Refusal('unavailable', 'The database is away.', more);
      };
      return (await makeEdge({ authenticate: refuse }).app.inject({ url: `${v1}/projects/4` })).headers;
    };
    expect(await headersOf({})).toMatchObject({ 'retry-after': '5' });
    expect(await headersOf({ retryAfterSeconds: 1 })).toMatchObject({ 'retry-after': '1' });
  });

  it('that is refused returns the problems, members, retry time and version of the refusal', async () => {
    const edge = makeEdge({
      authenticate: async () => {
        throw new Refusal('already_exists', 'A project has this number.', {
          problems: [{ pointer: '/project/number', code: 'already_exists', message: 'is taken', existing_id: '3' }],
          members: { existing_id: '3' },
          retryAfterSeconds: 7,
          version: 4,
        });
      },
    });
    const answer = await edge.app.inject({ url: `${v1}/projects/4` });
    expect(answer.headers).toMatchObject({ 'retry-after': '7', etag: '"4"' });
    expect(answer.json()).toEqual(
      problem('already_exists', {
        title: 'A record with this value already exists',
        status: 409,
        detail: 'A project has this number.',
        instance: `${v1}/projects/4`,
        errors: [{ pointer: '/project/number', code: 'already_exists', message: 'is taken', existing_id: '3' }],
        existing_id: '3',
      }),
    );
  });
});

describe('the log', () => {
  it('has one line for each request, without query values and credentials', async () => {
    const edge = makeEdge();
    await edge.app.inject({ url: `${v1}/projects?page=secret`, headers: { ...admin, 'x-request-id': 'mine' } });
    expect(edge.log).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        request_id: 'mine',
        method: 'GET',
        path: `${v1}/projects`,
        status: 400,
        ms: expect.any(Number),
        account_id: '1',
        token_id: 'token-of-admin',
        msg: 'request',
      },
    ]);
  });
});
