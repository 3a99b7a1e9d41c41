import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { recordOf, recordsOf } from '../../support/data/specified-forms.ts';

let service: TestService;
let first: Client;
const of: Record<string, string> = {};

const listOf = async (plural: string, singular: string): Promise<Json[]> =>
  recordsOf(await first.get(`/${plural}`), plural, singular);

/** Creates a record from the given fields and returns its id. */
async function newId(plural: string, singular: string, fields: object): Promise<string> {
  const answer = await first.post(`/${plural}`, { [singular]: fields });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body[singular].id;
}

beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  const lists = ['contract_types', 'lead_sources', 'loss_reasons', 'market_sectors', 'delivery_methods'];
  for (const plural of [...lists, 'tender_types', 'divisions', 'call_outcomes', 'industries', 'project_stages']) {
    const entries: Json[] = (await first.get(`/${plural}`)).body[plural];
    of[plural] = entries[1].id;
    of[`${plural} 2`] = entries[2].id;
  }
  const person = { first_name: 'Ada', last_name: 'Byron' };
  of['user'] = await newId('users', 'user', { ...person, email: 'ada@example.com', role: 'member' });
  of['company'] = await newId('companies', 'company', { name: 'Acme', website: 'acme.example' });
  of['contact'] = await newId('contacts', 'contact', { ...person, email: 'ada@acme.example' });
  of['project'] = await newId('projects', 'project', { name: 'Tower' });
  of['task_list'] = await newId('task_lists', 'task_list', { name: 'Bid day', project_id: of['project'] });
});
afterAll(() => service.stop());

const embeddedUser = () => ({ id: of['user'], name: 'Ada Byron', email: 'ada@example.com' });
const embeddedContact = () => ({ id: of['contact'], name: 'Ada Byron', email: 'ada@acme.example' });
const embeddedCompany = () => ({ id: of['company'], name: 'Acme', website: 'acme.example' });
const embeddedProject = () => ({ id: of['project'], name: 'Tower' });
const creator = { name: 'Admin', email: 'admin@granite.example' };
const place = {
  ...{ street_address: '1 Main St', street_address2: 'Floor 2', city: 'Austin' },
  ...{ state: 'TX', zip: '78701', country: 'US' },
};
const scope = { work_scope: 'new_construction' };

/** Fields such as `contract_type_id` in a request, and the same in a response. */
const asked = (...names: string[]) => Object.fromEntries(names.map((name) => [`${name}_id`, of[`${name}s`]]));
const answered = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { id: of[`${name}s`] }]));

const kinds = ['contract_type', 'lead_source', 'market_sector', 'delivery_method', 'tender_type'];

describe('projects', () => {
  const plain = {
    ...{ name: 'Library', probability: 0.35, close_type: 'lost', award_date: '2026-02-03', description: 'Two floors' },
    ...{ bid_due_date: '2026-04-01', bid_due_at: '2026-04-01T19:30:00Z', start_date: '2026-05-01' },
    ...{ end_date: '2027-05-01', square_feet: 120_000, units: 12, address: place, project_number: '26-014', ...scope },
  };

  it('1: POST /projects returns 201 with the given project', async () => {
    const ids = { company_id: of['company'], assigned_to_id: of['user'], contact_id: of['contact'] };
    const project = { ...plain, ...ids, ...asked(...kinds, 'loss_reason', 'project_stage') };
    const made = recordOf(await first.post('/projects', { project }), 201, 'project');
    expect(made).toMatchObject({
      ...{ ...plain, assigned_to: embeddedUser(), created_by: creator, company: embeddedCompany() },
      ...answered(...kinds, 'loss_reason', 'project_stage'),
      ...{ division: null, import: null, external_id: null, amount: null, custom_fields: {} },
      ...{ project_duration: 366, pursuit_duration: 0, stage_age: 0, bid_due_at_includes_time: true },
      ...{ price_per_square_foot: null, price_per_unit: null, project_status: 'closed_lost' },
    });
    expect(made.project_stage.category).toBe('open');
    // The response has no key for the contact, so the test reads the table.
    const [kept] = await service.engine.query<Json>('select contact_id from projects where id = $1::bigint', [made.id]);
    expect(kept).toEqual({ contact_id: of['contact'] });
  });

  it('2: GET /projects returns 200 with projects', async () => {
    const [newest] = await listOf('projects', 'project');
    expect(newest).toMatchObject({ name: 'Library', address: place });
  });
});

