import { describe, expect, it } from 'vitest';
import { Guards } from '../../src/http/admission/guards.ts';
import type { Operation, OperationRequest } from '../../src/http/contract/operation.ts';
import { type DoorRequest, openDoor } from '../../src/http/door/door.ts';
import { faultOf } from '../../src/http/errors/problem-details.ts';
import { createLog } from '../../src/log.ts';
import { Refusal } from '../../src/refusal.ts';
import type { Store } from '../../src/store/store.ts';
import { directory, actors, v1 } from './support.ts';

const clock = { now: () => new Date('2026-03-01T14:00:00Z') };
const usual = { summary: '', tag: 'projects', query: [], scope: 'write' } as const;

/** A door to a few operations, which note their requests. */
function doorOf(actor = actors['admin']) {
  const requests: OperationRequest[] = [];
  const operation = (
    id: string,
    method: Operation['method'],
    path: string,
    more: Partial<Operation> = {},
  ): Operation => ({
    ...usual,
    id,
    method,
    path,
    status: 200,
    ...more,
    handle: async (request) => {
      requests.push(request);
      return { status: 200, body: JSON.stringify({ called: id, path: request.path }), headers: { ETag: '"1"' } };
    },
  });
  const operations = [
    operation('showUser', 'GET', '/users/{id}', { scope: 'read' }),
    operation('showMe', 'GET', '/users/me', { scope: 'read' }),
    operation('createUser', 'POST', '/users', { request: {}, adminOnly: true }),
  ];
  const gate = {
    clock,
    store: {} as Store,
    guards: new Guards({ tokens: null, accounts: null, addresses: null }, { now: () => 0, clock }),
    authenticate: async () => {
      if (!actor) throw new Refusal('unauthenticated', 'No caller.');
      return { actor, directory, source: 'cli' as const, credential: { text: '', isSession: false } };
    },
  };
  const door = openDoor(operations, gate, createLog('silent'));
  const call = (method: string, url: string, more: Partial<DoorRequest> = {}) =>
    door({
      id: 'call-1',
      method,
      url: v1 + url,
      headers: { 'content-type': 'application/json' },
      ip: '127.0.0.1',
      protocol: 'https',
      host: 'crm.example.com',
      serviceUrl: 'https://crm.example.com',
      body: undefined,
      signal: new AbortController().signal,
      ...more,
    });
  return { call, requests };
}

/** More bytes than a body may have. */
const tooMany = Buffer.alloc(2 ** 20 + 1);

describe('the door', () => {
  it('calls the operation of a path, the one without parameters first', async () => {
    const { call } = doorOf();
    const named = async (url: string) => JSON.parse((await call('GET', url)).body ?? '');
    expect(await named('/users/me')).toEqual({ called: 'showMe', path: {} });
    expect(await named('/users/a%20b')).toEqual({ called: 'showUser', path: { id: 'a b' } });
  });

  it('gives the operation the parsed body, the caller and the source, and the answer all headers', async () => {
    const { call, requests } = doorOf();
    const body = Buffer.from('{"user":{"name":"Ida"}}');
    expect(await call('POST', '/users', { body })).toMatchObject({
      status: 200,
      headers: { 'plumbline-directory-version': '1', ETag: '"1"' },
    });
    expect(requests).toMatchObject([
      {
        body: { user: { name: 'Ida' } },
        serviceUrl: 'https://crm.example.com',
        isHttps: true,
        context: { actor: actors['admin'], source: 'cli', requestId: 'call-1' },
      },
    ]);
  });

  it.each([
    ['not_found', 'GET', '/nothing', {}],
    ['invalid_query', 'GET', '/users/7?x=1', {}],
    ['malformed_json', 'POST', '/users', { body: Buffer.from('{') }],
    ['too_large', 'POST', '/users', { body: tooMany }],
    ['invalid_query', 'POST', '/users', { headers: { 'if-match': '"1"' } }],
  ])('refuses with %s as the API does: %s %s', async (code, method, url, more) => {
    const { call, requests } = doorOf();
    await expect(call(method, url, more)).rejects.toMatchObject({ code });
    expect(requests).toEqual([]);
  });

  it('refuses a path that is not percent-encoded as the API does', async () => {
    const { call, requests } = doorOf();
    const thrown: unknown = await call('GET', '/users/%FF').catch((error: unknown) => error);
    const detail = 'The path is not valid percent-encoded UTF-8.';
    expect(faultOf(thrown)).toEqual({ code: 'malformed_request', detail });
    expect(requests).toEqual([]);
  });

  it('refuses a caller without the role or the scope', async () => {
    await expect(doorOf(actors['narrow']).call('POST', '/users')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(doorOf(actors['reader']).call('POST', '/users')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('looks at the body only of a caller with the role and the scope', async () => {
    const sent = doorOf(actors['reader']).call('POST', '/users', { body: tooMany });
    await expect(sent).rejects.toMatchObject({ code: 'forbidden' });
  });
});
