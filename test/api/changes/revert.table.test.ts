import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Resource, valuesAside } from '../../../src/resources/resource.ts';
import { actingAs, type Client, type Json } from '../../support/service/client.ts';
import { fullBody, make, postNew } from '../../support/data/make.ts';
import { shapes } from '../../support/data/registry.ts';
import { reverting } from '../../support/data/reverting.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let ann: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  ann = await make(first, 'users', { first_name: 'Ann', role: 'admin' });
});
afterAll(() => service.stop());

/** The record with all its stored values, without those that tell of the time. */
async function stateOf({ singular, plural, ...resource }: Resource, id: string): Promise<Json> {
  const aside = valuesAside({ singular, plural, ...resource }).map(([name]) => name);
  const include = [...aside, 'deleted_at'].join();
  const record = (await first.get(`/${plural}/${id}?include=${include}`)).body[singular];
  const { updated_at: _, stage_age: __, ...state } = record;
  return state;
}

describe.each(shapes)('%s', (plural, resource) => {
  it('are set back to an earlier version in every field, with one change, and only if something differs', async () => {
    const made = await postNew(first, resource, { [resource.singular]: await fullBody(first, resource) });
    const { id } = made.body[resource.singular];
    const path = `/${plural}/${id}`;
    const state = await stateOf(resource, id);
    for (let round = 0; round < 2; round += 1) {
      service.clock.advance(1000);
      await first.patch(path, { [resource.singular]: await fullBody(first, resource, 'update') });
    }
    const changed = await stateOf(resource, id);
    const version = Number((await first.get(path)).headers.get('etag')?.slice(1, -1));
    service.clock.advance(1000);
    const reverted = await reverting(first, path, 1);
    expect(reverted.status, reverted.text).toBe(200);
    expect(await stateOf(resource, id)).toEqual(state);
    const isSame = JSON.stringify(changed) === JSON.stringify(state);
    expect(reverted.headers.get('etag')).toBe(`"${isSame ? version : version + 1}"`);
    expect((await reverting(first, path, 1)).headers.get('etag')).toBe(reverted.headers.get('etag'));
  });

  it('refuse to be reverted while deleted, to a version that is not there yet, and to no version', async () => {
    const { id } = await make(first, plural);
    const path = `/${plural}/${id}`;
    const later = await reverting(first, path, 2);
    expect([later.status, later.body.errors[0].pointer]).toEqual([422, '/revert/version']);
    const without = await first.post(`${path}/revert`, { revert: { force: 'yes', to: 1 } });
    expect(without.body.errors.map(({ pointer }: Json) => pointer).sort()).toEqual([
      '/revert/force',
      '/revert/to',
      '/revert/version',
    ]);
    expect((await reverting(first, `/${plural}/987654321`, 1)).status).toBe(404);
    await first.delete(path);
    const deleted = await reverting(first, path, 1);
    expect([deleted.status, deleted.body.code]).toEqual([409, 'conflict']);
  });
});