describe('leads', () => {
  const plain = {
    ...{ name: 'Depot', description: 'Rail', priority: true, value_in_cents: 1_250_000_99, units: 3 },
    ...{ estimated_start_date: '2026-09-01', construction_duration: 90, construction_duration_unit: 'days' },
    ...{ archived_at: '2026-02-01T10:00:00Z', snooze_until: '2026-07-01T10:00:00.500Z', square_feet: 9000, ...scope },
  };

  it('3: POST /leads returns 201 with the given lead, without the field required', async () => {
    const ids = { archived_by_id: of['user'], assigned_to_id: of['user'], company_id: of['company'] };
    const lead = { ...plain, ...ids, contact_id: of['contact'], ...asked(...kinds, 'division'), required: ['x'] };
    expect(recordOf(await first.post('/leads', { lead }), 201, 'lead')).toMatchObject({
      ...{ ...plain, archived_by: embeddedUser(), assigned_to: embeddedUser(), created_by: creator, address: null },
      ...{ company: embeddedCompany(), contact: embeddedContact(), ...answered(...kinds, 'division') },
    });
  });

  it('4: GET /leads returns 200 with leads', async () => {
    await first.post('/leads', { lead: { name: 'Bare' } });
    const listed = await listOf('leads', 'lead');
    expect(listed.map(({ name, priority }) => [name, priority])).toEqual([
      ['Bare', false],
      ['Depot', true],
    ]);
  });
});

describe('tasks and task lists', () => {
  const ids = () => ({ assigned_to_id: of['user'], contact_id: of['contact'], project_id: of['project'] });
  const shown = () => ({ assigned_to: embeddedUser(), contact: embeddedContact(), project: embeddedProject() });
  const list = () => ({ id: of['task_list'], name: 'Bid day', project: embeddedProject() });
  let id = '';

  it('5: POST /tasks returns 201 with the given task', async () => {
    const task = { title: 'Call the architect', ...ids(), task_list_id: of['task_list'] };
    const made = recordOf(await first.post('/tasks', { task }), 201, 'task');
    expect(made).toMatchObject({ title: task.title, ...shown(), task_list: list(), created_by: creator });
    expect([made.notes, made.completed_at, made.deadline]).toEqual([null, null, null]);
    ({ id } = made);
  });

  it('6: PATCH /tasks/{id} returns 200 with the updated task', async () => {
    const cleared = { title: 'Write', assigned_to_id: null, contact_id: null, project_id: null, task_list_id: null };
    const path = `/tasks/${id}`;
    const empty = { title: 'Write', assigned_to: null, contact: null, project: null, task_list: null };
    expect(recordOf(await first.patch(path, { task: cleared }), 200, 'task')).toMatchObject({ id, ...empty });
    const task = { title: 'Call', ...ids(), task_list_id: of['task_list'] };
    expect(recordOf(await first.patch(path, { task }), 200, 'task')).toMatchObject({
      ...{ id, title: 'Call', ...shown(), task_list: list() },
    });
  });

  it('7: GET /tasks returns 200 with tasks', async () => {
    expect(await listOf('tasks', 'task')).toMatchObject([{ id, ...shown(), task_list: list() }]);
  });

  it('8 and 9: GET /task_lists and /task_lists/{id} return 200', async () => {
    expect(await listOf('task_lists', 'task_list')).toMatchObject([list()]);
    const shownList = recordOf(await first.get(`/task_lists/${of['task_list']}`), 200, 'task_list');
    expect(shownList).toMatchObject(list());
  });
});

describe('calls', () => {
  it('10 and 11: POST /calls and PATCH /calls/{id} return 201 and 200 with the given call', async () => {
    const ids = { company_id: of['company'], contact_id: of['contact'], project_id: of['project'] };
    const shown = { company: embeddedCompany(), contact: embeddedContact(), project: embeddedProject() };
    const told = { notes: 'Will bid', recorded_at: '2026-02-20T09:00:00Z' };
    const made = await first.post('/calls', { call: { ...told, ...ids, ...asked('call_outcome') } });
    const call = recordOf(made, 201, 'call');
    expect(call).toMatchObject({ ...told, ...shown, ...answered('call_outcome'), created_by: creator });
    const changes = { notes: 'Will not', recorded_at: '2026-02-21T09:00:00-06:00', company_id: null, contact_id: null };
    const patch = { ...changes, project_id: null, call_outcome_id: of['call_outcomes 2'] };
    const changed = recordOf(await first.patch(`/calls/${call.id}`, { call: patch }), 200, 'call');
    expect(changed).toMatchObject({
      ...{ id: call.id, notes: 'Will not', recorded_at: '2026-02-21T15:00:00Z', company: null, contact: null },
      ...{ project: null, call_outcome: { id: of['call_outcomes 2'] } },
    });
  });
});

