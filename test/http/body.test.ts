import { describe, expect, it } from 'vitest';
import { admin, makeEdge, problem, v1 } from './support.ts';

const json = { ...admin, 'content-type': 'application/json' };
const url = `${v1}/projects`;
const malformed = { title: 'The body is not valid JSON', status: 400, instance: url };

const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
  makeEdge().app.inject({ method: 'POST', url, headers, payload });

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a body', () => {
  it.each([
    ['{"project": {"name": "a",}}', 1, 26],
    ['{"project":\n  {name: 1}}', 2, 4],
    ['{"project": 01}', 1, 14],
    ['[1, 2', 1, 6],
    ['{"a": "b\\x"}', 1, 9],
    ['{"a": "line\nbreak"}', 1, 12],
    ['{"a": tru}', 1, 7],
    ['{} {}', 1, 4],
    ['[]]', 1, 3],
    ['NaN', 1, 1],
    ['['.repeat(500_000), 1, 500_001],
  ])('that is not JSON returns 400 with the line and the column (case %#)', async (payload, line, column) => {
    const answer = await post(payload);
    expect(answer.json()).toEqual(
      problem('malformed_json', {
        ...malformed,
        detail: `The body is not valid JSON at line ${line}, column ${column}.`,
        line,
        column,
      }),
    );
  });

  it('that is not UTF-8 returns 400', async () => {
    const answer = await post(Buffer.from([0x22, 0xff, 0x22]));
    expect(answer.json()).toEqual(problem('malformed_json', { ...malformed, detail: 'The body is not valid UTF-8.' }));
  });

  it('can be nested 16 deep and no deeper', async () => {
    expect((await post(nested(16))).statusCode).toBe(201);
    const detail = 'The body is nested more than 16 levels deep.';
    expect((await post(nested(17))).json()).toEqual(problem('malformed_json', { ...malformed, detail }));
    expect((await post(nested(200_000))).json()).toEqual(problem('malformed_json', { ...malformed, detail }));
  });

  it('keeps keys such as __proto__ as plain keys', async () => {
    const answer = await post('{"__proto__": {"admin": true}, "constructor": {"prototype": 1}}');
    expect(answer.body).toBe('{"project":{"__proto__":{"admin":true},"constructor":{"prototype":1}}}');
    expect({}).not.toHaveProperty('admin');
  });

  it.each(['', ' \n'])('that is empty reaches the operation as undefined: %j', async (payload) => {
    const edge = makeEdge();
    await edge.app.inject({ method: 'POST', url, headers: json, payload });
    expect(edge.requests).toMatchObject([{ body: undefined }]);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/merge-patch+json',
    'Application/JSON',
  ])('can have the content type %s', async (contentType) => {
    expect((await post('{}', { ...admin, 'content-type': contentType })).statusCode).toBe(201);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'nonsense'])(
    'must not have the content type %s',
    async (contentType) => {
      const answer = await post('{}', { ...admin, 'content-type': contentType });
      expect(answer.headers['accept']).toBe('application/json');
      expect(answer.json()).toEqual(
        problem('unsupported_media_type', {
          title: 'The body must be JSON',
          status: 415,
          detail: `The content type is ${contentType}; it must be application/json, in UTF-8.`,
          instance: url,
        }),
      );
    },
  );

  it('requires a content type', async () => {
    const answer = await post('{}', admin);
    expect(answer.json()).toMatchObject({
      code: 'unsupported_media_type',
      detail: 'The request has no content type; it must be application/json, in UTF-8.',
    });
  });

  it('is ignored if the method has none', async () => {
    const headers = { ...admin, 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const answer = await makeEdge().app.inject({ url: `${url}/4`, headers, payload: 'no JSON' });
    expect(answer.statusCode).toBe(200);
  });

  it('is refused if the operation has none, unless it is empty', async () => {
    const { app } = makeEdge();
    const restore = { method: 'POST', url: `${url}/4/restore`, headers: json } as const;
    expect((await app.inject({ ...restore, payload: '{}' })).statusCode).toBe(200);
    expect((await app.inject({ ...restore, headers: admin })).statusCode).toBe(200);
    expect((await app.inject({ ...restore, payload: '{"name":"a"}' })).json()).toEqual(
      problem('validation_failed', {
        title: 'The body is not valid',
        status: 422,
        detail: 'This operation takes no body.',
        instance: `${url}/4/restore`,
        errors: [{ pointer: '', code: 'unknown_field', message: 'must be absent or an empty object' }],
      }),
    );
  });

  it('can have 1 MiB, and 16 MiB if it holds many records', async () => {
    const { app } = makeEdge();
    const size = async (path: string, bytes: number) => {
      const payload = Buffer.alloc(bytes, ' ');
      const answer = await app.inject({ method: 'POST', url: url + path, headers: json, payload });
      return answer.statusCode;
    };
    expect(await size('', 2 ** 20)).toBe(201);
    expect(await size('', 2 ** 20 + 1)).toBe(413);
    expect(await size('/bulk', 2 ** 24)).toBe(200);
    expect(await size('/bulk', 2 ** 24 + 1)).toBe(413);
  });
});

