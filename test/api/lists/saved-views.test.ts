import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordFamilies } from '../../../src/resources/vocabulary/choices.ts';
import { resources } from '../../../src/resources/index.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let admin: Client;
let maker: Client;
let member: Client;
beforeAll(async () => {
  service = await sharedService();
  admin = service.first;
  maker = await memberNamed('Mia');
  member = await memberNamed('Max');
});
afterAll(() => service.stop());

async function memberNamed(name: string): Promise<Client> {
  const { id } = await make(service.first, 'users', { first_name: name, role: 'member' });
  return (await clientOf(service, { userId: id, scopes: ['read', 'write'] })).client;
}

const unknownId = '987654321';
const mine = (fields: object = {}): Promise<Json> => make(maker, 'saved_views', { name: 'My bids', ...fields });
const idsSeenBy = async (client: Client): Promise<string[]> =>
  (await client.get('/saved_views?per_page=500')).body.saved_views.map(({ id }: Json) => id);

/** Every request for one view. */
const waysTo = (id: string): ((client: Client) => Promise<Reply>)[] => [
  (client) => client.get(`/saved_views/${id}`),
  (client) => client.get(`/saved_views/${id}?include=deleted_at`),
  (client) => client.get(`/saved_views/${id}/history`),
  ...waysToChange(id),
];

const waysToChange = (id: string): ((client: Client) => Promise<Reply>)[] => [
  (client) => client.patch(`/saved_views/${id}`, { saved_view: { name: 'Taken over' } }),
  (client) => client.patch(`/saved_views/${id}`, { saved_view: { shared: false } }, { 'if-match': '"77"' }),
  (client) => client.delete(`/saved_views/${id}`),
  (client) => client.post(`/saved_views/${id}/restore`),
];

/** A response without the parts that differ between two requests. */
function said({ status, body }: Reply, id: string): unknown {
  const { request_id: _, instance: __, ...rest } = body;
  return { status, body: { ...rest, detail: rest.detail.replace(` ${id}.`, ' {id}.') } };
}

describe('a saved view', () => {
  it('keeps how programs show it as it was sent, and replaces it as a whole', async () => {
    const display = { layout: 'board', widths: { name: 240.5, amount: null }, 'a/b~': [[], {}, 'é🏗'], '': false };
    const { id } = await mine({ resource: 'projects', display });
    const shown = async (): Promise<Json> => (await maker.get(`/saved_views/${id}`)).body.saved_view.display;
    expect(await shown()).toEqual(display);
    const change = (value: unknown) => maker.patch(`/saved_views/${id}`, { saved_view: { display: value } });
    expect((await change({ layout: 'grid' })).body.saved_view.display).toEqual({ layout: 'grid' });
    expect(await shown()).toEqual({ layout: 'grid' });
    const { body } = await maker.get(`/saved_views/${id}/history`);
    expect(body.changes[0].fields).toEqual({ display: { from: display, to: { layout: 'grid' } } });
    const most = { text: 'x'.repeat(16_384 - '{"text":""}'.length) };
    expect((await change(most)).status).toBe(200);
    const message = 'must have at most 16384 bytes of JSON, but has 16385';
    const refused = await change({ text: `${most.text}x` });
    expect(refused.body.errors).toEqual([{ pointer: '/saved_view/display', code: 'too_long', message }]);
    expect((await change(null)).body.saved_view.display).toBeNull();
  });

  it('is refused if its list does not accept the query', async () => {
    const query = 'stage=1&sort=-amout&project_status=won&view=open&include=tesks&name[near]=x&custom_fields[roof]=1';
    const body = { saved_view: { name: 'Wrong', resource: 'projects', query } };
    const refused = await maker.post('/saved_views', body);
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    const said: string[] = refused.body.errors.map(({ pointer, message }: Json) => `${pointer} ${message}`);
    for (const name of ['stage', 'sort', 'project_status', 'view', 'include', 'name[near]', 'custom_fields[roof]']) {
      expect(said.some((one) => one.startsWith(`/saved_view/query its parameter "${name}" `))).toBe(true);
    }
    const good = 'view=mine&sort=-value_in_cents&include=project&q=north&per_page=20&archived_at[is_null]=true';
    await mine({ resource: 'leads', query: good });
    const view = await mine({ resource: 'leads', query: 'view=mine' });
    const moved = await maker.patch(`/saved_views/${view.id}`, { saved_view: { resource: 'calls' } });
    expect(moved.body.errors).toMatchObject([{ pointer: '/saved_view/query', code: 'not_allowed' }]);
  });

  it('keeps its query and the user who created it', async () => {
    const query = 'project_stage_id=710&sort=-amount&name[contains]=caf%C3%A9+north';
    const view = await mine({ name: 'Large bids', resource: 'projects', query });
    expect(view).toMatchObject({ name: 'Large bids', resource: 'projects', query, shared: false });
    expect(view.created_by.first_name).toBe('Mia');
    expect((await maker.get(`/saved_views/${view.id}`)).body.saved_view).toEqual(view);
  });

  it('is for a resource that sends webhook messages, and for no other', async () => {
    const announced = resources.filter(({ announced: isTold }) => isTold).map(({ plural }) => plural);
    expect([...recordFamilies].sort()).toEqual([...announced].sort());
    for (const resource of ['users', 'saved_views', 'divisions']) {
      const { status, body } = await maker.post('/saved_views', { saved_view: { name: 'V', resource } });
      expect([status, body.errors[0].pointer]).toEqual([422, '/saved_view/resource']);
    }
  });

  it('is refused with every error in the encoding of its query', async () => {
    const saved_view = { name: 'V', resource: 'leads', query: 'name=%ff&sort=name&sort=units&view=a%00' };
    const { status, body } = await maker.post('/saved_views', { saved_view });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors.map(({ pointer, code, message }: Json) => [pointer, code, message])).toEqual([
      ['/saved_view/query', 'invalid_format', 'its parameter "name" must be percent-encoded UTF-8'],
      ['/saved_view/query', 'duplicate', 'its parameter "sort" must be given once'],
      ['/saved_view/query', 'invalid_text', 'its parameter "view" must not contain NUL'],
    ]);
    const { id } = await mine();
    expect((await maker.patch(`/saved_views/${id}`, { saved_view: { query: 'a=%' } })).status).toBe(422);
  });

  it('sends no webhook messages, and appears in the audit log', async () => {
    const before = await traces(service);
    const { id } = await mine({ shared: true });
    for (const send of waysToChange(id)) await send(maker);
    expect(grown(before, await traces(service))['webhook_messages']).toBeUndefined();
    const [latest] = (await admin.get('/audit_log?per_page=1')).body.changes;
    expect([latest.resource, latest.record_id, latest.action]).toEqual(['saved_views', id, 'restore']);
  });

  it('belongs to the user who created it, even if the body names another', async () => {
    const { id: other } = (await admin.get('/users/me')).body.user;
    const view = await mine({ created_by: { id: other } });
    expect(view.created_by.first_name).toBe('Mia');
  });
});

