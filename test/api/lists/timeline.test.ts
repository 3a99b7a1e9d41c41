import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert } from '../../support/data/beside.ts';
import { follow, linksOf } from '../../support/data/links.ts';
import { make } from '../../support/data/make.ts';
import { reverting } from '../../support/data/reverting.ts';
import { timelineTold } from '../../support/data/timeline-oracle.ts';
import type { TimelineFamily } from '../../../src/resources/timeline.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let stages: Json[];
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  stages = (await first.get('/project_stages')).body.project_stages;
});
afterAll(() => service.stop());

const stageId = (name: string): string => stages.find((stage) => stage.name === name).id;
const minute = 60_000;
const later = (minutes = 1): void => service.clock.advance(minutes * minute);

async function timelineOf(plural: string, id: string, query = ''): Promise<Json[]> {
  const answer = await first.get(`/${plural}/${id}/timeline${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.timeline;
}

const idsOf = async (plural: string, id: string, query?: string): Promise<string[]> =>
  (await timelineOf(plural, id, query)).map((entry) => entry.id);

const typesOf = async (plural: string, id: string, query?: string): Promise<string[]> =>
  (await timelineOf(plural, id, query)).map(({ type }) => type);

/** The timeline, which equals what the lists and histories of the API tell. */
async function soundTimeline(plural: TimelineFamily, id: string, types?: readonly string[]): Promise<Json[]> {
  const path = `/${plural}/${id}/timeline?per_page=7${types ? `&types=${types.join(',')}` : ''}`;
  const entries = (await follow(first, { path })).flat();
  expect(entries).toEqual(await timelineTold(first, plural, id, types));
  return entries;
}

describe('the timeline of a project', () => {
  it('has its notes, calls, completed tasks, moves and important changes, the latest first', async () => {
    const user = await make(first, 'users', { first_name: 'Sue' });
    const company = await make(first, 'companies', { name: 'Northline' });
    const contact = await make(first, 'contacts', { first_name: 'Maria' });
    const { id } = await make(first, 'projects', { name: 'Lab', company_id: company.id });
    later();
    const of = { project_id: id };
    const meeting = await make(first, 'notes', { ...of, kind: 'meeting', contact_ids: [contact.id], text: 'Roof' });
    later();
    const call = await make(first, 'calls', { ...of, contact_id: contact.id, company_id: company.id });
    later();
    const task = await make(first, 'tasks', { ...of, title: 'Price it', assigned_to_id: user.id });
    await first.patch(`/tasks/${task.id}`, { task: { completed_at: service.clock.now().toISOString() } });
    await make(first, 'tasks', { ...of, title: 'Still open' });
    later();
    await first.patch(`/projects/${id}`, { project: { amount: 5, description: 'Long' } });
    await first.patch(`/projects/${id}`, { project: { description: 'Longer' } });
    later();
    await first.patch(`/projects/${id}`, { project: { project_stage_id: stageId('Lost') } });
    const [move, closing, change, done, called, met, made, ...rest] = await soundTimeline('projects', id);
    expect(rest).toEqual([]);
    expect(move).toMatchObject({ type: 'stage_change', about: [], stage_change: { to: { name: 'Lost' } } });
    expect(Object.keys(move ?? {})).toEqual(['id', 'type', 'at', 'user', 'about', 'stage_change']);
    expect(Object.keys(closing?.change.fields)).toEqual(expect.arrayContaining(['close_type', 'award_date']));
    expect(closing?.change.fields).not.toHaveProperty('project_stage_id');
    expect(change?.change).toEqual({ action: 'update', fields: { amount: { from: null, to: 5 } } });
    expect(done).toMatchObject({ id: `task-${task.id}`, user: { first_name: 'Sue' }, task: { title: 'Price it' } });
    expect(called).toMatchObject({ id: `call-${call.id}`, call: { id: call.id } });
    expect(called?.about).toEqual([
      { resource: 'companies', id: company.id, name: 'Northline' },
      { resource: 'contacts', id: contact.id, name: 'Maria' },
    ]);
    expect(met).toMatchObject({ id: `meeting-${meeting.id}`, type: 'meeting', at: meeting.happened_at });
    expect(made).toMatchObject({ type: 'change', change: { action: 'create', fields: {} } });
  });

  it('shows the types that the request names', async () => {
    const { id } = await make(first, 'projects');
    for (const kind of ['note', 'meeting', 'site_visit', 'email']) {
      later();
      await make(first, 'notes', { project_id: id, kind });
    }
    await make(first, 'calls', { project_id: id });
    expect(await typesOf('projects', id, '?types=meeting,email')).toEqual(['email', 'meeting']);
    expect(await typesOf('projects', id, '?types=call&types=site_visit')).toEqual(['call', 'site_visit']);
    expect(await typesOf('projects', id, '?types=task')).toEqual([]);
    await soundTimeline('projects', id, ['note', 'change']);
  });

  it('loses a move that is taken back', async () => {
    const { id } = await make(first, 'projects');
    later();
    await first.patch(`/projects/${id}`, { project: { project_stage_id: stageId('Estimating') } });
    expect(await typesOf('projects', id, '?types=stage_change')).toEqual(['stage_change']);
    later();
    await reverting(first, `/projects/${id}`, 1);
    expect(await typesOf('projects', id, '?types=stage_change')).toEqual([]);
    await soundTimeline('projects', id);
  });

  it('has the notes of the lead that it came from', async () => {
    const lead = await make(first, 'leads', { name: 'Old Mill' });
    const note = await make(first, 'notes', { lead_id: lead.id, company_id: null });
    later();
    await first.patch(`/leads/${lead.id}`, { lead: { priority: true } });
    const project = await convert(first, lead.id);
    const entries = await soundTimeline('projects', project.id);
    expect(entries.map(({ type }) => type)).toEqual(['change', 'note']);
    expect(entries[1]).toMatchObject({
      id: `note-${note.id}`,
      about: [{ resource: 'leads', id: lead.id, name: 'Old Mill' }],
    });
    const ofLead = await soundTimeline('leads', lead.id);
    expect(ofLead.flatMap(({ change }) => Object.keys(change?.fields ?? {}))).toContain('priority');
    await first.delete(`/leads/${lead.id}`);
    expect(await typesOf('projects', project.id)).toEqual(['change']);
  });

  it('has its files and those of its lead, and leaves those of its notes with these', async () => {
    const lead = await make(first, 'leads', { name: 'Old Mill' });
    const survey = await make(first, 'files', { lead_id: lead.id });
    const project = await convert(first, lead.id);
    later();
    const plans = await make(first, 'files', { project_id: project.id, name: 'Plans' });
    const note = await make(first, 'notes', { project_id: project.id });
    await make(first, 'files', { note_id: note.id });
    const entries = await soundTimeline('projects', project.id, ['file']);
    expect(entries).toMatchObject([
      { id: `file-${plans.id}`, at: plans.created_at, user: { id: plans.created_by.id }, about: [], file: plans },
      { id: `file-${survey.id}`, about: [{ resource: 'leads', id: lead.id, name: 'Old Mill' }] },
    ]);
    expect(await typesOf('projects', project.id, '?types=file')).toEqual(['file', 'file']);
    await first.patch(`/files/${plans.id}`, { file: { company_id: (await make(first, 'companies')).id } });
    expect(await idsOf('projects', project.id)).not.toContain(`file-${plans.id}`);
  });

  it('follows the deletion and the restoration of each record', async () => {
    const { id } = await make(first, 'projects');
    const of = { project_id: id };
    const entries: [string, Json][] = [
      ['notes', await make(first, 'notes', of)],
      ['calls', await make(first, 'calls', of)],
      ['tasks', await make(first, 'tasks', { ...of, completed_at: service.clock.now().toISOString() })],
      ['files', await make(first, 'files', of)],
    ];
    const whole = await idsOf('projects', id);
    expect(whole).toHaveLength(5);
    for (const [plural, record] of entries) {
      await first.delete(`/${plural}/${record.id}`);
      const less = await idsOf('projects', id);
      expect(less).toHaveLength(4);
      expect(whole).toEqual(expect.arrayContaining(less));
      await first.post(`/${plural}/${record.id}/restore`);
      expect(await idsOf('projects', id)).toEqual(whole);
    }
    await first.delete(`/projects/${id}`);
    expect((await first.get(`/projects/${id}/timeline`)).status).toBe(404);
    await first.post(`/projects/${id}/restore`);
    expect(await idsOf('projects', id)).toEqual(whole);
  });

  it('takes a task out when it is opened again, and a call whose time is cleared', async () => {
    const { id } = await make(first, 'projects');
    const task = await make(first, 'tasks', { project_id: id, completed_at: '2026-03-01T10:00:00Z' });
    const call = await make(first, 'calls', { project_id: id });
    await first.patch(`/tasks/${task.id}`, { task: { completed_at: null } });
    await first.patch(`/calls/${call.id}`, { call: { recorded_at: null } });
    expect(await typesOf('projects', id)).toEqual(['change']);
  });

  it('leaves deleted records out of about', async () => {
    const [company, contact] = [
      await make(first, 'companies'),
      await make(first, 'contacts', { email: 'm@x.example' }),
    ];
    const { id } = await make(first, 'projects');
    await make(first, 'notes', { project_id: id, company_id: company.id, contact_ids: [contact.id] });
    const about = async (): Promise<Json[]> => (await timelineOf('projects', id, '?types=note'))[0]?.about;
    expect((await about()).map(({ resource }: Json) => resource)).toEqual(['companies', 'contacts']);
    await first.delete(`/contacts/${contact.id}`);
    expect((await about()).map(({ resource }: Json) => resource)).toEqual(['companies']);
    await first.delete(`/companies/${company.id}`);
    expect(await about()).toEqual([]);
  });

  it('is read by its external id', async () => {
    const { id } = await make(first, 'projects', { external_id: 'ERP-T-1' });
    expect(await idsOf('projects', 'external_id:ERP-T-1')).toEqual(await idsOf('projects', id));
  });
});

describe('the timeline of a company', () => {
  /** A company with a contact, a project and a lead, each with a note. */
  async function account() {
    const company = await make(first, 'companies', { name: 'Acme' });
    const of = { company_id: company.id };
    const contact = await make(first, 'contacts', { ...of, first_name: 'Dan' });
    const project = await make(first, 'projects', { ...of, name: 'Depot' });
    const lead = await make(first, 'leads', { ...of, name: 'Mill' });
    const none = { company_id: null };
    later();
    await make(first, 'notes', { ...of });
    await make(first, 'notes', { ...none, contact_ids: [contact.id] });
    later();
    await make(first, 'notes', { ...none, project_id: project.id, kind: 'site_visit' });
    await make(first, 'notes', { ...none, lead_id: lead.id });
    later();
    const all = { ...of, project_id: project.id, lead_id: lead.id, contact_ids: [contact.id], kind: 'meeting' };
    await make(first, 'notes', all);
    await make(first, 'calls', { contact_id: contact.id });
    await make(first, 'tasks', { project_id: project.id, completed_at: service.clock.now().toISOString() });
    await first.patch(`/projects/${project.id}`, { project: { project_stage_id: stageId('Estimating') } });
    return { company, contact, project, lead };
  }

  it('has the entries of the company, its contacts, its projects and its leads, each once', async () => {
    const { company, project } = await account();
    const entries = await soundTimeline('companies', company.id);
    expect(entries.map(({ type }) => type)).toEqual([
      ...['task', 'stage_change', 'meeting', 'call', 'note', 'site_visit', 'note', 'note'],
    ]);
    const [, move, meeting] = entries;
    expect(move?.about).toEqual([{ resource: 'projects', id: project.id, name: 'Depot' }]);
    expect(meeting?.about.map(({ name }: Json) => name)).toEqual(['Depot', 'Mill', 'Dan']);
  });

  it('has changes if the request asks for them', async () => {
    const { company, lead } = await account();
    await first.patch(`/leads/${lead.id}`, { lead: { value_in_cents: 500 } });
    const changes = await soundTimeline('companies', company.id, ['change']);
    expect(changes.map(({ change }) => change.action)).toEqual(['update', ...Array<string>(4).fill('create')]);
    expect(changes[0]).toMatchObject({
      about: [{ resource: 'leads', id: lead.id, name: 'Mill' }],
      change: { fields: { value_in_cents: { from: null, to: 500 } } },
    });
  });

  it('follows a contact who moves to another company', async () => {
    const [from, to] = [await account(), await make(first, 'companies')];
    const { contact, company } = from;
    const own = await make(first, 'notes', { company_id: null, contact_ids: [contact.id] });
    expect(await idsOf('companies', company.id)).toContain(`note-${own.id}`);
    await first.patch(`/contacts/${contact.id}`, { contact: { company_id: to.id } });
    expect(await idsOf('companies', company.id)).not.toContain(`note-${own.id}`);
    expect(await idsOf('companies', to.id)).toContain(`note-${own.id}`);
    await soundTimeline('companies', company.id);
    await soundTimeline('companies', to.id);
    await soundTimeline('contacts', contact.id);
    await first.delete(`/contacts/${contact.id}`);
    expect(await idsOf('companies', to.id)).not.toContain(`note-${own.id}`);
  });

  it('leaves out the entries of deleted projects and leads', async () => {
    const { company, project, lead } = await account();
    await first.delete(`/projects/${project.id}`);
    await first.delete(`/leads/${lead.id}`);
    expect(await typesOf('companies', company.id)).toEqual(['meeting', 'call', 'note', 'note']);
    await first.post(`/projects/${project.id}/restore`);
    await first.post(`/leads/${lead.id}/restore`);
    await soundTimeline('companies', company.id);
  });
});

describe('the pages of a timeline', () => {
  it('go on where they stopped, with entries of one instant once each', async () => {
    const { id } = await make(first, 'projects');
    const at = service.clock.now().toISOString();
    for (let count = 0; count < 4; count += 1) {
      await make(first, 'notes', { project_id: id, happened_at: at });
      await make(first, 'calls', { project_id: id, recorded_at: at });
      await make(first, 'tasks', { project_id: id, completed_at: at });
    }
    await first.patch(`/projects/${id}`, { project: { project_stage_id: stageId('Estimating') } });
    const whole = await soundTimeline('projects', id);
    expect(whole.map(({ type }) => type)).toEqual([
      ...[...Array<string>(4).fill('task'), 'stage_change', ...Array<string>(4).fill('note'), 'change'],
      ...Array<string>(4).fill('call'),
    ]);
    for (const perPage of [1, 2, 3, 5]) {
      const pages = await follow(first, { path: `/projects/${id}/timeline?per_page=${perPage}` });
      expect(pages).toHaveLength(Math.ceil(whole.length / perPage));
      expect(pages.flat()).toEqual(whole);
    }
  });

  it('have 30 entries unless the request says otherwise, at most 100', async () => {
    const { id } = await make(first, 'projects');
    const notes = Array.from({ length: 110 }, (_, index) => ({ text: `${index}`, project_id: id }));
    await first.post('/notes/bulk', { notes });
    const page = await first.get(`/projects/${id}/timeline`);
    expect(page.body.timeline).toHaveLength(30);
    expect(Object.keys(linksOf(page))).toEqual(['next']);
    expect(await timelineOf('projects', id, '?per_page=100')).toHaveLength(100);
  });

  it('refuse unknown types, numbered pages and cursors of other lists', async () => {
    const [one, other] = [await make(first, 'projects'), await make(first, 'projects')];
    await make(first, 'notes', { project_id: one.id });
    const next = linksOf(await first.get(`/projects/${one.id}/timeline?per_page=1`))['next'] ?? '';
    const cursor = new URL(next).searchParams.get('cursor') ?? '';
    await first.get(`/projects?per_page=1`);
    const ofList = new URL(linksOf(await first.get('/projects?per_page=1'))['next'] ?? '').searchParams.get('cursor');
    for (const query of ['types=files', 'types=note,note', 'types=', 'page=2', 'per_page=101', 'cursor=x']) {
      const refused = await first.get(`/projects/${one.id}/timeline?${query}`);
      expect([refused.status, refused.body.code], query).toEqual([400, 'invalid_query']);
    }
    for (const path of [`/projects/${other.id}`, `/leads/${one.id}`]) {
      const refused = await first.get(`${path}/timeline?cursor=${cursor}`);
      expect([refused.status, refused.body.code], path).toEqual([400, 'invalid_query']);
    }
    expect((await first.get(`/projects/${one.id}/timeline?cursor=${ofList ?? ''}`)).status).toBe(400);
    expect((await first.get(`/projects?cursor=${cursor}`)).status).toBe(400);
  });

  it.each(['projects', 'leads', 'companies', 'contacts'])(
    'are 404 for %s of others and unknown ids',
    async (plural) => {
      const { id } = await make(first, plural);
      expect((await first.get(`/${plural}/${id}/timeline`)).status).toBe(200);
      expect((await service.second.get(`/${plural}/${id}/timeline`)).status).toBe(404);
      for (const unknown of ['987654321', 'x', '0']) {
        expect((await first.get(`/${plural}/${unknown}/timeline`)).status).toBe(404);
      }
      expect((await first.get('/tasks/1/timeline')).status).toBe(404);
    },
  );

  it('take at most six statements, however many entries there are', async () => {
    const company = await make(first, 'companies');
    const of = { company_id: company.id };
    const grow = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const contact = await make(first, 'contacts', of);
        const project = await make(first, 'projects', of);
        await make(first, 'notes', { project_id: project.id, contact_ids: [contact.id] });
        await make(first, 'calls', { contact_id: contact.id });
        await make(first, 'tasks', { project_id: project.id, completed_at: '2026-03-01T10:00:00Z' });
        await first.patch(`/projects/${project.id}`, { project: { project_stage_id: stageId('Estimating') } });
      }
    };
    const statements = async (): Promise<number> => {
      await first.get('/users/me');
      service.statements.length = 0;
      await timelineOf('companies', company.id, '?per_page=100&types=note,call,task,stage_change,change');
      return service.statements.length;
    };
    await grow(1);
    expect(await statements()).toBe(6);
    expect(await statements()).toBe(3);
    await grow(10);
    expect(await statements()).toBe(6);
    expect(await statements()).toBe(3);
  });
});