describe('a body with a Content-Encoding', () => {
  it.each(['gzip', 'br', 'identity, gzip', 'Deflate'])('of %s returns 415', async (encoding) => {
    const answer = await post('{}', { ...json, 'content-encoding': encoding });
    expect(answer.json()).toEqual(
      problem('unsupported_media_type', {
        title: 'The body must be JSON',
        status: 415,
        detail: `The body is encoded as ${encoding}; send it without Content-Encoding.`,
        instance: url,
      }),
    );
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  it.each(['', 'identity', 'Identity'])('of %j is accepted', async (encoding) => {
    expect((await post('{}', { ...json, 'content-encoding': encoding })).statusCode).toBe(201);
  });
});

describe('an operation without a body', () => {
  const requests = [
    ['DELETE', `${url}/4`, 204],
    ['POST', `${url}/4/restore`, 200],
  ] as const;

  it.each(requests)('accepts an empty body: %s %s', async (method, target, status) => {
    for (const payload of ['', '{}']) {
      const answer = await makeEdge().app.inject({ method, url: target, headers: json, payload });
      expect(answer.statusCode).toBe(status);
    }
    expect((await makeEdge().app.inject({ method, url: target, headers: admin })).statusCode).toBe(status);
  });

  it.each(requests)('refuses any other body: %s %s', async (method, target) => {
    const edge = makeEdge();
    const answer = await edge.app.inject({ method, url: target, headers: json, payload: '{"project":{}}' });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [{ pointer: '', code: 'unknown_field', message: 'must be absent or an empty object' }],
    ]);
    expect((await edge.app.inject({ method, url: target, headers: json, payload: '{' })).statusCode).toBe(400);
    expect((await edge.app.inject({ method, url: target, headers: admin, payload: 'x' })).statusCode).toBe(415);
    expect(edge.requests).toEqual([]);
  });
});

describe('an idempotency key', () => {
  async function fingerprint(method: 'POST' | 'PATCH', target: string, payload: string) {
    const edge = makeEdge();
    const headers = { ...json, 'idempotency-key': 'k'.repeat(255) };
    await edge.app.inject({ method, url: target, headers, payload });
    return edge.requests[0]?.idempotency;
  }

  it('reaches the operation with a fingerprint of the method, the target and the body', async () => {
    const first = await fingerprint('POST', url, '{"project":{}}');
    expect(first).toMatchObject({ key: 'k'.repeat(255), fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await fingerprint('POST', url, '{"project":{}}'))?.fingerprint).toBe(first?.fingerprint);
    const others = [
      await fingerprint('POST', url, '{"project": {}}'),
      await fingerprint('POST', `${url}/bulk`, '{"project":{}}'),
      await fingerprint('PATCH', `${url}/1`, '{"project":{}}'),
      await fingerprint('PATCH', `${url}/2`, '{"project":{}}'),
    ];
    expect(new Set([first, ...others].map((given) => given?.fingerprint)).size).toBe(5);
  });

  it('is ignored in a read', async () => {
    const edge = makeEdge();
    await edge.app.inject({ url, headers: { ...admin, 'idempotency-key': 'k' } });
    expect(edge.requests[0]).not.toHaveProperty('idempotency');
  });

  it.each([
    ['', 'required'],
    ['k'.repeat(256), 'too_long'],
  ])('has 1 to 255 characters (case %#)', async (key, code) => {
    const answer = await post('{}', { ...json, 'idempotency-key': key });
    expect(answer.json()).toEqual(
      problem('invalid_query', {
        title: 'A parameter is not valid',
        status: 400,
        detail: 'An Idempotency-Key must have 1 to 255 characters.',
        instance: url,
        errors: [{ parameter: 'Idempotency-Key', code, message: 'must have 1 to 255 characters' }],
      }),
    );
  });
});
