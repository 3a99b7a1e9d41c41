import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../src/store/access/tokens.ts';
import type { Client, Reply } from '../../support/service/client.ts';
import { collectionOf, leastBody, make, next, postNew } from '../../support/data/make.ts';
import { references, shapes, uniqueFields } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

/** Sends a request that the service refuses, and expects no effect and an unused idempotency key. */
async function leavesNothing(
  send: (headers: Record<string, string>) => Promise<Reply>,
  refusal: [status: number, code: string],
): Promise<void> {
  const before = await traces(service);
  const { status, body } = await send({ 'idempotency-key': `refused ${next()}` });
  expect([status, body.code]).toEqual(refusal);
  expect(grown(before, await traces(service))).toEqual({});
}

describe.each(shapes)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });

  it('leave no row, webhook message, history or idempotency key when the body is invalid', async () => {
    const { id } = await make(first, plural);
    const least = await leastBody(first, resource);
    const bad = { ...least, no_such_field: 1 };
    await leavesNothing((headers) => postNew(first, resource, wrap(bad), headers), [422, 'validation_failed']);
    await leavesNothing((headers) => first.patch(`/${plural}/${id}`, wrap(bad), headers), [422, 'validation_failed']);
  });

  if (references(resource).length > 0)
    it('leave nothing when a reference is invalid', async () => {
      const { id } = await make(first, plural);
      const bad = Object.fromEntries(
        references(resource).map(({ key, field }) => [key, field.kind === 'references' ? ['987654321'] : '987654321']),
      );
      const least = await leastBody(first, resource);
      await leavesNothing(
        (headers) => postNew(first, resource, wrap({ ...least, ...bad }), headers),
        [422, 'validation_failed'],
      );
      if (references(resource).every(({ field }) => field.fixed)) return;
      await leavesNothing((headers) => first.patch(`/${plural}/${id}`, wrap(bad), headers), [422, 'validation_failed']);
    });

  if (uniqueFields(resource).length > 0)
    it('leave nothing when a unique value is taken', async () => {
      const { id } = await make(first, plural);
      for (const { key } of uniqueFields(resource)) {
        const taken = { [key]: key === 'email' ? `taken${next()}@example.com` : `taken_${next()}` };
        await make(first, plural, taken);
        const body = wrap({ ...(await leastBody(first, resource)), ...taken });
        await leavesNothing((headers) => postNew(first, resource, body, headers), [409, 'already_exists']);
        if (plural === 'custom_fields') continue; // An update cannot change `api_name`.
        await leavesNothing(
          (headers) => first.patch(`/${plural}/${id}`, wrap(taken), headers),
          [409, 'already_exists'],
        );
      }
    });

  it('leave nothing when the record is unknown, stale or not deleted', async () => {
    const { id } = await make(first, plural);
    const least = wrap(await leastBody(first, resource));
    await leavesNothing((headers) => first.patch(`/${plural}/987654321`, least, headers), [404, 'not_found']);
    await leavesNothing((headers) => first.delete(`/${plural}/987654321`, headers), [404, 'not_found']);
    const stale = { 'if-match': '"99"' };
    await leavesNothing((headers) => first.patch(`/${plural}/${id}`, least, { ...headers, ...stale }), [412, 'stale']);
    await leavesNothing((headers) => first.delete(`/${plural}/${id}`, { ...headers, ...stale }), [412, 'stale']);
    await leavesNothing((headers) => first.post(`/${plural}/${id}/restore`, undefined, headers), [409, 'conflict']);
  });

  it('leave nothing when the token has no write access', async () => {
    const { id } = await make(first, plural);
    const owner = (await first.get('/users/me')).body.user.id;
    const token = { user_id: owner, name: 'Reader', scopes: ['read'] as const, expires_at: null };
    const inAccount = { accountId: service.accounts.first, token };
    const reader = service.client((await createToken(service.engine, inAccount, service.clock.now())).text);
    await reader.get('/users/me');
    const collection = await collectionOf(first, resource);
    const least = wrap(await leastBody(first, resource));
    await leavesNothing((headers) => reader.post(collection, least, headers), [403, 'forbidden']);
    await leavesNothing((headers) => reader.patch(`/${plural}/${id}`, least, headers), [403, 'forbidden']);
    await leavesNothing((headers) => reader.delete(`/${plural}/${id}`, headers), [403, 'forbidden']);
    await leavesNothing((headers) => reader.post(`/${plural}/${id}/restore`, undefined, headers), [403, 'forbidden']);
  });
});

describe('a request that a rule refuses', () => {
  const idOf = async (plural: string, fields = {}): Promise<string> => (await make(first, plural, fields)).id;

  it.each<[string, () => Promise<[path: string, body: unknown]>]>([
    [
      'a project that ends before it starts',
      async () => ['/projects', { project: { name: 'T', start_date: '2026-05-02', end_date: '2026-05-01' } }],
    ],
    ['a contact that is nobody', async () => ['/contacts', { contact: { job_title: 'Estimator' } }]],
    [
      'a select without options',
      async () => ['/custom_fields', { custom_field: { model: 'company', name: 'Size', field_type: 'select' } }],
    ],
    [
      'an open stage that closes projects',
      async () => ['/project_stages', { project_stage: { name: 'Odd', close_type: 'lost' } }],
    ],
    [
      'a project that a lost stage calls won',
      async () => {
        const stage = await idOf('project_stages', { category: 'lost' });
        return ['/projects', { project: { name: 'T', project_stage_id: stage, close_type: 'won' } }];
      },
    ],
  ])('leaves nothing: %s', async (_, request) => {
    const [path, body] = await request();
    await leavesNothing((headers) => first.post(path, body, headers), [422, 'validation_failed']);
  });

  it('leaves nothing: the deletion of a list entry in use', async () => {
    const id = await idOf('market_sectors');
    await make(first, 'projects', { market_sector_id: id });
    await leavesNothing((headers) => first.delete(`/market_sectors/${id}`, headers), [409, 'in_use']);
  });

  it('leaves nothing: the removal of the last admin', async () => {
    const admin = (await service.second.get('/users/me')).body.user;
    const path = `/users/${admin.id}`;
    await leavesNothing((headers) => service.second.delete(path, headers), [409, 'conflict']);
    await leavesNothing(
      (headers) => service.second.patch(path, { user: { role: 'member' } }, headers),
      [409, 'conflict'],
    );
  });
});
