import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressParts } from '../../../src/resources/fields.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { type Fields, fullBody, make, postNew } from '../../support/data/make.ts';
import { askedFields, shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let me: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  me = (await first.get('/users/me')).body.user;
});
afterAll(() => service.stop());

const embedded = ({ id, created_at, updated_at, first_name, last_name, name, email }: Json) => ({
  ...{ id, created_at, updated_at, first_name, last_name, name, email },
});

const historyOf = async (plural: string, id: string): Promise<Json[]> =>
  (await first.get(`/${plural}/${id}/history`)).body.changes;

const messagesAbout = async (plural: string, id: string): Promise<Json[]> => {
  const { webhook_messages: messages } = (await first.get('/webhook_messages?per_page=500')).body;
  return messages.filter(({ payload }: Json) => payload.url.endsWith(`/${plural}/${id}`)).reverse();
};

/** The event types of a creation in addition to `<resource>.create`. */
const alsoTold: Readonly<Record<string, readonly string[]>> = { projects: ['project.stage_change'] };

describe.each(shapes)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });

  it('have a history entry and a webhook message for each change, with its action and time', async () => {
    const replies: Reply[] = [];
    const body = await fullBody(first, resource);
    const made = await postNew(first, resource, wrap(body));
    const { id } = made.body[resource.singular];
    const externalId = 'external_id' in body ? { external_id: body['external_id'] } : {};
    replies.push(made);
    for (const send of [
      async () => first.patch(`/${plural}/${id}`, wrap(await onlyOne(id))),
      async () => first.delete(`/${plural}/${id}`),
      async () => first.post(`/${plural}/${id}/restore`),
    ]) {
      service.clock.advance(1500);
      replies.push(await send());
    }
    const actions = ['create', 'update', 'delete', 'restore'];
    const now = service.clock.now().getTime();
    const times = [4500, 3000, 1500, 0].map((ago) => new Date(now - ago).toISOString().replace('.000Z', 'Z'));
    const changes = (await historyOf(plural, id)).reverse();
    expect(changes).toEqual(
      actions.map((action, index) => ({
        ...{ id: expect.stringMatching(/^\d+$/), at: times[index], action, user: embedded(me), via: null },
        ...{ source: 'api', request_id: replies[index]?.headers.get('x-request-id'), fields: changes[index]?.fields },
      })),
    );
    expect(changes.map(({ fields }) => Object.keys(fields).length > 0)).toEqual([false, true, false, false]);
    const types = actions.flatMap((action) => [
      `${resource.singular}.${action}`,
      ...(action === 'create' ? (alsoTold[plural] ?? []) : []),
    ]);
    const told = await messagesAbout(plural, id);
    const own = told.filter(({ event_type: type }) => types.includes(type));
    expect(own.map(({ event_type: type }) => type)).toEqual(resource.announced ? types : []);
    for (const message of own) {
      expect(message).toEqual({
        id: expect.stringMatching(/^msg_[0-9A-Za-z]{27}$/),
        event_type: expect.any(String),
        event_id: expect.stringMatching(/^evt_[0-9A-Za-z]{27}$/),
        payload: { id, ...externalId, url: `${service.url}/api/2023-01/${plural}/${id}` },
        timestamp: times[actions.indexOf(message.event_type.replace(/.*\./, '').replace('stage_change', 'create'))],
      });
    }
  });

  /** An update that changes no other field. */
  async function onlyOne(id: string): Promise<Fields> {
    const record = (await first.get(`/${plural}/${id}`)).body[resource.singular];
    const asked = askedFields(resource, 'update').map(({ key }) => key);
    const text = ['name', 'first_name', 'title', 'notes'].find((key) => asked.includes(key));
    if (text !== undefined) return { [text]: `${record[text]} II` };
    if (plural === 'goals') return { target: 7 };
    const role = record.role === 'scheduler' ? 'estimator' : 'scheduler';
    return plural === 'project_team_roles' ? { role } : { user_id: (await make(first, 'users')).id };
  }

  it('keep the old and the new value of every updated field in the history', async () => {
    const given = await fullBody(first, resource);
    const { id } = await make(first, plural, given);
    const later = await fullBody(first, resource, 'update');
    expect((await first.patch(`/${plural}/${id}`, wrap(later))).status).toBe(200);
    const [change] = await historyOf(plural, id);
    const expected = askedFields(resource, 'update').flatMap(({ key, field }): [string, unknown][] => {
      if (field.secret || field.kind === 'custom_fields') return [];
      if (field.kind !== 'address')
        return isEqual(given[key], later[key]) ? [] : [[key, between(given[key], later[key])]];
      const [from, to] = [given[key], later[key]] as [Json, Json];
      return addressParts.map((part) => [`${key}.${part}`, between(from[part], to[part])]);
    });
    expect(expected.length).toBeGreaterThan(0);
    expect(change.fields).toMatchObject(Object.fromEntries(expected));
  });

  it('get no history entry from an update that changes nothing', async () => {
    const given = await fullBody(first, resource);
    const { id } = await make(first, plural, given);
    const { text, headers } = await first.get(`/${plural}/${id}`);
    service.clock.advance(5000);
    const record = JSON.parse(text)[resource.singular];
    delete given['password'];
    for (const fields of [{}, { name: record.name, first_name: record.first_name }, given]) {
      const known = Object.entries(fields).filter(([, value]) => value !== undefined);
      const same = await first.patch(`/${plural}/${id}`, wrap(Object.fromEntries(known)));
      expect([same.status, same.headers.get('etag')]).toEqual([200, headers.get('etag')]);
      expect(same.body[resource.singular].updated_at).toBe(record.updated_at);
    }
    expect((await historyOf(plural, id)).map(({ action }) => action)).toEqual(['create']);
    expect((await messagesAbout(plural, id)).some(({ event_type: type }) => type.endsWith('.update'))).toBe(false);
  });

  it('keep their history after deletion, and an unknown record has none', async () => {
    const { id } = await make(first, plural);
    await first.delete(`/${plural}/${id}`);
    expect((await historyOf(plural, id)).map(({ action }) => action)).toEqual(['delete', 'create']);
    expect((await first.get(`/${plural}/987654321/history`)).status).toBe(404);
  });
});

