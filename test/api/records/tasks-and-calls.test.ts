import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf, told } from '../../support/service/told.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const patchTask = (id: string, task: object) => first.patch(`/tasks/${id}`, { task });
const patchCall = (id: string, call: object) => first.patch(`/calls/${id}`, { call });
const shown = async (id: string): Promise<Json> => (await first.get(`/tasks/${id}`)).body.task;
const places = ({ body }: Reply): string[] => body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);

/** Records of different resources can share an id, so this keeps only the event types of one resource. */
const toldOf = async (id: string, family: string): Promise<string[]> =>
  (await told(first, id)).filter((type) => type.startsWith(`${family}.`));

describe('a task', () => {
  it('sends task.complete when it gets a completion time, once until it is reopened', async () => {
    const { id, completed_at: open } = await make(first, 'tasks');
    expect(open).toBeNull();
    const done = await patchTask(id, { completed_at: '2026-03-02T09:00:00-06:00' });
    expect([done.status, done.body.task.completed_at]).toEqual([200, '2026-03-02T15:00:00Z']);
    await patchTask(id, { completed_at: '2026-03-02T15:00:00Z' });
    await patchTask(id, { completed_at: '2026-03-03T15:00:00Z' });
    await patchTask(id, { title: 'Renamed' });
    expect(await toldOf(id, 'task')).toEqual([
      ...['task.complete', 'task.create', 'task.update', 'task.update', 'task.update'],
    ]);
    expect((await patchTask(id, { completed_at: null })).body.task.completed_at).toBeNull();
    await patchTask(id, { completed_at: '2026-03-04T15:00:00Z' });
    expect((await toldOf(id, 'task')).filter((type) => type === 'task.complete')).toHaveLength(2);
    expect((await historyOf(first, `/tasks/${id}`)).map(({ fields }) => fields.completed_at ?? null)).toEqual([
      { from: null, to: '2026-03-04T15:00:00Z' },
      { from: '2026-03-03T15:00:00Z', to: null },
      null,
      { from: '2026-03-02T15:00:00Z', to: '2026-03-03T15:00:00Z' },
      { from: null, to: '2026-03-02T15:00:00Z' },
      null,
    ]);
  });

  it('can be created as completed, with both events', async () => {
    const { id } = await make(first, 'tasks', { completed_at: '2026-03-02T15:00:00Z' });
    expect(await toldOf(id, 'task')).toEqual(['task.complete', 'task.create']);
  });

  it('has a deadline that is a date and does not depend on the time zone', async () => {
    const { id, deadline } = await make(first, 'tasks', { deadline: '2026-03-31' });
    expect(deadline).toBe('2026-03-31');
    expect((await shown(id)).deadline).toBe('2026-03-31');
    expect(places(await patchTask(id, { deadline: '2026-02-29' }))).toEqual(['/task/deadline invalid_format']);
    expect((await patchTask(id, { deadline: '' })).body.task.deadline).toBeNull();
  });

  it('needs a title on creation and on update', async () => {
    for (const title of [undefined, null, '', ' \n']) {
      expect(places(await first.post('/tasks', { task: { title } }))).toEqual(['/task/title required']);
    }
    const { id } = await make(first, 'tasks');
    for (const title of [null, '', ' '])
      expect(places(await patchTask(id, { title }))).toEqual(['/task/title required']);
  });
});

describe('the task list of a task', () => {
  it('shows the current name of its project, also after the project is deleted', async () => {
    const project = await make(first, 'projects', { name: 'Tower' });
    const list = await make(first, 'task_lists', { name: 'Bid day', project_id: project.id });
    const { id, ...task } = await make(first, 'tasks', { task_list_id: list.id });
    expect([task.task_list, task.project]).toEqual([list, null]);
    service.clock.advance(60_000);
    const renamed = (await first.patch(`/projects/${project.id}`, { project: { name: 'Towers' } })).body.project;
    const embedded = { id: project.id, created_at: project.created_at, updated_at: renamed.updated_at, name: 'Towers' };
    expect((await shown(id)).task_list).toEqual({ ...list, project: embedded });
    expect((await first.get('/tasks')).body.tasks[0].task_list.project).toEqual(embedded);
    expect((await patchTask(id, { notes: 'N' })).body.task.task_list.project).toEqual(embedded);
    await first.delete(`/projects/${project.id}`);
    expect((await shown(id)).task_list.project).toMatchObject({ id: project.id, name: 'Towers' });
    expect((await patchTask(id, { notes: 'O' })).body.task.task_list.project).toMatchObject({ name: 'Towers' });
    expect((await first.get(`/task_lists/${list.id}`)).body.task_list.project.name).toBe('Towers');
  });

  it('shows no project if the list has none, and the new project if the list moves', async () => {
    const list = await make(first, 'task_lists');
    const { id } = await make(first, 'tasks', { task_list_id: list.id });
    expect((await shown(id)).task_list.project).toBeNull();
    const project = await make(first, 'projects');
    await first.patch(`/task_lists/${list.id}`, { task_list: { project_id: project.id } });
    expect((await shown(id)).task_list.project.id).toBe(project.id);
    const other = await make(first, 'task_lists', { project_id: (await make(first, 'projects')).id });
    expect((await patchTask(id, { task_list_id: other.id })).body.task.task_list).toEqual(other);
  });

  it('stays on the task after its deletion, but no task can be added to it', async () => {
    const list = await make(first, 'task_lists', { project_id: (await make(first, 'projects')).id });
    const { id } = await make(first, 'tasks', { task_list_id: list.id });
    expect((await first.delete(`/task_lists/${list.id}`)).status).toBe(204);
    expect((await first.get(`/task_lists/${list.id}`)).status).toBe(404);
    const task = await shown(id);
    expect(task.task_list).toMatchObject({ id: list.id, name: list.name, project: list.project });
    // The task already refers to the list, so this is not a new reference.
    const kept = await patchTask(id, { task_list_id: list.id, notes: 'Still there' });
    expect([kept.status, kept.body.task.task_list.id]).toEqual([200, list.id]);
    const refused = [
      await first.post('/tasks', { task: { title: 'New', task_list_id: list.id } }),
      await patchTask((await make(first, 'tasks')).id, { task_list_id: list.id }),
    ];
    for (const answer of refused) expect(places(answer)).toEqual(['/task/task_list_id invalid_reference']);
    await first.post(`/task_lists/${list.id}/restore`);
    expect((await first.post('/tasks', { task: { title: 'New', task_list_id: list.id } })).status).toBe(201);
  });
});

