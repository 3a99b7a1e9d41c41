import { describe, expect, it } from 'vitest';
import { make } from '../support/data/make.ts';
import { eventually, startDelivering } from '../support/delivery/delivering.ts';
import type { Client, Json } from '../support/service/client.ts';
import type { TestService } from '../support/service/service.ts';

const demoOf = async (client: Client): Promise<Json> => (await client.get('/account/demo')).body.demo;

const reaches = (client: Client, status: string): Promise<Json> =>
  eventually(async () => {
    const demo = await demoOf(client);
    expect(demo).toMatchObject({ status });
    return demo;
  });

const plurals = [
  'companies',
  'contacts',
  'leads',
  'projects',
  'tasks',
  'task_lists',
  'calls',
  'notes',
  'files',
  'custom_fields',
  'users',
];

const list = async (client: Client, plural: string): Promise<Json[]> =>
  (await client.get(`/${plural}?per_page=500`)).body[plural];

async function namesOf(client: Client): Promise<Record<string, string[]>> {
  const found = await Promise.all(plurals.map((plural) => list(client, plural)));
  return Object.fromEntries(plurals.map((plural, index) => [plural, found[index]?.map(({ id }) => String(id)) ?? []]));
}

/** Fills the first account, whose people have records of their own, by requests with one id. */
async function filled({ first, clock }: TestService): Promise<Record<string, string[]>> {
  const id = { 'x-request-id': 'always-the-same' };
  await first.post('/companies', { company: { name: 'Before' } }, id);
  const before = await namesOf(first);
  expect((await first.post('/account/demo', { demo: { projects: 20 } }, id)).status).toBe(202);
  await reaches(first, 'complete');
  clock.set('2026-03-03T15:00:00Z');
  const { company } = (await first.post('/companies', { company: { name: 'After' } }, id)).body;
  return { ...before, companies: [company.id, ...(before['companies'] ?? [])] };
}

describe('the removal of sample data', () => {
  it('deletes what the sample data made, its users too, and nothing of people', async () => {
    await using service = await startDelivering();
    const { first, second } = service;
    const nothing = await first.delete('/account/demo');
    expect(nothing).toMatchObject({ status: 409, body: { detail: 'The account has no sample data.' } });
    const own = await filled(service);
    const { records } = await demoOf(first);
    expect(records).toMatchObject({ projects: 20, users: 12, custom_fields: 7 });
    const removed = await first.delete('/account/demo', { 'x-request-id': 'removal', 'idempotency-key': 'r' });
    const total = Object.values<number>(records).reduce((sum, count) => sum + count, 0);
    expect(removed).toMatchObject({ status: 202, body: { demo: { status: 'removing', done: 0, total } } });
    const again = await first.delete('/account/demo', { 'idempotency-key': 'r' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(await reaches(first, 'removed')).toMatchObject({ done: total, total, problem: null });
    expect(await namesOf(first)).toEqual(own);
    const { project_team_memberships: members } = (await first.get('/project_team_memberships')).body;
    expect(members).toEqual([]);
    const deleted = await first.get('/projects?deleted_at[is_null]=false&per_page=1');
    const { changes } = (await first.get(`/projects/${deleted.body.projects[0].id}/history`)).body;
    expect(changes[0]).toMatchObject({ action: 'delete', source: 'api', request_id: 'removal' });
    expect((await first.delete('/account/demo')).status).toBe(409);
    expect((await second.delete('/account/demo')).status).toBe(409);
    expect(await service.engine.query('select id from jobs')).toEqual([]);
  });

  it('names what people have changed or use, and removes it only when that is confirmed', async () => {
    await using service = await startDelivering();
    const { first } = service;
    const own = await filled(service);
    const [project, used] = await list(first, 'projects');
    await first.patch(`/projects/${project.id}`, { project: { description: 'Ours' } });
    const task = await make(first, 'tasks', { title: 'Call them', project_id: used.id });
    const [user] = (await list(first, 'users')).filter(({ email }) => email.endsWith('@caprock-builders.example'));
    await first.post('/api_tokens', { api_token: { name: 'Theirs', scopes: ['read'], user_id: user?.['id'] } });
    const refused = await first.delete('/account/demo');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ code: 'in_use', resource: 'users', id: user?.['id'], name: user?.['name'] }),
      expect.objectContaining({ code: 'conflict', resource: 'projects', id: project.id, name: project.name }),
      expect.objectContaining({ code: 'in_use', resource: 'projects', id: used.id }),
    ]);
    expect(await demoOf(first)).toMatchObject({ status: 'complete' });
    expect(await list(first, 'projects')).toHaveLength(20);
    expect((await first.delete('/account/demo?confirm=all')).status).toBe(400);
    expect((await first.delete('/account/demo?confirm=changed')).status).toBe(202);
    await reaches(first, 'removed');
    expect(await namesOf(first)).toEqual({ ...own, tasks: [task['id']] });
    expect((await first.get(`/tasks/${String(task['id'])}`)).body.task.project.name).toBe(used.name);
  });

  it('keeps what people change while it is under way, and says so', async () => {
    await using service = await startDelivering({ everyMs: 600_000 });
    const { first } = service;
    await filled(service);
    const companies = await list(first, 'companies');
    const sample = companies.find(({ name }) => name !== 'Before' && name !== 'After');
    expect((await first.delete('/account/demo')).status).toBe(202);
    // Companies are among the last that the job deletes.
    const changed = await first.patch(`/companies/${sample.id}`, { company: { phone: '555-0100' } });
    expect(changed.status).toBe(200);
    const { problem } = await reaches(first, 'removed');
    const left = (await list(first, 'companies')).find(({ id }) => id === sample.id);
    expect(left).toBeDefined();
    // The user who created the company stays with it.
    const userIds = (await list(first, 'users')).map(({ id }) => id);
    expect(userIds).toContain(left?.['created_by'].id);
    expect(problem).toContain('2 records stay');
  });

  it('keeps what people made after a filling that failed before it made anything, by requests with the same id', async () => {
    await using service = await startDelivering();
    const { first } = service;
    const id = { 'x-request-id': 'always-the-same' };
    const { call_outcomes: outcomes } = (await first.get('/call_outcomes')).body;
    const outcome = outcomes.find(({ key }: Json) => key === 'connected');
    await first.delete(`/call_outcomes/${outcome.id}`);
    expect((await first.post('/account/demo', { demo: { projects: 20 } }, id)).status).toBe(202);
    await reaches(first, 'failed');
    await first.post(`/call_outcomes/${outcome.id}/restore`);
    await first.post('/companies', { company: { name: 'Between' } }, id);
    const own = await namesOf(first);
    expect((await first.post('/account/demo', { demo: { projects: 20 } }, id)).status).toBe(202);
    await reaches(first, 'complete');
    expect((await first.delete('/account/demo')).status).toBe(202);
    await reaches(first, 'removed');
    expect(await namesOf(first)).toEqual(own);
  });

  it('is for admins', async () => {
    await using service = await startDelivering();
    const { id: user_id } = await make(service.first, 'users', { role: 'member' });
    const token = { name: 'Member', scopes: ['read', 'write', 'admin'], user_id };
    const member = service.client((await service.first.post('/api_tokens', { api_token: token })).body.api_token.token);
    expect((await member.delete('/account/demo')).status).toBe(403);
  });
});
