import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../src/store/access/tokens.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { leastBody, make, next, postNew } from '../../support/data/make.ts';
import { references, served, table, uniqueFields } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
});
afterAll(() => service.stop());

const unknownId = '987654321';

/** A response without the parts that differ between two requests: the request id and the id of the record. */
function said({ status, body, headers }: Reply, id: string): unknown {
  const { request_id: _, instance: __, ...rest } = body;
  return { status, etag: headers.get('etag'), body: { ...rest, detail: rest.detail.replace(` ${id}.`, ' {id}.') } };
}

/** The operations on one record, from the OpenAPI document. */
async function operationsOnOne(plural: string): Promise<[method: string, path: string][]> {
  const { paths } = (await service.document()) as Json;
  return Object.entries<Json>(paths)
    .filter(([path]) => new RegExp(`/${plural}/\\{id\\}`).test(path))
    .flatMap(([path, item]) =>
      ['get', 'post', 'patch', 'delete']
        .filter((method) => method in item)
        .map((method): [string, string] => [method.toUpperCase(), path.replace(/^.*(?=\/\w+\/\{id\})/, '')]),
    );
}

const idsOf = (answer: Reply, plural: string): string[] => answer.body[plural].map(({ id }: Json) => id);

describe.each(table)('%s', (plural, resource) => {
  it('of another account get the same responses as unknown ones, on every path', async () => {
    const theirs = await make(second, plural);
    const before = await second.get(`/${plural}/${theirs.id}`);
    const operations = await operationsOnOne(plural);
    expect(operations.map(([method]) => method).sort()).toEqual(
      expect.arrayContaining(['DELETE', 'GET', 'PATCH', 'POST']),
    );
    const body = { [resource.singular]: await leastBody(first, resource) };
    for (const [method, path] of operations) {
      const asked = path.endsWith('/revert') ? { revert: { version: 1 } } : undefined;
      const sent = method === 'PATCH' ? body : asked;
      const none = await first.send(method, path.replace('{id}', unknownId), sent);
      const other = await first.send(method, path.replace('{id}', theirs.id), sent, { 'if-match': '"77"' });
      expect(other.status, `${method} ${path}`).toBe(404);
      expect(said(other, theirs.id), `${method} ${path}`).toEqual(said(none, unknownId));
    }
    expect((await second.get(`/${plural}/${theirs.id}`)).text).toBe(before.text);
  });

  it('of another account cannot be restored, and get the same response as unknown ones', async () => {
    const theirs = await make(second, plural);
    await second.delete(`/${plural}/${theirs.id}`);
    const other = await first.post(`/${plural}/${theirs.id}/restore`);
    expect(said(other, theirs.id)).toEqual(said(await first.post(`/${plural}/${unknownId}/restore`), unknownId));
    expect((await second.get(`/${plural}/${theirs.id}`)).status).toBe(404);
  });

  it('are found only under the exact form of their id', async () => {
    for (const id of ['01', '9223372036854775808', '%27']) {
      expect((await first.get(`/${plural}/${id}`)).body.code, id).toBe('not_found');
    }
    expect((await first.delete(`/${plural}/-1`)).body.code).toBe('not_found');
  });

  it.each(references(resource).map(({ key, field }) => [key, field] as const))(
    'cannot refer in %s to a record of another account',
    async (key, field) => {
      const to = 'to' in field ? field.to : '';
      const theirs = await make(second, to);
      const deleted = await make(first, to);
      await first.delete(`/${to}/${deleted.id}`);
      const mine = await make(first, plural);
      const naming = (id: string): unknown => (field.kind === 'references' ? [id] : id);
      const pointer = `/${resource.singular}/${key}${field.kind === 'references' ? '/0' : ''}`;
      const least = await leastBody(first, resource);
      const attempts = [
        (id: string) => postNew(first, resource, { [resource.singular]: { ...least, [key]: naming(id) } }),
        (id: string) => first.patch(`/${plural}/${mine.id}`, { [resource.singular]: { [key]: naming(id) } }),
      ].slice(0, field.fixed ? 1 : 2);
      for (const send of attempts) {
        const none = await send(unknownId);
        expect(none.status).toBe(422);
        expect(none.body.errors).toMatchObject([{ pointer, code: 'invalid_reference' }]);
        expect(said(await send(theirs.id), theirs.id)).toEqual(said(none, unknownId));
        expect(said(await send(deleted.id), deleted.id)).toEqual(said(none, unknownId));
      }
    },
  );

  it('of one account never appear in a list of another, not even through a cursor of that account', async () => {
    for (let count = 0; count < 3; count += 1) {
      await make(first, plural);
      await make(second, plural);
    }
    const theirs = idsOf(await second.get(`/${plural}?per_page=500`), plural);
    const page = await first.get(`/${plural}?per_page=1`);
    const links = [...(page.headers.get('link') ?? '').matchAll(/<([^>]*)>/g)].map(([, link]) => link ?? '');
    expect(links.length).toBe(3);
    for (const link of links) {
      const seen = idsOf(await second.get(link.replace('per_page=1', 'per_page=500')), plural);
      expect(seen.filter((id) => !theirs.includes(id))).toEqual([]);
    }
    const mine = idsOf(await first.get(`/${plural}?per_page=500`), plural);
    expect(mine.filter((id) => theirs.includes(id))).toEqual([]);
  });

  it.each(uniqueFields(resource).map(({ key }) => key))(
    'can have the same %s as a record of another account',
    async (key) => {
      const value = key === 'email' ? `same${next()}@example.com` : `same_${next()}`;
      await make(first, plural, { [key]: value });
      await make(second, plural, { [key]: value });
    },
  );
});

