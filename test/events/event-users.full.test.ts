import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMessageId } from '../../src/events/messages.ts';
import { bulk } from '../support/data/bulk.ts';
import type { Client } from '../support/service/client.ts';
import { eventually, startDelivering } from '../support/delivery/delivering.ts';
import { follow } from '../support/delivery/event-stream.ts';
import { make } from '../support/data/make.ts';
import type { TestService } from '../support/service/service.ts';
import { tokens } from '../support/service/template.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

const token = tokens.first;

describe('the event stream with include=user', () => {
  it('adds the user and the version of the record if the client asks for them', async () => {
    const stream = await follow(first, { token, query: '?include=user' });
    const plain = await follow(first, { token });
    const { id } = await make(first, 'companies');
    const me = (await first.get('/users/me')).body.user;
    // The directory of the stream does not have this user yet.
    const other = await make(first, 'users', { first_name: 'Ria', last_name: 'Estevez' });
    const patch = (name: string, more = {}) => first.patch(`/companies/${id}`, { company: { name } }, more);
    const changed = await patch('Second', { 'plumbline-acting-user': other.id });
    const { id: lead } = await make(first, 'leads');
    await first.post(`/leads/${lead}/convert`);
    const events = await stream.next(8);
    expect(events[0].user).toMatchObject({ id: me.id, email: me.email });
    expect(Object.keys(events[0])).toEqual(['id', 'event_type', 'event_id', 'payload', 'timestamp', 'user', 'version']);
    expect(events[1]).toMatchObject({ event_type: 'company.update', user: { id: other.id, name: 'Ria Estevez' } });
    expect(events.slice(0, 2).map(({ version }) => version)).toEqual([1, 2]);
    expect(changed.headers.get('etag')).toBe('"2"');
    const rest = events.slice(2).map(({ event_type, user, version }) => [event_type, user.id, version]);
    expect(rest).toEqual([
      ['lead.create', me.id, 1],
      ['project.create', me.id, 1],
      ['project.stage_change', me.id, 1],
      ['lead.update', me.id, 2],
      ['lead.archive', me.id, 2],
      ['lead.convert', me.id, 2],
    ]);
    const keys = (await plain.next(8)).map((event) => Object.keys(event).length);
    expect(new Set(keys)).toEqual(new Set([5]));
  });

  it('has no user for an event from before the service stored it', async () => {
    const stream = await follow(first, { token, query: '?include=user' });
    const id = newMessageId(service.clock.now());
    await service.engine.script(`insert into webhook_messages
      (account_id, id, event_type, event_id, resource, record_id, at)
      values (1, '${id}', 'company.update', 'evt_', 'companies', 1, '${service.clock.now().toISOString()}')`);
    expect((await stream.next(1))[0]).toMatchObject({ id, user: null, version: null });
  });

  it('reads the users of many events without a statement for each', async () => {
    const stream = await follow(first, { token, query: '?include=user' });
    await eventually(() => stream.lastId() ?? expect.fail('no id has come'));
    const rows = Array.from({ length: 200 }, (_, index) => ({ name: `Many ${index}`, category: 'client' }));
    service.statements.length = 0;
    await bulk(first, 'companies', rows);
    expect((await stream.next(200)).every(({ user, version }) => user !== null && version === 1)).toBe(true);
    expect(service.statements.filter((text) => /from (users|changes)\b/.test(text))).toEqual([]);
  });
});