describe('a private view', () => {
  it('returns the same 404 as an unknown one to all others, including admins, and they change nothing', async () => {
    const { id } = await mine();
    const nowhere = waysTo(unknownId);
    const before = await traces(service);
    for (const other of [member, admin, service.second]) {
      for (const [index, send] of waysTo(id).entries()) {
        const [answer, none] = [await send(other), await nowhere[index]?.(other)];
        expect(answer.status).toBe(404);
        expect(said(answer, id)).toEqual(none && said(none, unknownId));
      }
      expect(await idsSeenBy(other)).not.toContain(id);
    }
    expect(grown(before, await traces(service))).toEqual({});
    expect(await idsSeenBy(maker)).toContain(id);
  });

  it('cannot be restored by others after its owner deleted it', async () => {
    const { id } = await mine();
    await maker.delete(`/saved_views/${id}`);
    for (const other of [member, admin]) {
      expect((await other.post(`/saved_views/${id}/restore`)).status).toBe(404);
      expect((await other.get(`/saved_views/${id}/history`)).status).toBe(404);
    }
    expect((await maker.post(`/saved_views/${id}/restore`)).status).toBe(200);
  });

  it('takes no place on the pages of others', async () => {
    const shared: string[] = [];
    for (const name of ['~ 1', '~ 2', '~ 3']) {
      await mine({ name });
      shared.push((await mine({ name, shared: true })).id);
    }
    const seen: string[] = [];
    for (let path = '/saved_views?per_page=1'; path !== ''; ) {
      const { body, headers } = await member.get(path);
      expect(body.saved_views).toHaveLength(1);
      seen.push(...body.saved_views.map(({ id }: Json) => id));
      path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(seen.filter((id) => shared.includes(id))).toEqual(shared);
    expect(seen).toEqual(await idsSeenBy(member));
  });
});

describe('a shared view', () => {
  it('is visible to every user of the account', async () => {
    const view = await mine({ shared: true });
    for (const other of [member, admin]) {
      expect((await other.get(`/saved_views/${view.id}`)).body.saved_view).toEqual(view);
      expect(await idsSeenBy(other)).toContain(view.id);
      expect((await other.get(`/saved_views/${view.id}/history`)).body.changes).toHaveLength(1);
    }
    expect((await service.second.get(`/saved_views/${view.id}`)).status).toBe(404);
    expect(await idsSeenBy(service.second)).not.toContain(view.id);
  });

  it('can be changed by its owner and by admins, and by nobody else', async () => {
    const { id } = await mine({ shared: true });
    const before = await traces(service);
    for (const send of waysToChange(id)) {
      const { status, body } = await send(member);
      expect([status, body.code, body.required_role]).toEqual([403, 'forbidden', 'admin']);
    }
    expect(grown(before, await traces(service))).toEqual({});
    for (const client of [admin, maker]) {
      const renamed = await client.patch(`/saved_views/${id}`, { saved_view: { name: 'Ours' } });
      expect(renamed.body.saved_view).toMatchObject({ name: 'Ours', created_by: { first_name: 'Mia' } });
      expect((await client.delete(`/saved_views/${id}`)).status).toBe(204);
      expect((await member.post(`/saved_views/${id}/restore`)).status).toBe(403);
      expect((await client.post(`/saved_views/${id}/restore`)).status).toBe(200);
    }
  });

  it('is hidden from others when it is no longer shared', async () => {
    const { id } = await mine({ shared: true });
    await maker.patch(`/saved_views/${id}`, { saved_view: { shared: false } });
    expect((await member.get(`/saved_views/${id}`)).status).toBe(404);
    expect(await idsSeenBy(admin)).not.toContain(id);
    await maker.patch(`/saved_views/${id}`, { saved_view: { shared: true } });
    expect((await member.get(`/saved_views/${id}`)).status).toBe(200);
  });
});
