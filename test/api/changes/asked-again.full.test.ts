import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { fullBody, make, postNew } from '../../support/data/make.ts';
import { table } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let projects: Json[];
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  const company = await make(first, 'companies', { name: 'Before Builders' });
  projects = [];
  for (let count = 0; count < 3; count += 1) {
    projects.push(await make(first, 'projects', { name: `Job ${count}`, company_id: company.id }));
  }
});
afterAll(() => service.stop());

const listed = async (query = ''): Promise<Json[]> => (await first.get(`/projects${query}`)).body.projects;

/** Expects that a list shows the same records as single reads do, and the same again in a second request. */
async function expectTrue(): Promise<Json[]> {
  const rows = await listed();
  for (const row of rows) expect(row).toEqual((await first.get(`/projects/${row.id}`)).body.project);
  expect(await listed()).toEqual(rows);
  return rows;
}

it('a repeated list request shows the current values of its records and of the records that they embed', async () => {
  const [oldest] = projects;
  for (let time = 0; time < 3; time += 1) expect(await expectTrue()).toHaveLength(3);
  await first.patch(`/projects/${oldest.id}`, { project: { name: 'Renamed' } });
  expect((await expectTrue()).map(({ name }) => name)).toContain('Renamed');
  await first.patch(`/companies/${oldest.company.id}`, { company: { name: 'After Builders' } });
  expect((await expectTrue()).map(({ company }) => company.name)).toEqual(Array(3).fill('After Builders'));
  const stage = oldest.project_stage;
  await first.patch(`/project_stages/${stage.id}`, { project_stage: { name: 'Heard of' } });
  expect((await expectTrue())[0].project_stage.name).toBe('Heard of');
  const field = await make(first, 'custom_fields', { model: 'project', name: 'Roof', field_type: 'text' });
  expect((await expectTrue())[0].custom_fields).toEqual({ [field.api_name]: null });
  await first.delete(`/custom_fields/${field.id}`);
  expect((await expectTrue())[0].custom_fields).toEqual({});
  expect(await listed('?page=1')).toEqual(await listed());
});

it('a repeated list request counts the days that have passed', async () => {
  const [{ stage_age: before }] = await expectTrue();
  service.clock.advance(3 * 86_400_000);
  expect((await expectTrue())[0].stage_age).toBe(Number(before) + 3);
  service.clock.advance(-2 * 86_400_000);
  expect((await expectTrue())[0].stage_age).toBe(Number(before) + 1);
  service.clock.advance(2 * 86_400_000);
  const [{ pursuit_duration: inChicago }] = await expectTrue();
  await first.patch('/account', { account: { time_zone: 'Pacific/Kiritimati' } });
  // In that zone the projects were created one day later, and today is the same day.
  service.clock.set('2026-03-05T08:00:00Z');
  expect((await expectTrue())[0].pursuit_duration).toBe(Number(inChicago) - 1);
});

it('a repeated list request returns the fields and includes that it names', async () => {
  await listed();
  expect(Object.keys((await listed('?fields=id,name'))[0])).toEqual(['id', 'name']);
  expect(Object.keys((await listed())[0]).length).toBeGreaterThan(30);
  expect((await listed('?include=tasks'))[0].tasks).toEqual([]);
  expect((await listed())[0]).not.toHaveProperty('tasks');
});

it('a repeated list request returns only records of its own account', async () => {
  expect((await service.second.get('/projects')).body.projects).toEqual([]);
  await make(service.second, 'projects', { name: 'Job 0' });
  expect((await service.second.get('/projects')).body.projects).toHaveLength(1);
  expect(await listed()).toHaveLength(3);
});

describe.each(table)('%s', (plural, resource) => {
  it('are the same in repeated lists and in single reads, after updates, deletion and restore', async () => {
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const body = { [resource.singular]: await fullBody(first, resource) };
      made.push((await postNew(first, resource, body)).body[resource.singular].id);
    }
    async function expectSame(ids: string[]): Promise<void> {
      for (let time = 0; time < 2; time += 1) {
        const { body } = await first.get(`/${plural}?per_page=100`);
        const shown = new Map(body[plural].map((record: Json) => [record.id, record]));
        for (const id of made) {
          const one = await first.get(`/${plural}/${id}`);
          expect(shown.get(id)).toEqual(ids.includes(id) ? one.body[resource.singular] : undefined);
        }
      }
    }
    await expectSame(made);
    const [one = '', other = '', third = ''] = made;
    for (const id of [one, other]) {
      const changes = { [resource.singular]: await fullBody(first, resource, 'update') };
      const changed = await first.patch(`/${plural}/${id}`, changes);
      expect(changed.status, changed.text).toBe(200);
      await expectSame(made);
    }
    await first.delete(`/${plural}/${other}`);
    await expectSame([one, third]);
    await first.post(`/${plural}/${other}/restore`);
    await expectSame(made);
  });
});

it('a repeated list request for deleted records returns the same as the first one', async () => {
  const { id } = await make(first, 'projects', { name: 'Given up' });
  await listed();
  await first.delete(`/projects/${id}`);
  const deleted = async (): Promise<Json> => (await listed('?deleted_at[is_null]=false'))[0];
  expect((await deleted()).name).toBe('Given up');
  expect(await deleted()).toEqual(await deleted());
  expect((await listed()).map((project) => project.id)).not.toContain(id);
});
