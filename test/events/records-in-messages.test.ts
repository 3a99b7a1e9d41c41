import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../support/data/make.ts';
import { receiverFor, saidBy, startDelivering, subscribe } from '../support/delivery/delivering.ts';
import { follow } from '../support/delivery/event-stream.ts';
import type { Client, Json } from '../support/service/client.ts';
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

describe('the payload of a message', () => {
  it('has the external id of the record beside its id, null if it is empty, in families that have one', async () => {
    const stream = await follow(first, { token });
    const { id } = await make(first, 'companies', { external_id: 'ERP-1' });
    await make(first, 'contacts', { first_name: 'Ann' });
    await make(first, 'tasks', { title: 'Call' });
    const [company, contact, task] = await stream.next(3);
    expect(company.payload).toEqual({ id, url: `${service.url}/api/2023-01/companies/${id}`, external_id: 'ERP-1' });
    expect(contact.payload.external_id).toBeNull();
    expect(Object.keys(task.payload)).toEqual(['id', 'url']);
    const { webhook_messages: log } = (await first.get('/webhook_messages?event_type=company.create&per_page=1')).body;
    expect(log[0].payload).toEqual(company.payload);
    const one = await first.get(`/webhook_messages/${company.id}`);
    expect(one.body.webhook_message.payload).toEqual(company.payload);
  });
});

describe('the event stream with include=record', () => {
  it('adds the record as it is when the event is sent, and null if it is deleted', async () => {
    const stream = await follow(first, { token, query: '?include=record,user' });
    const { id } = await make(first, 'companies', { name: 'Then' });
    const [made] = await stream.next(1);
    expect(made.record).toEqual((await first.get(`/companies/${id}`)).body.company);
    expect(made).toMatchObject({ version: 1, user: { email: 'admin@granite.example' } });
    const before = stream.lastId();
    await first.patch(`/companies/${id}`, { company: { name: 'Now' } });
    expect((await stream.next(2))[1].record.name).toBe('Now');
    await first.delete(`/companies/${id}`);
    expect((await stream.next(3))[2]).toMatchObject({ event_type: 'company.delete', record: null });
    // A client that resumes gets the present state.
    const again = await follow(first, { token, query: '?include=record', lastEventId: before });
    expect((await again.next(2)).map(({ record }) => record)).toEqual([null, null]);
    const plain = await follow(first, { token, lastEventId: before });
    expect((await plain.next(1))[0]).not.toHaveProperty('record');
  });

  it('shows the present name of a stage that was renamed after the stream began', async () => {
    const stream = await follow(first, { token, query: '?include=record&event_type=project.create' });
    const { project_stages: stages } = (await first.get('/project_stages')).body;
    await first.patch(`/project_stages/${stages[0].id}`, { project_stage: { name: 'Hunting' } });
    await make(first, 'projects', { project_stage_id: stages[0].id });
    const [{ record }] = (await stream.next(1)) as [Json];
    expect(record.project_stage.name).toBe('Hunting');
  });

  it('reads long records as fast as the client, and sends any number of them', async () => {
    for (let index = 0; index < 15; index += 1) {
      await make(first, 'custom_fields', {
        model: 'company',
        name: `Long ${index}`,
        api_name: `long_${index}`,
        field_type: 'long_text',
      });
    }
    const values = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`long_${index}`, 'z'.repeat(65_000)]));
    const query = '?include=record&event_type=company.create';
    const plain = await follow(first, { token, query: '?event_type=company.create' });
    const ids: string[] = [];
    for (let index = 0; index < 45; index += 1)
      ids.push((await make(first, 'companies', { custom_fields: values })).id);
    const events = await plain.next(45);
    const unread = new AbortController();
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': events[0].id };
    service.statements.length = 0;
    await fetch(first.address(`/events${query}`), { headers, signal: unread.signal });
    await pause(1500);
    // A client that does not read gets no more than fills the buffers of its connection.
    expect(service.statements.filter((text) => /from companies\b/.test(text)).length).toBeLessThan(35);
    unread.abort();
    const late = await follow(first, { token, query, lastEventId: events[34].id });
    expect((await late.next(10)).map(({ record }) => record.id)).toEqual(ids.slice(35));
  }, 60_000);

  it('sends many events of one change, each with its record', async () => {
    const stream = await follow(first, { token, query: '?include=record&event_type=task.create' });
    const tasks = Array.from({ length: 120 }, (_, index) => ({ title: `Task ${index}` }));
    expect((await first.post('/tasks/bulk', { tasks })).status).toBe(200);
    const events = await stream.next(120);
    expect(events.map(({ record }) => record.title)).toEqual(tasks.map(({ title }) => title));
  });
});

describe('a webhook with include', () => {
  it('gets the record of each message, and a replay gets it as it is then', async () => {
    const receiver = await receiverFor();
    const nth = async (count: number): Promise<Json> => JSON.parse((await receiver.next(count)).at(-1)?.body ?? '{}');
    const webhook = await subscribe(first, receiver, { include: ['record'], filter_types: ['project.create'] });
    expect(webhook.include).toEqual(['record']);
    const { id } = await make(first, 'projects', { name: 'Oak', external_id: 'J-1' });
    const message = await nth(1);
    expect(message.record).toEqual((await first.get(`/projects/${id}`)).body.project);
    expect(message.payload.external_id).toBe('J-1');
    await first.patch(`/projects/${id}`, { project: { name: 'Ash' } });
    await first.post(`/webhook_messages/${message.id}/replay`);
    expect(await nth(2)).toMatchObject({ id: message.id, record: { name: 'Ash' } });
    await first.delete(`/projects/${id}`);
    await first.post(`/webhook_messages/${message.id}/replay`);
    expect(await nth(3)).toMatchObject({ id: message.id, record: null, payload: { external_id: 'J-1' } });
    await first.post(`/webhooks/${webhook.id}/test`);
    expect(await nth(4)).toMatchObject({ event_type: 'webhook.test', record: null });
  });

  it('gets no record by default, and no longer when the setting is cleared', async () => {
    const receiver = await receiverFor();
    const webhook = await subscribe(first, receiver, { filter_types: ['lead.create'] });
    expect(webhook.include).toEqual([]);
    let made = 0;
    const keysOfNext = async (): Promise<string[]> => {
      await make(first, 'leads', { name: 'Lead' });
      const sent = (await receiver.next((made += 1))).at(-1);
      return sent ? Object.keys(saidBy(sent)) : [];
    };
    expect(await keysOfNext()).not.toContain('record');
    await first.patch(`/webhooks/${webhook.id}`, { webhook: { include: ['record'] } });
    expect(await keysOfNext()).toContain('record');
    await first.patch(`/webhooks/${webhook.id}`, { webhook: { include: null } });
    expect(await keysOfNext()).not.toContain('record');
    const wrong = await first.post('/webhooks', { webhook: { url: `${receiver.url}/x`, include: ['user'] } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/webhook/include/0' }] } });
  });
});
