import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, EventsLost, Refused, Unreachable } from '../../src/client/client.ts';

const project = { project: { id: '7', name: 'Harbor Tower' } };

const problem = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}): Response =>
  Response.json({ status, code, title: 'Title', detail: `Detail of ${code}`, ...more }, { status, headers });

/** A client whose service gives these answers, one after the other, and the requests that it got. */
function answering(...answers: readonly (() => Response | Promise<Response>)[]) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    requests.push({ url: url as string, init });
    const next = answers[Math.min(requests.length, answers.length) - 1];
    init.signal?.throwIfAborted();
    return await (next as () => Promise<Response>)();
  };
  return { crm: createClient({ url: 'https://crm.example.com', token: 'plb_secret', fetch }), requests };
}

const made = (): Response => Response.json(project, { status: 201 });
const lost = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));
const keysOf = (requests: ReturnType<typeof answering>['requests']): (string | null)[] =>
  requests.map(({ init }) => (init.headers as Headers).get('idempotency-key'));

describe('an attempt that fails', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => vi.useRealTimers());

  /** Lets the time pass that the client waits. */
  const after = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

  test.each([
    ['as seconds', () => '3'],
    ['as a date', () => new Date(Date.now() + 3000).toUTCString()],
  ])('is repeated after the time of Retry-After %s', async (_name, retryAfter) => {
    vi.setSystemTime('2026-03-02T15:00:00Z');
    const headers = { 'retry-after': retryAfter() };
    const { crm, requests } = answering(() => problem(429, 'rate_limit_exceeded', headers), made);
    const got = crm.projects.get('7');
    await after(2999);
    expect(requests).toHaveLength(1);
    await after(1);
    expect(await got).toEqual(project.project);
  });

  test('is not repeated if the service asks to wait for more than a minute', async () => {
    const { crm, requests } = answering(() => problem(503, 'unavailable', { 'retry-after': '61' }));
    await expect(crm.projects.get('7')).rejects.toMatchObject({ status: 503, retryAfter: 61 });
    expect(requests).toHaveLength(1);
  });

  test.each([408, 429, 500, 502, 503, 504])('is repeated twice after %i, with the same key', async (status) => {
    const { crm, requests } = answering(() => new Response('no', { status }));
    const refused = crm.projects.create({ name: 'Harbor Tower' }).catch((error: unknown) => error);
    await after(10_000);
    expect(await refused).toMatchObject({ name: 'Refused', status, code: 'unknown' });
    expect(requests).toHaveLength(3);
    expect(new Set(keysOf(requests))).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]));
  });

  test.each([400, 401, 403, 404, 409, 412, 413, 422])('is not repeated after %i', async (status) => {
    const { crm, requests } = answering(() => problem(status, 'conflict'));
    await expect(crm.projects.get('7')).rejects.toBeInstanceOf(Refused);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['was lost', lost],
    ['was lost behind a proxy', () => new Response('no', { status: 504 })],
  ])('is repeated after a conflict if the first attempt %s, because that may still run', async (_, first) => {
    const { crm, requests } = answering(first, () => problem(409, 'conflict', { 'retry-after': '1' }), made);
    const got = crm.projects.create({ name: 'Harbor Tower' }, { key: 'mine' });
    await after(10_000);
    expect(await got).toEqual(project.project);
    expect(keysOf(requests)).toEqual(['mine', 'mine', 'mine']);
  });

  test('waits longer each time, up to 8 seconds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { crm, requests } = answering(lost);
    const failed = crm.request('GET /account', { retries: 6 }).catch((error: unknown) => error);
    const counts: number[] = [];
    for (const ms of [500, 1000, 2000, 4000, 8000, 8000]) {
      await after(ms - 1);
      counts.push(requests.length);
      await after(1);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await failed).toBeInstanceOf(Unreachable);
    expect(requests).toHaveLength(7);
  });

  test('ends after the time of the options, and is repeated', async () => {
    const fetch = vi.fn(
      async (_url: unknown, { signal }: RequestInit) =>
        await new Promise<Response>((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    );
    const crm = createClient({ url: 'https://crm.example.com', fetch: fetch as never, timeoutMs: 5000 });
    const failed = crm.projects.get('7', {}, { retries: 1 }).catch((error: unknown) => error);
    await after(12_000);
    expect(await failed).toMatchObject({
      name: 'Unreachable',
      message: 'The service at https://crm.example.com does not answer.',
      cause: { message: 'No answer within 5000 ms.' },
    });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('has as much time as the program gives it, also without an end', async () => {
    const fetch = (_url: unknown, { signal }: RequestInit): Promise<Response> =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(made()), 86_400_000);
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const timeoutMs = Number.POSITIVE_INFINITY;
    const crm = createClient({ url: 'https://crm.example.com', fetch: fetch as never, timeoutMs, retries: 0 });
    const got = crm.projects.get('7').catch((error: unknown) => error);
    await after(86_400_000);
    expect(await got).toEqual(project.project);
  });

  test.each([-1, 11, Number.NaN])('is not made with %d retries', async (retries) => {
    const { crm, requests } = answering(lost);
    await expect(crm.request('GET /account', { retries })).rejects.toBeInstanceOf(RangeError);
    expect(requests).toEqual([]);
  });

  test('ends at once when the program aborts, also while the client waits', async () => {
    const ending = new AbortController();
    const { crm, requests } = answering(lost);
    const failed = crm.projects.get('7', {}, { signal: ending.signal }).catch((error: unknown) => error);
    await after(1);
    ending.abort(new Error('enough'));
    expect(await failed).toMatchObject({ message: 'enough' });
    await after(60_000);
    expect(requests).toHaveLength(1);
    await expect(crm.projects.get('7', {}, { signal: ending.signal })).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });
});

test('a header of the program replaces that of the client, in any case of its letters', async () => {
  const { crm, requests } = answering(() => Response.json({ import: { as: 'companies' } }));
  await crm.request('POST /imports', {
    query: { as: 'companies' },
    body: 'name\nHarbor Steel\n',
    headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': 'mine' },
  });
  const { headers } = requests[0]?.init as { readonly headers: Headers };
  expect([headers.get('content-type'), headers.get('idempotency-key')]).toEqual(['text/csv', 'mine']);
});

describe('the events', () => {
  test('end with the signal of the client, also while it waits', async () => {
    const ending = new AbortController();
    const fetch = (): Promise<Response> => {
      setTimeout(() => ending.abort(new Error('enough')), 1);
      return lost();
    };
    const crm = createClient({ url: 'https://crm.example.com', fetch, signal: ending.signal });
    await expect(crm.events().next()).rejects.toThrow('enough');
  });

  test('that are lost come with the id of the request', async () => {
    const errors = [{ parameter: 'Last-Event-ID', code: 'invalid', message: 'is no longer kept' }];
    const { crm } = answering(() => problem(400, 'invalid_query', { 'x-request-id': 'req_8' }, { errors }));
    const lostEvents = await crm
      .events({ after: 'msg_1' })
      .next()
      .catch((error: unknown) => error);
    expect(lostEvents).toBeInstanceOf(EventsLost);
    expect(lostEvents).toMatchObject({ status: 400, requestId: 'req_8', problems: errors });
  });
});

describe('what the client keeps to itself', () => {
  test('a redirect is an error, and the token goes nowhere else', async () => {
    const { crm, requests } = answering(() => Response.redirect('https://elsewhere.example/', 307));
    await expect(crm.projects.get('7')).rejects.toBeInstanceOf(Unreachable);
    expect(requests.map(({ url }) => url)).toEqual(['https://crm.example.com/api/2023-01/projects/7']);
    expect(requests[0]?.init.redirect).toBe('manual');
  });

  test('a link to another origin gives only its path and query', async () => {
    const link = '<https://elsewhere.example/crm/api/2023-01/projects?cursor=abc>; rel="next"';
    const page = (headers: Record<string, string>) => () => Response.json({ projects: [{ id: '1' }] }, { headers });
    const { crm, requests } = answering(page({ link }), page({}));
    const ids: string[] = [];
    for await (const { id } of crm.projects.list({ fields: ['id'] })) ids.push(String(id));
    expect(ids).toEqual(['1', '1']);
    expect(requests[1]?.url).toBe('https://crm.example.com/api/2023-01/projects?cursor=abc');
  });

  test('no error has the token', async () => {
    const token = 'plb_with a\nbreak';
    const crm = createClient({ url: 'https://crm.example.com', token });
    const error = await crm.projects.get('7').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(JSON.stringify([String(error), error])).not.toContain('plb_');
    expect(() => createClient({ url: 'https://me:secret@crm.example.com' })).toThrow(/^`url` must have no/);
  });

  test('a function gives the token of each attempt', async () => {
    const tokens = ['old', 'new'];
    const sent: (string | null)[] = [];
    const fetch = async (_url: unknown, { headers }: RequestInit): Promise<Response> => {
      sent.push((headers as Headers).get('authorization'));
      return sent.length === 1 ? problem(503, 'unavailable', { 'retry-after': '0' }) : made();
    };
    const crm = createClient({
      url: 'https://crm.example.com',
      token: async () => tokens.shift() ?? '',
      fetch: fetch as never,
    });
    await crm.projects.get('7');
    expect(sent).toEqual(['Bearer old', 'Bearer new']);
  });

  test('a part of a path cannot name another path', async () => {
    const { crm, requests } = answering(made);
    await expect(async () => crm.projects.get('..')).rejects.toBeInstanceOf(TypeError);
    await crm.projects.get('a/b');
    expect(requests.map(({ url }) => url)).toEqual(['https://crm.example.com/api/2023-01/projects/a%2Fb']);
  });
});

test.each(['127.0.0.1:3000', 'localhost:3000', 'ftp://crm.example.com', ''])(
  'an address that is none of a service is a mistake in the options: "%s"',
  (url) => {
    expect(() => createClient({ url })).toThrow('`url` must be an address such as http://127.0.0.1:3000.');
  },
);

test('an empty token is a mistake in the options', async () => {
  const crm = createClient({ url: 'https://crm.example.com', token: '' });
  await expect(crm.projects.get('7')).rejects.toThrow('The token is empty, or has characters that no token has.');
});

test('a refusal has what a program needs', async () => {
  const pointer = '/company/external_id';
  const errors = [{ pointer, code: 'already_exists', message: 'is taken', existing_id: '4' }];
  const more = { errors, existing_id: '4', merged_into_id: '9' };
  const { crm } = answering(() => problem(409, 'already_exists', { etag: '"5"', 'x-request-id': 'req_9' }, more));
  const refused = await crm.companies
    .create({ name: 'Northline', category: 'client' })
    .catch((error: unknown) => error as Refused);
  expect(refused).toBeInstanceOf(Refused);
  if (!(refused instanceof Refused)) return;
  expect(refused).toMatchObject({
    ...{ status: 409, code: 'already_exists', message: 'Detail of already_exists', problems: errors },
    ...{ requestId: 'req_9', version: 5, retryAfter: null, existingId: '4', mergedIntoId: '9' },
  });
  expect(refused.at(pointer)).toEqual(errors);
  expect(refused.at('/company')).toEqual([]);
});

test('a page of a server that is not Plumbline is Unreachable', async () => {
  const { crm } = answering(() => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } }));
  await expect(crm.projects.get('7')).rejects.toMatchObject({ name: 'Unreachable', isFinal: true });
});
