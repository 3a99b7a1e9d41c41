import { describe, expect, it, onTestFinished } from 'vitest';
import { firmOf } from '../../src/demo/firm.ts';
import type { Deed } from '../../src/demo/deed.ts';
import { make } from '../support/data/make.ts';
import { eventually, startDelivering } from '../support/delivery/delivering.ts';
import type { Client, Json } from '../support/service/client.ts';
import { databaseFor, type TestService } from '../support/service/service.ts';

const demoOf = async (client: Client): Promise<Json> => (await client.get('/account/demo')).body.demo;

const complete = (client: Client): Promise<Json> =>
  eventually(async () => {
    const demo = await demoOf(client);
    expect(demo).toMatchObject({ status: 'complete' });
    return demo;
  });

const count = async (client: Client, plural: string): Promise<number> =>
  Number((await client.get(`/${plural}?per_page=1`, { prefer: 'count=exact' })).headers.get('x-total-count'));

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
  'goals',
];

/** The deeds of the firm that the command line makes at the time of the service's clock, in order of time. */
async function deedsOf({ clock, first }: TestService, projects: number): Promise<Deed[]> {
  const { account } = (await first.get('/account')).body;
  const firm = await firmOf({
    seed: 1,
    projects,
    now: clock.now(),
    timeZone: account.time_zone,
    fiscalYearStartsMonth: 1,
  });
  return firm.chapters.flatMap(({ deeds }) => [...deeds()]).sort((one, other) => one.at - other.at);
}

async function expectFirm(client: Client, deeds: readonly Deed[]): Promise<void> {
  for (const plural of plurals) {
    const made = deeds.filter(({ action, name }) => action !== 'update' && name.startsWith(`${plural}/`));
    expect([plural, await count(client, plural)]).toEqual([plural, made.length]);
  }
  const stages = new Map<string, string>();
  const changes = new Map<string, number>();
  for (const { name, links } of deeds) {
    // An update of the remaining amount changes no stage.
    if (!name.startsWith('projects/') || links['project_stage_id'] === undefined) continue;
    stages.set(name, String(links['project_stage_id']).split('/')[1] ?? '');
    changes.set(name, (changes.get(name) ?? 0) + 1);
  }
  const keys = new Map((await client.get('/project_stages')).body.project_stages.map(({ id, key }: Json) => [id, key]));
  const { projects } = (await client.get('/projects?per_page=500&include=stage_changes')).body;
  expect(projects.map((project: Json) => keys.get(project.project_stage.id)).sort()).toEqual(
    [...stages.values()].sort(),
  );
  expect(projects.map((project: Json) => project.stage_changes.length).sort()).toEqual([...changes.values()].sort());
}

const yearly = { period: 'year', starts_on: '2026-01-01', measure: 'booked_amount' };