describe('a reversion', () => {
  it('is one change with its message and history, and answers a repeated key alike', async () => {
    const company = await make(first, 'companies', { name: 'Acme', phone: '1' });
    const path = `/companies/${company.id}`;
    await first.patch(path, { company: { phone: '2', address: { city: 'Austin' } } });
    await first.patch(path, { company: { name: 'Acme Works' } });
    const key = { 'idempotency-key': `revert-${company.id}` };
    const reverted = await reverting(first, path, 1, { headers: key });
    expect((await reverting(first, path, 1, { headers: key })).text).toBe(reverted.text);
    const { changes } = (await first.get(`${path}/history`)).body;
    expect(changes).toHaveLength(4);
    expect(changes[0]).toMatchObject({
      action: 'update',
      fields: {
        name: { from: 'Acme Works', to: 'Acme' },
        phone: { from: '2', to: '1' },
        'address.city': { from: 'Austin', to: null },
      },
    });
    const { webhook_messages: messages } = (await first.get('/webhook_messages?per_page=500')).body;
    const types = messages.filter((one: Json) => one.payload.id === company.id).map((one: Json) => one.event_type);
    expect(types.filter((type: string) => type === 'company.update')).toHaveLength(3);
  });

  it('of a field that another user has changed since is refused, unless it is forced', async () => {
    const company = await make(first, 'companies', { name: 'Acme', phone: '1', website: 'https://a.example' });
    const path = `/companies/${company.id}`;
    await first.patch(path, { company: { name: 'Acme Works' } });
    service.clock.advance(1000);
    const { updated_at: at } = (await first.patch(path, { company: { phone: '2' } }, actingAs(ann))).body.company;
    await first.patch(path, { company: { website: 'https://b.example' } }, actingAs(ann));
    await first.patch(path, { company: { website: 'https://a.example' } }, actingAs(ann));
    const refused = await reverting(first, path, 1);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.errors).toEqual([
      {
        ...{ pointer: '/company/phone', code: 'stale', message: 'was changed by another user since' },
        ...{ given: '1', current: '2', changed_at: at, changed_by: expect.objectContaining({ id: ann.id }) },
      },
    ]);
    expect((await first.get(path)).body.company).toMatchObject({ name: 'Acme Works', phone: '2' });
    expect((await reverting(first, path, 1, { force: true })).body.company).toMatchObject({ name: 'Acme', phone: '1' });
  });

  it('with a stale If-Match is refused, and names what it would have set', async () => {
    const company = await make(first, 'companies', { name: 'Acme' });
    const path = `/companies/${company.id}`;
    await first.patch(path, { company: { name: 'Acme Works' } });
    const stale = await reverting(first, path, 1, { headers: { 'if-match': '"1"' } });
    expect([stale.status, stale.headers.get('etag')]).toEqual([412, '"2"']);
    expect(stale.body.errors[0]).toMatchObject({ pointer: '/company/name', given: 'Acme', current: 'Acme Works' });
    expect((await reverting(first, path, 1, { headers: { 'if-match': '"2"' } })).headers.get('etag')).toBe('"3"');
  });

  it('follows the rules: what is gone cannot be referred to, and what is taken cannot be taken', async () => {
    const { id: estimator } = await make(first, 'users', { role: 'member' });
    const name = `ERP-${estimator}`;
    const project = await make(first, 'projects', { assigned_to_id: estimator, external_id: name });
    const path = `/projects/${project.id}`;
    await first.patch(path, { project: { assigned_to_id: null } });
    await first.delete(`/users/${estimator}`);
    const refused = await reverting(first, path, 1);
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      422,
      { pointer: '/project/assigned_to_id', code: 'invalid_reference' },
    ]);
    await first.patch(path, { project: { external_id: null, assigned_to_id: ann.id } });
    await make(first, 'projects', { external_id: name });
    const taken = await reverting(first, path, 2);
    expect([taken.status, taken.body.code]).toEqual([409, 'already_exists']);
  });

  it('sets back custom fields, without those that were deleted since', async () => {
    const fields = [await make(first, 'custom_fields'), await make(first, 'custom_fields')];
    const [kept, gone] = fields.map(({ api_name: name }) => name) as [string, string];
    const { id } = await make(first, 'projects', { custom_fields: { [kept]: 'a', [gone]: 'b' } });
    await first.patch(`/projects/${id}`, { project: { custom_fields: { [kept]: 'c', [gone]: 'd' } } });
    await first.delete(`/custom_fields/${fields[1]?.id}`);
    const { project } = (await reverting(first, `/projects/${id}`, 1)).body;
    expect(project.custom_fields[kept]).toBe('a');
    await first.post(`/custom_fields/${fields[1]?.id}/restore`);
    expect((await first.get(`/projects/${id}`)).body.project.custom_fields[gone]).toBe('d');
  });

  it('of a conversion opens the lead again, which stays linked to its project', async () => {
    const lead = await make(first, 'leads');
    await first.post(`/leads/${lead.id}/convert`);
    const reverted = await reverting(first, `/leads/${lead.id}`, 1);
    expect([reverted.status, reverted.body.lead.archived_at]).toEqual([200, null]);
    expect((await first.get(`/leads/${lead.id}?include=project`)).body.lead.project).not.toBeNull();
  });
});