describe('an account', () => {
  it('cannot use the list entries and the custom fields of another', async () => {
    const category = await make(second, 'company_categories', { name: 'Only theirs' });
    const field = await make(second, 'custom_fields', { model: 'company', name: 'Their field' });
    const answer = await first.post('/companies', {
      company: { name: 'Acme', category: category.key, custom_fields: { [field.api_name]: 'x' } },
    });
    expect(answer.body.errors.map(({ pointer, code }: Json) => [pointer, code]).sort()).toEqual([
      ['/company/category', 'not_allowed'],
      [`/company/custom_fields/${field.api_name}`, 'unknown_field'],
    ]);
    expect(answer.body.errors[0].allowed).not.toContain(category.key);
  });

  it('cannot use the users of another in a custom field', async () => {
    const { api_name: name } = await make(first, 'custom_fields', { model: 'contact', field_type: 'user' });
    const theirs = await make(second, 'users');
    const sendWith = async (id: string) =>
      await first.post('/contacts', { contact: { first_name: 'Ann', custom_fields: { [name]: id } } });
    expect(said(await sendWith(theirs.id), theirs.id)).toEqual(said(await sendWith(unknownId), unknownId));
    expect((await sendWith(theirs.id)).status).toBe(422);
  });

  it('cannot act as a user of another', async () => {
    const theirs = await make(second, 'users');
    const actAs = (id: string) => first.get('/users/me', { 'plumbline-acting-user': id });
    expect((await actAs(theirs.id)).status).toBe(400);
    expect(said(await actAs(theirs.id), theirs.id)).toEqual(said(await actAs(unknownId), unknownId));
  });

  it('cannot read the webhook messages or the audit log of another', async () => {
    await make(second, 'projects', { name: 'Not to be seen' });
    for (const [path, plural] of [
      ['/webhook_messages', 'webhook_messages'],
      ['/audit_log', 'changes'],
    ] as const) {
      await make(first, 'projects');
      const theirs = idsOf(await second.get(`${path}?per_page=500`), plural);
      const [, next = ''] =
        /<([^>]*)>; rel="next"/.exec((await second.get(`${path}?per_page=1`)).headers.get('link') ?? '') ?? [];
      for (const at of [`${path}?per_page=500`, next.replace('per_page=1', 'per_page=500')]) {
        expect(idsOf(await first.get(at), plural).filter((id) => theirs.includes(id))).toEqual([]);
      }
    }
  });

  it('has its own idempotency keys, and so has each token', async () => {
    const owner = (await first.get('/users/me')).body.user.id;
    const [row] = await service.engine.query<{ account_id: string }>(
      'select account_id from users where id = $1::bigint',
      [owner],
    );
    const token = { user_id: owner, name: 'Another', scopes: ['read', 'write'] as const, expires_at: null };
    const inAccount = { accountId: row?.account_id ?? '', token };
    const another = service.client((await createToken(service.engine, inAccount, service.clock.now())).text);
    const body = { company: { name: 'Same bytes' } };
    const made = await Promise.all(
      [first, second, another].map((client) => client.post('/companies', body, { 'idempotency-key': 'same' })),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(made.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null, null]);
    expect(new Set(made.map(({ body: { company } }) => company.id)).size).toBe(3);
  });

  it('has an isolation test for each resource of the OpenAPI document, here or in its own file', async () => {
    const { paths } = (await service.document()) as Json;
    const plurals = Object.keys(paths).flatMap((path) => /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? []);
    const others = [
      'api_tokens',
      'calendar_feeds',
      'imports',
      'oauth_clients',
      'sessions',
      'webhook_messages',
      'webhooks',
    ];
    expect([...new Set(plurals)].sort()).toEqual([...served.map(({ plural }) => plural), ...others].sort());
  });
});
