import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Reply } from '../../support/service/client.ts';
import { leastBody, make, next, postNew } from '../../support/data/make.ts';
import { shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const newKey = () => ({ 'idempotency-key': `key ${next()}` });
const told = ({ status, text, headers }: Reply) => [status, text, headers.get('location'), headers.get('etag')];
const isReplayed = ({ headers }: Reply): boolean => headers.get('idempotent-replayed') === 'true';

describe.each(shapes)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });

  /** Sends a request twice in parallel and once more: one effect, and three equal responses. */
  async function thrice(send: () => Promise<Reply>, status: number): Promise<void> {
    const before = await traces(service);
    const twins = await Promise.all([send(), send()]);
    const once = grown(before, await traces(service));
    expect(once).toMatchObject({ changes: 1, idempotency_keys: 1 });
    expect(twins.map(isReplayed).sort()).toEqual([false, true]);
    const late = await send();
    expect(isReplayed(late)).toBe(true);
    expect(late.status).toBe(status);
    for (const twin of twins) expect(told(twin)).toEqual(told(late));
    expect(grown(before, await traces(service))).toEqual(once);
  }

  it('are created, updated, deleted and restored once under one key, and every repeat returns the same response', async () => {
    const body = wrap(await leastBody(first, resource));
    let headers = newKey();
    await thrice(() => postNew(first, resource, body, headers), 201);
    const { id } = (await postNew(first, resource, body, headers)).body[resource.singular];
    const changed = wrap(await leastBody(first, resource));
    headers = newKey();
    await thrice(() => first.patch(`/${plural}/${id}`, changed, headers), 200);
    headers = newKey();
    await thrice(() => first.delete(`/${plural}/${id}`, headers), 204);
    expect((await first.get(`/${plural}/${id}`)).status).toBe(404);
    headers = newKey();
    await thrice(() => first.post(`/${plural}/${id}/restore`, undefined, headers), 200);
    expect((await first.get(`/${plural}/${id}`)).status).toBe(200);
  });

  it('leave the key unused when the request is refused or changes nothing', async () => {
    const headers = newKey();
    const body = wrap(await leastBody(first, resource));
    expect((await postNew(first, resource, wrap({ nobody_knows: 1 }), headers)).status).toBe(422);
    expect((await first.delete(`/${plural}/999999999`, headers)).status).toBe(404);
    const { id } = await make(first, plural);
    expect((await first.patch(`/${plural}/${id}`, wrap({}), headers)).status).toBe(200);
    const made = await postNew(first, resource, body, headers);
    expect([made.status, isReplayed(made)]).toEqual([201, false]);
  });
});

describe('an idempotency key', () => {
  const company = (name: string) => ({ company: { name } });

  it('belongs to one method, path and query, and to the exact bytes of the body', async () => {
    const headers = newKey();
    const { id } = await make(first, 'companies');
    expect((await first.patch(`/companies/${id}`, '{"company":{"name":"One"}}', headers)).status).toBe(200);
    const others = [
      await first.patch(`/companies/${id}`, '{"company":{"name":"Two"}}', headers),
      await first.patch(`/companies/${id}`, '{"company":{"name": "One"}}', headers),
      await first.patch(`/companies/${(await make(first, 'companies')).id}`, '{"company":{"name":"One"}}', headers),
      await first.post('/companies', '{"company":{"name":"One"}}', headers),
      await first.delete(`/companies/${id}`, headers),
    ];
    for (const other of others) {
      expect([other.status, other.body.code, isReplayed(other)]).toEqual([422, 'idempotency_key_reused', false]);
    }
    expect((await first.get(`/companies/${id}`)).body.company.name).toBe('One');
  });

  it('belongs to one acting user and one If-Match', async () => {
    const { id } = await make(first, 'companies');
    const [ann, bob] = [await make(first, 'users', { role: 'member' }), await make(first, 'users', { role: 'member' })];
    const { id: me } = (await first.get('/users/me')).body.user;
    const send = (key: object, more: object) => first.patch(`/companies/${id}`, company('Once'), { ...key, ...more });
    const asAnn = { 'plumbline-acting-user': ann.id };
    const table: [given: object, same: object[], other: object[]][] = [
      [asAnn, [asAnn], [{}, { 'plumbline-acting-user': bob.id }, { 'plumbline-acting-user': me }]],
      [{}, [{ 'plumbline-acting-user': me }], [asAnn, { 'if-match': '*' }]],
      [{ 'if-match': '*' }, [{ 'if-match': '*' }], [{}, { 'if-match': '"1"' }, { ...asAnn, 'if-match': '*' }]],
    ];
    for (const [given, same, others] of table) {
      await first.patch(`/companies/${id}`, company('Before'));
      const key = newKey();
      expect((await send(key, given)).status).toBe(200);
      for (const again of same) expect(isReplayed(await send(key, again))).toBe(true);
      for (const other of others) {
        const { status, body } = await send(key, other);
        expect([status, body.code], JSON.stringify(other)).toEqual([422, 'idempotency_key_reused']);
      }
    }
  });

  it('is stored for 24 hours and can be used for a new request after that', async () => {
    const headers = newKey();
    const made = await first.post('/companies', company('Kept'), headers);
    service.clock.advance(24 * 3_600_000 - 1);
    const kept = await first.post('/companies', company('Kept'), headers);
    expect(told(kept)).toEqual(told(made));
    let before: string = made.body.company.id;
    for (const wait of [1, 24 * 3_600_000, 24 * 3_600_000, 24 * 3_600_000]) {
      service.clock.advance(wait);
      const twins = await Promise.all([0, 1, 2, 3].map(() => first.post('/companies', company('Kept'), headers)));
      expect(twins.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(twins.map(isReplayed).sort()).toEqual([false, true, true, true]);
      const [id, ...others] = new Set<string>(twins.map(({ body }) => body.company.id));
      expect([others, id === before]).toEqual([[], false]);
      before = id ?? '';
    }
  });

  it('returns the first response, also if the record has changed since', async () => {
    const headers = newKey();
    const made = await first.post('/companies', company('As it was'), headers);
    await first.patch(`/companies/${made.body.company.id}`, company('As it is'));
    await first.delete(`/companies/${made.body.company.id}`);
    expect(told(await first.post('/companies', company('As it was'), headers))).toEqual(told(made));
  });

  it('has 1 to 255 characters', async () => {
    const send = (key: string) => first.post('/companies', company('Long key'), { 'idempotency-key': key });
    expect((await send(`${next()}${'k'.repeat(250)}`)).status).toBe(201);
    for (const key of ['', 'k'.repeat(256)]) {
      const { status, body } = await send(key);
      expect([status, body.errors[0].parameter]).toEqual([400, 'Idempotency-Key']);
    }
  });

  it('returns the first response to parallel requests, although the first has taken the external id', async () => {
    const headers = newKey();
    const body = { company: { name: 'Taken', external_id: `ext-${next()}` } };
    const twins = await Promise.all([0, 1, 2, 3].map(() => first.post('/companies', body, headers)));
    expect(twins.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(twins.map(({ text }) => text)).size).toBe(1);
  });
});
