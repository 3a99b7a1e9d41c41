import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { became } from '../../support/data/bulk.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { leastBody, make, next } from '../../support/data/make.ts';
import { bulkTable, matchedTable } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

type Action = 'delete' | 'restore';

const send = (plural: string, action: Action, ids: unknown, headers?: Record<string, string>): Promise<Reply> =>
  first.post(`/${plural}/bulk/${action}`, { ids }, headers);

async function changed(plural: string, action: Action, ids: readonly unknown[]): Promise<Json[]> {
  const reply = await send(plural, action, ids);
  expect(reply.status, reply.text.slice(0, 500)).toBe(200);
  expect(reply.body.results.map(({ index }: Json) => index)).toEqual(ids.map((_, index) => index));
  return reply.body.results;
}

const problems = ({ errors }: Json): string[] => errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);

describe.each(bulkTable)('bulk deletion of %s', (plural, resource) => {
  const show = (id: string): Promise<Reply> => first.get(`/${plural}/${id}`);
  const history = async (id: string): Promise<Json[]> => (await first.get(`/${plural}/${id}/history`)).body.changes;
  const typesAbout = async (id: string): Promise<string[]> => {
    const { webhook_messages: messages } = (await first.get('/webhook_messages?per_page=500')).body;
    const types = messages.filter(({ payload }: Json) => payload.id === id).map(({ event_type: type }: Json) => type);
    // A record of another family may have the same id.
    return types.filter((type: string) => type.startsWith(`${resource.singular}.`));
  };

  it('deletes and restores as single requests do', async () => {
    const [one, two, single] = [await make(first, plural), await make(first, plural), await make(first, plural)];
    const state = (await show(one.id)).body;
    const before = await traces(service);
    await first.delete(`/${plural}/${single.id}`);
    const deleted = await changed(plural, 'delete', [two.id, one.id]);
    expect(deleted).toEqual([
      { index: 0, id: two.id, result: 'deleted' },
      { index: 1, id: one.id, result: 'deleted' },
    ]);
    expect(grown(before, await traces(service))).toMatchObject({ changes: 3 });
    for (const { id } of [one, two]) {
      expect((await show(id)).status).toBe(404);
      expect(await typesAbout(id)).toEqual(await typesAbout(single.id));
      const [change] = await history(id);
      expect([change.action, change.fields]).toEqual(['delete', (await history(single.id))[0].fields]);
    }
    await first.post(`/${plural}/${single.id}/restore`);
    expect(became(await changed(plural, 'restore', [one.id, two.id]))).toEqual(['restored', 'restored']);
    expect(await typesAbout(one.id)).toEqual(await typesAbout(single.id));
    expect(Object.keys((await show(one.id)).body)).toEqual(Object.keys(state));
    expect((await show(two.id)).headers.get('etag')).toBe('"3"');
    expect((await history(one.id)).map(({ action }) => action)).toEqual(['restore', 'delete', 'create']);
  });

  it('gives a result for each id, and a failed one does not stop the others', async () => {
    const [live, gone] = [await make(first, plural), await make(first, plural)];
    const foreign = await make(service.second, plural);
    await first.delete(`/${plural}/${gone.id}`);
    const ids = [gone.id, foreign.id, '0', 7, null, '', 'x'.repeat(256), 'x'.repeat(5000), { id: 1 }, live.id, live.id];
    const before = await traces(service);
    const results = await changed(plural, 'delete', ids);
    expect(became(results)).toEqual([...Array<string>(9).fill('failed'), 'deleted', 'failed']);
    expect(results.slice(0, 9).flatMap(problems)).toEqual([
      ...['/ids/0 not_found', '/ids/1 not_found', '/ids/2 not_found', '/ids/3 wrong_type', '/ids/4 required'],
      ...['/ids/5 required', '/ids/6 too_long', '/ids/7 too_long', '/ids/8 wrong_type'],
    ]);
    expect(problems(results[10])).toEqual(['/ids/10 not_found']);
    expect(results.map(({ id }) => id)).toEqual([
      ...[gone.id, foreign.id, '0', null, null, null, null, null, null, live.id, live.id],
    ]);
    expect(grown(before, await traces(service))).toMatchObject({ changes: 1 });
    expect((await service.second.get(`/${plural}/${foreign.id}`)).status).toBe(200);
    const restored = await changed(plural, 'restore', [live.id, foreign.id, live.id]);
    expect(became(restored)).toEqual(['restored', 'failed', 'failed']);
    expect(restored.slice(1).map((one) => problems(one)[0])).toEqual(['/ids/1 not_found', '/ids/2 conflict']);
  });

  it('happens once for an idempotency key, in several chunks too', async () => {
    const beside = ['notes', 'files'].includes(plural) ? await leastBody(first, resource) : {};
    const rows = Array.from({ length: 203 }, () => ({ ...beside, ...least(next()) }));
    const made = (await first.post(`/${plural}/bulk`, { [plural]: rows })).body.results;
    const ids: string[] = made.map(({ id }: Json) => id);
    const key = { 'idempotency-key': `delete-${plural}` };
    const before = await traces(service);
    // Postgres cannot store these texts in a document.
    const asked = ['x\0', 'x\udc00', ...ids];
    const reply = await send(plural, 'delete', asked, key);
    expect(reply.status, reply.text.slice(0, 500)).toBe(200);
    expect(became(reply.body.results)).toEqual(['failed', 'failed', ...ids.map(() => 'deleted')]);
    expect(reply.body.results.slice(0, 2).map(({ id }: Json) => id)).toEqual(['x\0', 'x\udc00']);
    const again = await send(plural, 'delete', asked, key);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([reply.text, 'true']);
    expect(grown(before, await traces(service))).toMatchObject({ changes: 203 });
    expect(new Set(became(await changed(plural, 'restore', ids)))).toEqual(new Set(['restored']));
  });

  /** The least body of a record of any of these resources. */
  const least = (number: number): Json => ({
    ...('title' in resource.fields ? { title: `T ${number}` } : {}),
    ...('name' in resource.fields && !resource.fields['name'].readOnly ? { name: `N ${number}` } : {}),
    ...('first_name' in resource.fields ? { first_name: `F ${number}` } : {}),
    ...(plural === 'calls' ? { notes: `C ${number}` } : {}),
  });

  it.each<[string, unknown, string]>([
    ['no ids', [], '/ids required'],
    ['something else than a list', 'all', ' wrong_wrapper'],
    ['too many ids', Array<string>(10_001).fill('1'), '/ids too_many'],
  ])('refuses %s', async (_, ids, problem) => {
    for (const action of ['delete', 'restore'] as const) {
      const refused = await send(plural, action, ids);
      expect(refused.status).toBe(422);
      expect(problems(refused.body)[0]).toBe(problem);
    }
  });

  it('needs the scope to write, and takes no If-Match', async () => {
    const refused = await send(plural, 'delete', ['1'], { 'if-match': '"1"' });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_query']);
    const { api_token: token } = (await first.post('/api_tokens', { api_token: { name: 'R', scopes: ['read'] } })).body;
    const headers = { authorization: `Bearer ${token.token}` };
    for (const action of ['delete', 'restore'] as const) {
      expect((await send(plural, action, ['1'], headers)).status).toBe(403);
    }
  });
});

describe.each(matchedTable)('bulk restoration of %s', (plural) => {
  it('refuses an external id that another record has taken, also one of the same request', async () => {
    const [name, other] = [`Éxt ${next()}`, `Éxt ${next()}`];
    const [one, two] = [
      await make(first, plural, { external_id: name }),
      await make(first, plural, { external_id: other }),
    ];
    await changed(plural, 'delete', [one.id, two.id]);
    const three = await make(first, plural, { external_id: name.toUpperCase() });
    const four = await make(first, plural, { external_id: other.toLowerCase() });
    await first.delete(`/${plural}/${four.id}`);
    const results = await changed(plural, 'restore', [one.id, two.id, four.id]);
    expect(became(results)).toEqual(['failed', 'restored', 'failed']);
    expect(results[0]?.errors).toMatchObject([{ code: 'already_exists', existing_id: three.id }]);
    expect(results[2]?.errors).toMatchObject([{ code: 'already_exists', existing_id: two.id }]);
  });
});
