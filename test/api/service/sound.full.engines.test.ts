import { expect, test } from 'vitest';
import { bulk } from '../../support/data/bulk.ts';
import { csv, done, imported, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import { reverting } from '../../support/data/reverting.ts';
import { faultsIn } from '../../support/data/soundness.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { startTestService, type TestClock } from '../../support/service/service.ts';

const dayMs = 24 * 60 * 60 * 1000;

async function changeRecords(client: Client, clock: TestClock): Promise<void> {
  const industry = await make(client, 'industries');
  const company = await make(client, 'companies', { industry_ids: [industry.id] });
  const contact = await make(client, 'contacts', { company_id: company.id });
  const user = await make(client, 'users');
  const foreman = { model: 'project', name: 'Foreman', field_type: 'user', api_name: 'foreman' };
  const field = await make(client, 'custom_fields', foreman);
  const project = await make(client, 'projects', { company_id: company.id, contact_id: contact.id });
  const path = `/projects/${project.id}`;
  const stages: Json[] = (await client.get('/project_stages')).body.project_stages;
  for (const { id } of stages.slice(1, 6)) {
    clock.advance(60_000);
    await client.patch(path, {
      project: { project_stage_id: id, custom_fields: { foreman: user.id }, bid_due_date: '2026-05-05' },
    });
  }
  expect(await reverting(client, path, 4)).toMatchObject({ status: 200 });
  await client.delete(`/custom_fields/${field.id}`);
  await make(client, 'custom_fields', foreman);
  await client.patch(path, { project: { custom_fields: { foreman: user.id }, amount: 12.34, square_feet: 5 } });
  const stage = (await client.get(path)).body.project.project_stage;
  const next = stages.find(({ id, category }) => id !== stage.id && category === stage.category);
  expect(await client.delete(`/project_stages/${stage.id}?replace_with=${next?.id}`)).toMatchObject({ status: 204 });
  await client.delete(path);
  await client.patch('/account', { account: { time_zone: 'Europe/Paris' } });
  expect(await client.post(`${path}/restore`)).toMatchObject({ status: 200 });
  const lead = await make(client, 'leads', { company_id: company.id });
  expect(await client.post(`/leads/${lead.id}/convert`)).toMatchObject({ status: 201 });
  await make(client, 'project_team_memberships', { user_id: user.id, roles: ['estimator'] });
  const task = await make(client, 'tasks');
  await client.patch(`/tasks/${task.id}`, { task: { completed_at: '2026-03-02T10:00:00Z' } });
  await make(client, 'calls');
  await client.patch(`/companies/${company.id}`, { company: { industry_ids: [], name: 'Other words' } });
}

async function changeMany(client: Client): Promise<void> {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    external_id: `B-${at % 20}`,
    name: `Bulk ${at}`,
    category: 'client',
  }));
  await bulk(client, 'companies', rows);
  const text = csv(
    ['external_id', 'name', 'client'],
    ['I-1', 'School', 'Acme'],
    ['I-2', 'Depot', 'Acme'],
    ['I-1', 'School 2', 'Best'],
  );
  const run = await imported(client, 'projects', text);
  expect(run).toMatchObject({ status: 'complete' });
  const again = await upload(client, 'projects', csv(['external_id', 'name'], ['I-2', 'Depot, renamed']));
  await done(client, again.id, 'run', { confirm: ['other_names'] });
  expect(await done(client, again.id, 'undo')).toMatchObject({ status: 'undone' });
  expect(await done(client, run.id, 'undo')).toMatchObject({ status: 'undone' });
}

test('the data is sound after every kind of change, also if the clock jumps', { timeout: 300_000 }, async () => {
  await using service = await startTestService({}, { pace: { everyMs: 20 } });
  const { first, clock, engine } = service;
  await changeRecords(first, clock);
  await changeMany(first);
  for (const days of [400, -500, 100]) {
    clock.advance(days * dayMs);
    const { id } = await make(first, 'projects');
    clock.advance(-30 * dayMs);
    const stages: Json[] = (await first.get('/project_stages')).body.project_stages;
    for (const stage of stages.slice(1, 4)) {
      const project = { name: `In ${stage.name}`, project_stage_id: stage.id };
      expect(await first.patch(`/projects/${id}`, { project })).toMatchObject({ status: 200 });
    }
    clock.advance(30 * dayMs);
    await first.delete(`/projects/${id}`);
  }
  clock.set('2026-03-02T15:00:00Z');
  expect(await faultsIn(engine, clock.now())).toEqual([]);
});