const between = (from: unknown, to: unknown) => ({ from, to });
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

describe('the audit log', () => {
  it('lists every change with its record, latest first', async () => {
    const company = await make(first, 'companies');
    await first.patch(`/companies/${company.id}`, { company: { phone: '1' } });
    const user = await make(first, 'users');
    const { changes } = (await first.get('/audit_log?per_page=3')).body;
    expect(changes.map(({ resource, record_id: record, action }: Json) => [resource, record, action])).toEqual([
      ['users', user.id, 'create'],
      ['companies', company.id, 'update'],
      ['companies', company.id, 'create'],
    ]);
    expect(changes[1].fields).toEqual({ phone: { from: null, to: '1' } });
    expect(changes[1].user).toEqual(embedded(me));
  });

  it('names the acting user, and the owner of the token', async () => {
    const member = await make(first, 'users', { first_name: 'Mia', role: 'member' });
    const acting = { 'plumbline-acting-user': member.id };
    const made = await first.post('/projects', { project: { name: 'Acted' } }, acting);
    expect(made.body.project.created_by).toEqual(embedded(member));
    const [logged] = (await first.get('/audit_log?per_page=1')).body.changes;
    expect([logged.user, logged.via]).toEqual([embedded(member), embedded(me)]);
    const [kept] = await historyOf('projects', made.body.project.id);
    expect([kept.user, kept.via]).toEqual([embedded(member), embedded(me)]);
  });

  it('never contains a password', async () => {
    const user = await make(first, 'users', { password: 'a very secret word' });
    await first.patch(`/users/${user.id}`, { user: { password: 'another secret word' } });
    const [update] = (await first.get('/audit_log?per_page=1')).body.changes;
    expect([update.action, update.record_id, update.fields]).toEqual(['update', user.id, {}]);
    expect((await first.get('/audit_log?per_page=10')).text).not.toContain('secret word');
  });
});