describe('contacts and companies', () => {
  it('12: GET /contacts returns 200 with contacts', async () => {
    expect(await listOf('contacts', 'contact')).toMatchObject([{ id: of['contact'], name: 'Ada Byron' }]);
  });

  it('13: PATCH /contacts/{id} returns 200 with the updated contact', async () => {
    const plain = {
      ...{ email: 'grace@acme.example', first_name: 'Grace', last_name: 'Hopper', job_title: 'Estimator' },
      ...{ mobile_phone: '512 555 0100', office_phone: '512 555 0101' },
      linked_in_profile_url: 'https://www.linkedin.com/in/grace',
    };
    const id = await newId('contacts', 'contact', { first_name: 'G' });
    const contact = { ...plain, company_id: of['company'], assigned_to_id: of['user'] };
    expect(recordOf(await first.patch(`/contacts/${id}`, { contact }), 200, 'contact')).toMatchObject({
      ...{ id, ...plain, name: 'Grace Hopper', company: embeddedCompany(), assigned_to: embeddedUser() },
      ...{ created_by: creator, import: null, custom_fields: {} },
    });
  });

  it('14: POST /companies returns 201 with the given company', async () => {
    const plain = { name: 'Bolt', category: 'client', description: 'Steel', phone: '1', website: 'bolt.example' };
    const company = { ...plain, address: place, industry_ids: [of['industries 2'], of['industries']] };
    const made = recordOf(await first.post('/companies', { company }), 201, 'company');
    expect(made).toMatchObject({ ...plain, created_by: creator, import: null, custom_fields: {} });
    expect(made.address).toEqual(place);
    expect(made.industries.map(({ id }: Json) => id)).toEqual(company.industry_ids);
  });
});

describe('project teams', () => {
  let id = '';
  const team = () => `/project_team_memberships?project_id=${of['project']}`;
  const roles = (membership: Json): string[][] => membership.roles.map(({ role, name }: Json) => [role, name]);

  it('15: POST /project_team_memberships returns 201 with the member and the roles', async () => {
    const membership = { user_id: of['user'], roles: ['project_admin', 'estimator'] };
    const answer = await first.post(team(), { project_team_membership: membership });
    const made = recordOf(answer, 201, 'project_team_membership');
    expect(made).toMatchObject({ user: embeddedUser(), project: embeddedProject() });
    expect(roles(made)).toEqual([
      ['project_admin', 'Project Admin'],
      ['estimator', 'Estimator'],
    ]);
    ({ id } = made);
  });

  it('18: POST /project_team_roles returns 201 with the role, and adds it to the membership', async () => {
    const role = { project_team_membership_id: id, role: 'project_manager' };
    const answer = await first.post('/project_team_roles', { project_team_role: role });
    const made = recordOf(answer, 201, 'project_team_role');
    expect(made).toMatchObject({ role: 'project_manager', name: 'Project Manager' });
  });

  it('16: GET /project_team_memberships returns 200 with memberships', async () => {
    const [listed] = await listOf('project_team_memberships', 'project_team_membership');
    expect(listed).toMatchObject({ id, user: embeddedUser(), project: embeddedProject() });
    expect(roles(listed)).toHaveLength(3);
  });

  it('17: GET /project_team_memberships/{id} returns 200, with and without the project', async () => {
    for (const query of ['', `?project_id=${of['project']}`]) {
      const answer = await first.get(`/project_team_memberships/${id}${query}`);
      const shown = recordOf(answer, 200, 'project_team_membership');
      expect(roles(shown).at(-1)).toEqual(['project_manager', 'Project Manager']);
    }
  });
});

it('19: GET /webhook_messages returns 200 with the messages, newest first', async () => {
  const listed = await listOf('webhook_messages', 'webhook_message');
  for (const { id, event_id: eventId, payload } of listed) {
    expect([id, eventId]).toEqual([expect.stringMatching(/^msg_\w{27}$/), expect.stringMatching(/^evt_\w{27}$/)]);
    expect(payload.url).toMatch(new RegExp(`^${service.url}/api/2023-01/[a-z_]+/${payload.id}$`));
  }
  const tower = listed.find(
    ({ event_type: type, payload }) => type === 'project.create' && payload.id === of['project'],
  );
  expect(tower.payload.url).toBe(`${service.url}/api/2023-01/projects/${of['project']}`);
  expect(listed.map(({ timestamp }) => timestamp)).toEqual(
    listed
      .map(({ timestamp }) => timestamp)
      .sort()
      .reverse(),
  );
});