describe('a call', () => {
  it('has the current time unless the request sets another', async () => {
    const before = service.clock.now().toISOString().replace('.000', '');
    expect((await make(first, 'calls')).recorded_at).toBe(before);
    expect((await make(first, 'calls', { recorded_at: null })).recorded_at).toBe(before);
    expect((await make(first, 'calls', { recorded_at: '' })).recorded_at).toBe(before);
    const { id, recorded_at: at } = await make(first, 'calls', { recorded_at: '2026-01-02T03:04:05.678+01:00' });
    expect(at).toBe('2026-01-02T02:04:05.678Z');
    service.clock.advance(1000);
    expect((await patchCall(id, { notes: 'Changed' })).body.call.recorded_at).toBe(at);
  });

  it('needs a company, a contact, a project or notes', async () => {
    const outcome = (await first.get('/call_outcomes')).body.call_outcomes[0].id;
    for (const call of [{}, { call_outcome_id: outcome }, { notes: null }, { notes: '' }, { notes: ' \n' }]) {
      const refused = await first.post('/calls', { call });
      expect([refused.status, places(refused)]).toEqual([422, ['/call required']]);
    }
    for (const [key, plural] of [
      ['company_id', 'companies'],
      ['contact_id', 'contacts'],
      ['project_id', 'projects'],
    ] as const) {
      const { id } = await make(first, plural);
      expect((await first.post('/calls', { call: { [key]: id } })).status).toBe(201);
    }
  });

  it('cannot lose its last company, contact, project or notes in an update', async () => {
    const company = await make(first, 'companies');
    const made = await first.post('/calls', { call: { company_id: company.id, notes: 'Will bid' } });
    const { id } = made.body.call;
    expect((await patchCall(id, { notes: null })).status).toBe(200);
    const refused = await patchCall(id, { company_id: null });
    expect([refused.status, places(refused)]).toEqual([422, ['/call/company_id required']]);
    expect((await patchCall(id, { company_id: null, notes: 'Anyway' })).status).toBe(200);
  });

  it('with only an invalid reference gets only the error for that reference', async () => {
    const refused = await first.post('/calls', { call: { company_id: '999999999' } });
    expect(places(refused)).toEqual(['/call/company_id invalid_reference']);
    const wrong = await first.post('/calls', { call: { notes: 5 } });
    expect(places(wrong)).toEqual(['/call/notes wrong_type']);
    const nobody = await first.post('/contacts', { contact: { email: 'nobody' } });
    expect(places(nobody)).toEqual(['/contact/email invalid_format']);
  });

  it('shows the user who logged it', async () => {
    const ada = await make(first, 'users', { role: 'member' });
    const { client } = await clientOf(service, { userId: ada.id });
    const { body } = await client.post('/calls', { call: { notes: 'Left word', created_by_id: undefined } });
    expect(body.call.created_by.id).toBe(ada.id);
    expect(await toldOf(body.call.id, 'call')).toEqual(['call.create']);
  });

  it('still shows its company, contact and project after they are deleted', async () => {
    const [company, contact, project] = await Promise.all(
      ['companies', 'contacts', 'projects'].map((plural) => make(first, plural)),
    );
    const ids = { company_id: company.id, contact_id: contact.id, project_id: project.id };
    const { id, ...call } = (await first.post('/calls', { call: ids })).body.call;
    for (const path of [`/companies/${company.id}`, `/contacts/${contact.id}`, `/projects/${project.id}`]) {
      expect((await first.delete(path)).status).toBe(204);
    }
    const after = (await first.get(`/calls/${id}`)).body.call;
    for (const key of ['company', 'contact', 'project']) {
      expect([after[key].id, after[key].name]).toEqual([call[key].id, call[key].name]);
    }
    expect((await patchCall(id, { ...ids, notes: 'N' })).status).toBe(200);
  });
});
