import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMessageId } from '../../src/events/messages.ts';
import type { Client } from '../support/service/client.ts';
import { eventually, makeCompanies, messageOf, startDelivering } from '../support/delivery/delivering.ts';
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
const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

describe('the event stream', () => {
  it('sends new events with the same content as in the log', async () => {
    await make(first, 'companies');
    const stream = await follow(first, { token });
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    // Otherwise a proxy would buffer the events.
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    const [id = ''] = await makeCompanies(first, 1);
    await make(service.second, 'companies');
    await first.delete(`/companies/${id}`);
    const events = await stream.next(2);
    expect(events).toEqual([await messageOf(first, id), await messageOf(first, id, 'company.delete')]);
    expect(stream.text()).toMatch(/^retry: 3000\nid: msg_\w{27}\n\nid: /);
    expect(stream.lastId()).toBe(events[1].id);
  });

  it('can be resumed before an event has happened', async () => {
    const stream = await follow(first, { token });
    const lastEventId = await eventually(() => stream.lastId() ?? expect.fail('no id has come'));
    stream.close();
    const [made = ''] = await makeCompanies(first, 1);
    const again = await follow(first, { token, lastEventId });
    expect(await again.next(1)).toEqual([await messageOf(first, made)]);
  });

  it('continues after the last id without gaps or repeats', async () => {
    const whole = await follow(first, { token });
    const told: string[] = [];
    let lastEventId: string | undefined;
    let stream = await follow(first, { token });
    for (let round = 0; round < 5; round += 1) {
      const making = Promise.all(Array.from({ length: 4 }, () => makeCompanies(first, 5)));
      await stream.next(3 + round);
      stream.close();
      await stream.ended;
      told.push(...idsOf(stream.events()));
      lastEventId = stream.lastId();
      stream = await follow(first, { token, lastEventId });
      await making;
    }
    const all = idsOf(await whole.next(100));
    const rest = idsOf(await stream.next(100 - told.length));
    expect([...told, ...rest]).toEqual(all);
    expect(new Set(all).size).toBe(100);
  });

  it('sends only the requested types, and moves its position past the others', async () => {
    const stream = await follow(first, { token, query: '?event_type=company.delete,contact.create' });
    const [id = ''] = await makeCompanies(first, 1);
    await first.delete(`/companies/${id}`);
    await make(first, 'contacts');
    const [last = ''] = await makeCompanies(first, 1);
    const events = await stream.next(2);
    expect(events.map(({ event_type: type }) => type)).toEqual(['company.delete', 'contact.create']);
    const { id: lastId } = await messageOf(first, last);
    await eventually(() => expect(stream.lastId()).toBe(lastId));
    const again = await follow(first, { token, lastEventId: lastId, query: '?event_type=company.create' });
    const [next = ''] = await makeCompanies(first, 1);
    expect(await again.next(1)).toEqual([await messageOf(first, next)]);
  });

  it('follows the order of commits, not the order of ids', async () => {
    const stream = await follow(first, { token });
    const [smaller, greater] = [newMessageId(service.clock.now()), newMessageId(service.clock.now())];
    const commit = (id: string) =>
      service.engine.script(`insert into webhook_messages
        (account_id, id, event_type, event_id, resource, record_id, at)
        values (1, '${id}', 'company.update', 'evt_', 'companies', 1, '${service.clock.now().toISOString()}')`);
    expect(smaller < greater).toBe(true);
    await commit(greater);
    await makeCompanies(first, 1);
    await stream.next(2);
    // A client has received the greater id by now. The stream must still send the smaller one, which commits only now.
    await commit(smaller);
    await makeCompanies(first, 1);
    const ids = idsOf(await stream.next(4));
    expect(ids.indexOf(smaller)).toBeGreaterThan(ids.indexOf(greater));
    const again = await follow(first, { token, lastEventId: ids[0] });
    expect(idsOf(await again.next(3))).toEqual(ids.slice(1));
  });

  it('refuses unknown parameters, types and ids, and clients that must not read', async () => {
    const answers = {
      '?event_type=company.creat,x': { parameter: 'event_type', code: 'not_allowed' },
      '?include=version': { parameter: 'include', code: 'not_allowed' },
      '?types=company.create': { parameter: 'types', code: 'unknown_parameter' },
    };
    for (const [query, problem] of Object.entries(answers)) {
      const answer = await first.get(`/events${query}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([expect.objectContaining(problem)]) },
      });
    }
    const { id } = await messageOf(service.second, (await make(service.second, 'companies')).id);
    for (const lastEventId of [id, 'msg_1', 'x'.repeat(300)]) {
      const answer = await first.get('/events', { 'last-event-id': lastEventId });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: 'Last-Event-ID', code: 'not_found' }] },
      });
    }
    expect((await service.client(null).get('/events')).status).toBe(401);
    const write = { name: 'Writer', scopes: ['write'] };
    const { token: writer } = (await first.post('/api_tokens', { api_token: write })).body.api_token;
    expect((await service.client(writer).get('/events')).status).toBe(403);
  });
});