describe('the sample data over HTTP', () => {
  it('sets no goals in an account that has some', async () => {
    await using service = await startDelivering();
    const { first } = service;
    const goal = await make(first, 'goals', { ...yearly, target: 7 });
    await first.post('/account/demo', { demo: { projects: 20 } });
    expect((await complete(first)).records).not.toHaveProperty('goals');
    expect((await first.get('/goals')).body.goals).toEqual([goal]);
  });

  it('fills the account in the background as the command line does, under the name of the request', async () => {
    await using service = await startDelivering();
    const { first, second } = service;
    const none = {
      status: 'none',
      done: 0,
      total: null,
      started_at: null,
      finished_at: null,
      problem: null,
      records: {},
    };
    expect(await demoOf(first)).toEqual(none);
    const body = { demo: { projects: 20 } };
    const started = await first.post('/account/demo', body, { 'x-request-id': 'first-run', 'idempotency-key': 'demo' });
    const at = '2026-03-02T15:00:00Z';
    expect(started).toMatchObject({ status: 202, body: { demo: { ...none, status: 'running', started_at: at } } });
    const deeds = await deedsOf(service, 20);
    const { done, total, ...rest } = await complete(first);
    expect([done, total]).toEqual([deeds.length, deeds.length]);
    expect(rest).toMatchObject({ status: 'complete', started_at: at, finished_at: at, problem: null });
    expect(rest.records).toMatchObject({ projects: 20, users: 12, custom_fields: 7 });
    await expectFirm(first, deeds);
    const [project] = (await first.get('/projects?per_page=1')).body.projects;
    const { changes } = (await first.get(`/projects/${project.id}/history`)).body;
    expect(changes.at(-1)).toMatchObject({ action: 'create', source: 'api', request_id: 'first-run' });
    expect(changes.map((change: Json) => change.at)).toEqual(
      changes
        .map((change: Json) => change.at)
        .sort()
        .reverse(),
    );
    expect(await demoOf(second)).toEqual(none);
    expect(await count(second, 'projects')).toBe(0);
    const again = await first.post('/account/demo', body, { 'idempotency-key': 'demo' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(await first.post('/account/demo')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await service.engine.query('select id from jobs')).toEqual([]);
  });

  it('goes on after a restart, without duplicates', async () => {
    const on = await databaseFor();
    const before = await startDelivering({}, { on });
    onTestFinished(() => before.stop());
    const deeds = await deedsOf(before, 100);
    await before.first.post('/account/demo', { demo: { projects: 100 } });
    const { done } = await eventually(async () => {
      const demo = await demoOf(before.first);
      expect(demo.done).toBeGreaterThan(0);
      return demo;
    });
    expect(done).toBeLessThan(deeds.length);
    await before.stop();
    await using after = await startDelivering({}, { on });
    expect(await complete(after.first)).toMatchObject({ done: deeds.length, total: deeds.length });
    await expectFirm(after.first, deeds);
  });

  it('starts once, and only in an account without projects', async () => {
    await using service = await startDelivering({ everyMs: 600_000 });
    const { first, second } = service;
    await make(second, 'projects');
    const refused = await second.post('/account/demo');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.detail).toContain('already has projects');
    expect(await demoOf(second)).toMatchObject({ status: 'none' });
    const answers = await Promise.all([1, 2, 3].map(() => first.post('/account/demo', { demo: { projects: 20 } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    await complete(first);
    expect(await count(first, 'projects')).toBe(20);
  });

  it('fails with the reason if the account lacks an entry that it needs, and can be started again', async () => {
    await using service = await startDelivering();
    const { first } = service;
    const { call_outcomes: outcomes } = (await first.get('/call_outcomes')).body;
    const { id } = outcomes.find(({ key }: Json) => key === 'connected');
    await first.delete(`/call_outcomes/${id}`);
    expect((await first.post('/account/demo', { demo: { projects: 20 } })).status).toBe(202);
    const failed = await eventually(async () => {
      const demo = await demoOf(first);
      expect(demo.status).toBe('failed');
      return demo;
    });
    expect(failed.problem).toBe(
      'Sample data needs entries that the account has deleted: the call outcome "Connected". ' +
        'Restore them in "Settings > Lists", under Deleted.',
    );
    expect(await count(first, 'companies')).toBe(0);
    await first.post(`/call_outcomes/${id}/restore`);
    expect((await first.post('/account/demo', { demo: { projects: 20 } })).status).toBe(202);
    await complete(first);
    expect(await count(first, 'projects')).toBe(20);
  });

  it('fills a firm that was set up with stages of its own', async () => {
    await using service = await startDelivering();
    const { first } = service;
    const account = { name: 'Mesa Builders', time_zone: 'America/Denver', currency: 'CAD' };
    expect(await first.patch('/account', { account })).toMatchObject({ status: 200, body: { account } });
    const { project_stages: stages } = (await first.get('/project_stages')).body;
    const kept = ['tracking', 'estimating', 'bid_submitted', 'won', 'lost'];
    for (const { id, key } of stages) {
      if (!kept.includes(key)) expect((await first.delete(`/project_stages/${id}`)).status).toBe(204);
    }
    const { id: own } = await make(first, 'project_stages', { name: 'Interview', category: 'open', position: 2 });
    const renamed = { project_stage: { name: 'Pricing', position: 1 } };
    const estimating = stages.find(({ key }: Json) => key === 'estimating').id;
    expect((await first.patch(`/project_stages/${estimating}`, renamed)).status).toBe(200);
    await make(first, 'users', { first_name: 'Tom', email: 'tom@mesa.example', role: 'member' });
    expect((await first.post('/account/demo', { demo: { projects: 40 } })).status).toBe(202);
    await complete(first);
    expect(await count(first, 'projects')).toBe(40);
    const { projects } = (await first.get('/projects?per_page=500')).body;
    const live = (await first.get('/project_stages')).body.project_stages.map(({ id }: Json) => id);
    expect(live).toHaveLength(kept.length + 1);
    expect(live).toContain(own);
    for (const { project_stage: stage } of projects) expect(live).toContain(stage.id);
  });

  it('is for admins, and names every wrong option', async () => {
    await using service = await startDelivering();
    const { first } = service;
    const wrong = await first.post('/account/demo', { demo: { projects: 19, seed: -1, size: 3 } });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors.map(({ pointer }: Json) => pointer).sort()).toEqual([
      '/demo/projects',
      '/demo/seed',
      '/demo/size',
    ]);
    const { id: user_id } = await make(first, 'users', { role: 'member' });
    const token = { name: 'Member', scopes: ['read', 'write', 'admin'], user_id };
    const member = service.client((await first.post('/api_tokens', { api_token: token })).body.api_token.token);
    expect([(await member.post('/account/demo')).status, (await member.get('/account/demo')).status]).toEqual([
      403, 403,
    ]);
    expect(await demoOf(first)).toMatchObject({ status: 'none' });
  });
});
