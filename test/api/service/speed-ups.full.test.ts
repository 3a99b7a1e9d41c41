import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpeedUps } from '../../../src/store/cache/speed-ups.ts';
import type { Reply } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const numbers = Array.from({ length: 12 }, (_, index) => index);

/** The address in links and errors is the same on every service. */
const settings = { PUBLIC_URL: 'https://crm.example.com' };

/** All that an answer tells a client, without the id of the request. */
const seen = ({ status, text, headers }: Reply) => ({
  status,
  text: text.replaceAll(/"request_id":"[^"]*"/g, ''),
  ...Object.fromEntries(
    ['etag', 'location', 'link', 'x-total-count', 'idempotent-replayed'].map((name) => [name, headers.get(name)]),
  ),
});

/** A core of requests, one after the other: every answer is the same on two services with the same database. */
async function inTurn({ first }: TestService): Promise<object[]> {
  const replies: Reply[] = [];
  const keep = async (reply: Promise<Reply>): Promise<Reply> => {
    replies.push(await reply);
    return await reply;
  };
  const company = await keep(first.post('/companies', { company: { name: 'Northside', external_id: 'n-1' } }));
  const body = { project: { name: 'Clinic', company_id: company.body.company.id, amount: 1200.5 } };
  const key = { 'idempotency-key': 'clinic' };
  const { id } = (await keep(first.post('/projects', body, key))).body.project;
  await keep(first.post('/projects', body, key));
  await keep(first.post('/projects', { project: { name: 'Other' } }, key));
  await keep(first.post('/projects', { project: { name: '', company_id: '987654321' } }));
  await keep(first.get('/projects'));
  await keep(first.patch(`/projects/${id}`, { project: { name: 'Clinic, phase 2' } }, { 'if-match': '"1"' }));
  await keep(first.patch(`/projects/${id}`, { project: { name: 'Stale' } }, { 'if-match': '"1"' }));
  await keep(first.get(`/projects/${id}`));
  await keep(first.get('/projects/987654321'));
  await keep(first.get('/projects'));
  await keep(first.patch(`/companies/${company.body.company.id}`, { company: { name: 'Southside' } }));
  await keep(first.get('/projects?q=clinic'));
  const rows = ['n-1', 'n-2', 'n-3'].map((external) => ({ external_id: external, name: `Firm ${external}` }));
  await keep(first.post('/companies/bulk', { companies: rows }));
  await keep(first.get('/companies?sort=name&per_page=2', { prefer: 'count=exact' }));
  await keep(first.get(`/projects/${id}?include=tasks`));
  await keep(first.get(`/projects/${id}/history`));
  await keep(first.delete(`/projects/${id}`));
  await keep(first.get(`/projects/${id}`));
  await keep(first.get('/projects'));
  expect(replies.map(({ status }) => status)).toEqual([
    ...[201, 201, 201, 422, 422, 200, 200, 412, 200, 404],
    ...[200, 200, 200, 200, 200, 200, 200, 204, 404, 200],
  ]);
  return replies.map(seen);
}

/** Requests at once: they get ids in any order, so only the values of the client are compared. */
async function atOnce({ first }: TestService): Promise<unknown> {
  const bodies = numbers.map((number) => ({ contact: { last_name: `At once ${number}`, external_id: `c-${number}` } }));
  const create = (body: object, key: string): Promise<Reply> =>
    first.post('/contacts', body, { 'idempotency-key': key });
  const made = await Promise.all(bodies.map((body, index) => create(body, `contact ${index}`)));
  const again = await Promise.all(bodies.map((body, index) => create(body, `contact ${index}`)));
  expect(again.map(({ text }) => text)).toEqual(made.map(({ text }) => text));
  const read = await Promise.all(made.map(({ body }) => first.get(`/contacts/${body.contact.id}`)));
  expect(read.map(({ text }) => text)).toEqual(made.map(({ text }) => text));
  const taken = await Promise.all(bodies.map((body, index) => create(body, `taken ${index}`)));
  const listed = (await first.get('/contacts?sort=external_id&per_page=100')).body.contacts;
  return {
    made: made.map(({ status, body }) => [status, body.contact.last_name, body.contact.external_id]),
    taken: taken.map(({ status, body }) => [status, body.errors.map((one: { code: string }) => one.code)]),
    listed: listed.map((one: Record<string, unknown>) => [one['external_id'], one['last_name']]),
  };
}

const answersOf = async (service: TestService) => ({ inTurn: await inTurn(service), atOnce: await atOnce(service) });

let usual: Awaited<ReturnType<typeof answersOf>>;
beforeAll(async () => {
  await using service = await startTestService(settings);
  usual = await answersOf(service);
});

const reads = (service: TestService): Promise<Reply[]> =>
  Promise.all(numbers.map(() => service.first.get('/contacts?external_id=c-1')));

/** For each mechanism, what the service does without it. */
const without: Readonly<Record<keyof SpeedUps, (service: TestService) => Promise<void>>> = {
  batches: async (service) => {
    await reads(service);
    service.statements.length = 0;
    const { length } = await reads(service);
    expect(service.statements.filter((text) => text.includes('t.hash = any')).length).toBe(length);
  },
  groupCommit: async (service) => {
    await reads(service);
    service.statements.length = 0;
    await Promise.all(numbers.map((number) => service.first.post('/tasks', { task: { name: `Task ${number}` } })));
    expect(service.statements.filter((text) => text === 'begin').length).toBe(numbers.length);
  },
  renderCache: async (service) => {
    await service.first.get('/contacts');
    service.statements.length = 0;
    await service.first.get('/contacts');
    expect(service.statements.filter((text) => text.includes('as fingerprint'))).toEqual([]);
  },
};

describe.each(Object.keys(without) as (keyof SpeedUps)[])('without %s', (name) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(settings, { speedUps: { [name]: false } });
  });
  afterAll(() => service.stop());

  it('the service gives the same answers', async () => {
    expect(await answersOf(service)).toEqual(usual);
  });

  it('each request does its own work', async () => {
    await without[name](service);
  });
});
