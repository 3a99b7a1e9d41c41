import { describe, expect, it } from 'vitest';
import { admin, makeEdge, problem, v1 } from './support.ts';

const unauthenticated = {
  title: 'A valid API token is needed',
  status: 401,
  detail: 'The token is missing or not valid.',
};

describe('a request is checked in a fixed order', () => {
  it('first by its path: an unknown one returns 404 without a check of the credential', async () => {
    const edge = makeEdge();
    const answer = await edge.app.inject({ method: 'POST', url: `${v1}/unicorns?x=1`, payload: 'no JSON' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['x-request-id']).toBe(answer.json().request_id);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual(
      problem('not_found', {
        title: 'The path or the record does not exist',
        status: 404,
        detail: `The path ${v1}/unicorns does not exist. The reference at /docs lists the paths.`,
        instance: `${v1}/unicorns`,
      }),
    );
    expect(edge.lookups).toEqual([]);
  });

  it.each(['/api/2024-01/projects', '/api/v1/projects/4'])(
    'then by its version: an unknown one returns 404 with the known ones: %s',
    async (url) => {
      const answer = await makeEdge().app.inject({ url });
      expect(answer.json()).toEqual(
        problem('unknown_version', {
          title: 'The API does not have this version',
          status: 404,
          detail: `There is no version ${url.split('/')[2] ?? ''}; the versions are 2023-01.`,
          instance: url,
          versions: ['2023-01'],
        }),
      );
    },
  );

  it.each([
    ['PUT', `${v1}/projects`, 'POST, GET, HEAD, OPTIONS'],
    ['PROPFIND', `${v1}/projects/4`, 'PATCH, DELETE, GET, HEAD, OPTIONS'],
    ['GET', `${v1}/projects/4/restore`, 'POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ] as const)('then by its method: %s %s returns 405 with the allowed ones', async (method, url, allow) => {
    const edge = makeEdge();
    const answer = await edge.app.inject({ method: method as 'PUT', url });
    expect(answer.statusCode).toBe(405);
    const named = String(answer.headers['allow']).split(', ');
    expect(named.toSorted()).toEqual(allow.split(', ').toSorted());
    expect(answer.json()).toEqual(
      problem('method_not_allowed', {
        title: 'The method does not exist on this path',
        status: 405,
        detail: `${url} does not support ${method}, only ${named.join(', ')}.`,
        instance: url,
      }),
    );
    expect(edge.lookups).toEqual([]);
  });

  it('where OPTIONS returns the methods of a known path, and 404 for an unknown one', async () => {
    const { app } = makeEdge();
    const known = await app.inject({ method: 'OPTIONS', url: `${v1}/projects` });
    expect(known.statusCode).toBe(204);
    expect(String(known.headers['allow']).split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expect((await app.inject({ method: 'OPTIONS', url: `${v1}/unicorns` })).statusCode).toBe(404);
  });

  it.each([undefined, 'Bearer wrong'])(
    'then by its credential: %s returns 401 before any other check',
    async (authorization) => {
      const edge = makeEdge();
      const answer = await edge.app.inject({
        method: 'POST',
        url: `${v1}/projects?nonsense=1`,
        headers: { 'content-type': 'text/plain', ...(authorization && { authorization }) },
        payload: 'no JSON',
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toEqual(problem('unauthenticated', { ...unauthenticated, instance: `${v1}/projects` }));
    },
  );

  it.each([
    ['reader', 'POST /projects', 'The token lacks the scope write.', { required_scope: 'write' }],
    ['viewer', 'POST /users', 'The token lacks the scope admin.', { required_scope: 'admin' }],
    ['narrow', 'POST /users', 'Only a user with the role admin may do this.', { required_role: 'admin' }],
    ['viewer', 'DELETE /projects/4', 'A user with the role viewer can only read.', { required_role: 'member' }],
  ] as const)('then by the rights of %s: %s returns 403', async (name, target, detail, members) => {
    const [method, path] = target.split(' ') as ['POST' | 'DELETE', string];
    const edge = makeEdge();
    const headers = { authorization: `Bearer ${name}`, 'content-type': 'text/plain' };
    const answer = await edge.app.inject({ method, url: `${v1}${path}?nonsense=1`, headers, payload: 'no JSON' });
    expect(answer.json()).toEqual(
      problem('forbidden', {
        title: 'The token or its user may not do this',
        status: 403,
        detail,
        instance: `${v1}${path}`,
        ...members,
      }),
    );
    expect(edge.requests).toEqual([]);
  });

  it('then by its query, then by its idempotency key, then by its body', async () => {
    const { app } = makeEdge();
    const request = { method: 'POST', url: `${v1}/projects?nonsense=1`, payload: '{' } as const;
    const headers = { ...admin, 'idempotency-key': 'k'.repeat(256), 'content-type': 'application/json' };
    const codes = [
      await app.inject({ ...request, headers }),
      await app.inject({ ...request, headers, url: `${v1}/projects` }),
      await app.inject({ ...request, headers: { ...headers, 'idempotency-key': 'k' }, url: `${v1}/projects` }),
    ].map((answer) => [answer.statusCode, answer.json().code, answer.json().errors[0]?.parameter]);
    expect(codes).toEqual([
      [400, 'invalid_query', 'nonsense'],
      [400, 'invalid_query', 'Idempotency-Key'],
      [400, 'malformed_json', undefined],
    ]);
  });
});
