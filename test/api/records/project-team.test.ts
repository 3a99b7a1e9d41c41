import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf, told } from '../../support/service/told.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const memberships = '/project_team_memberships';
const places = ({ body }: Reply): string[] => body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
const namesOf = (membership: Json): string[] => membership.roles.map(({ role }: Json) => role);

const join = (projectId: string, membership: object, client = first): Promise<Reply> =>
  client.post(`${memberships}?project_id=${projectId}`, { project_team_membership: membership });
const addRole = (membershipId: string, role: string): Promise<Reply> =>
  first.post('/project_team_roles', { project_team_role: { project_team_membership_id: membershipId, role } });
const shown = async (id: string): Promise<Json> =>
  (await first.get(`${memberships}/${id}`)).body.project_team_membership;

/** A member of a new project with these roles. */
async function member(...roles: string[]): Promise<Json> {
  const [project, user] = await Promise.all([make(first, 'projects'), make(first, 'users')]);
  const answer = await join(project.id, { user_id: user.id, roles });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.project_team_membership;
}

/** Records of different resources can share an id, so this keeps only the event types of one resource. */
const toldOf = async (id: string, family: string): Promise<string[]> =>
  (await told(first, id)).filter((type) => type.startsWith(`${family}.`));

describe('a team membership', () => {
  it('is created with its roles, and each record has its own history and webhook message', async () => {
    const [project, user] = await Promise.all([make(first, 'projects'), make(first, 'users')]);
    const before = await traces(service);
    const answer = await join(project.id, { user_id: user.id, roles: ['project_manager', 'estimator'] });
    const { id, roles } = answer.body.project_team_membership;
    expect(grown(before, await traces(service))).toEqual({
      ...{ project_team_memberships: 1, project_team_memberships_versions: 1 },
      ...{ project_team_roles: 2, project_team_roles_versions: 2, changes: 3, webhook_messages: 3 },
    });
    expect(answer.headers.get('location')).toBe(`/api/2023-01${memberships}/${id}`);
    expect(await toldOf(id, 'project_team_membership')).toEqual(['project_team_membership.create']);
    const [made] = await historyOf(first, `${memberships}/${id}`);
    expect([made.action, made.user.email]).toEqual(['create', 'admin@granite.example']);
    for (const role of roles) {
      expect(await toldOf(role.id, 'project_team_role')).toEqual(['project_team_role.create']);
      const [kept] = await historyOf(first, `/project_team_roles/${role.id}`);
      expect([kept.action, kept.request_id]).toEqual(['create', made.request_id]);
      expect((await first.get(`/project_team_roles/${role.id}`)).body.project_team_role).toEqual(role);
    }
    expect(await shown(id)).toEqual(answer.body.project_team_membership);
  });

  it.each([{}, { roles: [] }, { roles: null }])('can have no roles: %j', async (given) => {
    const [project, user] = await Promise.all([make(first, 'projects'), make(first, 'users')]);
    expect((await join(project.id, { user_id: user.id, ...given })).body.project_team_membership.roles).toEqual([]);
  });

  it('needs an existing project', async () => {
    const user = await make(first, 'users');
    const body = { project_team_membership: { user_id: user.id } };
    const missing = await first.post(memberships, body);
    expect([missing.status, missing.body.code, missing.body.errors[0].parameter]).toEqual([
      ...[400, 'missing_parameter', 'project_id'],
    ]);
    const empty = await join('', { user_id: user.id });
    expect([empty.status, empty.body.code, empty.body.errors[0].parameter]).toEqual([
      ...[400, 'invalid_query', 'project_id'],
    ]);
    const gone = await make(first, 'projects');
    await first.delete(`/projects/${gone.id}`);
    const there = await make(service.second, 'projects');
    const before = await traces(service);
    for (const id of ['999999999', '0', 'x', gone.id, there.id]) {
      const answer = await join(id, { user_id: user.id, roles: ['estimator'] });
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        ...[404, 'not_found', `There is no project ${id}.`],
      ]);
    }
    expect(grown(before, await traces(service))).toEqual({});
  });

  it('takes its project from the query, and the error for a project in the body says so', async () => {
    const { id, user, project } = await member();
    const pointer = '/project_team_membership/project_id';
    const made = await join(project.id, { user_id: user.id, project_id: project.id });
    expect([made.status, made.body.errors]).toEqual([
      422,
      [{ pointer, code: 'unknown_field', message: expect.stringContaining('in the query, ?project_id=<id>') }],
    ]);
    const moved = await first.patch(`${memberships}/${id}`, { project_team_membership: { project_id: '1' } });
    expect([moved.status, moved.body.errors]).toEqual([
      422,
      [{ pointer, code: 'unknown_field', message: expect.stringContaining('cannot move') }],
    ]);
  });

  it('needs a live user of the account', async () => {
    const project = await make(first, 'projects');
    const [there] = (await service.second.get('/users')).body.users;
    const gone = await make(first, 'users');
    await first.delete(`/users/${gone.id}`);
    for (const [userId, code] of [
      [there.id, 'invalid_reference'],
      [gone.id, 'invalid_reference'],
      [undefined, 'required'],
      [null, 'required'],
    ]) {
      const refused = await join(project.id, { user_id: userId });
      expect([refused.status, places(refused)]).toEqual([422, [`/project_team_membership/user_id ${code}`]]);
    }
  });

  it('can be read with its own project_id or without one, and another project_id returns 404', async () => {
    const { id, project } = await member('estimator');
    const other = await make(first, 'projects');
    expect((await first.get(`${memberships}/${id}?project_id=${project.id}`)).status).toBe(200);
    for (const query of [other.id, '999999999', 'x']) {
      const answer = await first.get(`${memberships}/${id}?project_id=${query}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
    const elsewhere = await service.second.get(`${memberships}/${id}?project_id=${project.id}`);
    expect(elsewhere.status).toBe(404);
  });

  it('exists once for each user and project', async () => {
    const { id, user, project } = await member();
    const again = await join(project.id, { user_id: user.id, roles: ['estimator'] });
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, 'already_exists', id]);
    expect((await join((await make(first, 'projects')).id, { user_id: user.id })).status).toBe(201);
    await first.delete(`${memberships}/${id}`);
    const second = (await join(project.id, { user_id: user.id })).body.project_team_membership;
    const back = await first.post(`${memberships}/${id}/restore`);
    expect([back.status, back.body.code, back.body.existing_id]).toEqual([409, 'already_exists', second.id]);
    await first.delete(`${memberships}/${second.id}`);
    expect((await first.post(`${memberships}/${id}/restore`)).status).toBe(200);
    const moved = (await join(project.id, { user_id: (await make(first, 'users')).id })).body.project_team_membership;
    const taken = await first.patch(`${memberships}/${moved.id}`, { project_team_membership: { user_id: user.id } });
    expect([taken.status, taken.body.existing_id]).toEqual([409, id]);
  });

  it('refuses duplicate and unknown roles, and the error lists the allowed ones', async () => {
    const [project, user] = await Promise.all([make(first, 'projects'), make(first, 'users')]);
    const before = await traces(service);
    const twice = await join(project.id, { user_id: user.id, roles: ['estimator', 'estimator'] });
    expect([twice.status, places(twice)]).toEqual([422, ['/project_team_membership/roles duplicate']]);
    const unknown = await join(project.id, { user_id: user.id, roles: ['estimator', 'Estimator'] });
    expect([unknown.status, places(unknown)]).toEqual([422, ['/project_team_membership/roles/1 not_allowed']]);
    expect(unknown.body.errors[0].allowed).toEqual([
      ...['project_manager', 'project_admin', 'estimator', 'lead_estimator', 'chief_estimator'],
      ...['preconstruction_manager', 'superintendent', 'general_superintendent', 'project_executive'],
      ...['senior_project_manager', 'assistant_project_manager', 'project_engineer', 'business_development'],
      ...['marketing_coordinator', 'scheduler', 'vdc_bim_manager', 'safety_manager', 'quality_manager'],
      ...['accountant', 'principal_in_charge'],
    ]);
    expect(grown(before, await traces(service))).toEqual({});
  });

  it('is created once when several requests create it at the same time', async () => {
    const [project, user] = await Promise.all([make(first, 'projects'), make(first, 'users')]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => join(project.id, { user_id: user.id, roles: ['estimator', 'scheduler'] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { id } = answers.find(({ status }) => status === 201)?.body.project_team_membership;
    for (const { status, body } of answers) {
      if (status === 409) expect(body.existing_id).toBe(id);
    }
    expect(namesOf(await shown(id))).toEqual(['estimator', 'scheduler']);
  });
});

describe('a team role', () => {
  it('is added once to a membership of the account', async () => {
    const { id } = await member('estimator');
    const made = await addRole(id, 'scheduler');
    expect([made.status, made.body.project_team_role.name]).toEqual([201, 'Scheduler']);
    expect(namesOf(await shown(id))).toEqual(['estimator', 'scheduler']);
    const again = await addRole(id, 'scheduler');
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([
      ...[409, 'already_exists', made.body.project_team_role.id],
    ]);
    const unknown = await addRole(id, 'boss');
    expect([unknown.status, places(unknown)]).toEqual([422, ['/project_team_role/role not_allowed']]);
    expect(unknown.body.errors[0].allowed).toContain('principal_in_charge');
    const there = await make(service.second, 'project_team_memberships');
    for (const membership of [there.id, '999999999', 'x']) {
      const refused = await addRole(membership, 'estimator');
      expect(places(refused)).toEqual(['/project_team_role/project_team_membership_id invalid_reference']);
    }
    const missing = await first.post('/project_team_roles', { project_team_role: {} });
    expect(places(missing).sort()).toEqual([
      ...['/project_team_role/project_team_membership_id required', '/project_team_role/role required'],
    ]);
  });

  it('can change to another role, but not to one that the member already has', async () => {
    const { id, roles } = await member('estimator', 'scheduler');
    const path = `/project_team_roles/${roles[0].id}`;
    const changed = await first.patch(path, { project_team_role: { role: 'accountant' } });
    expect(changed.body.project_team_role).toMatchObject({ role: 'accountant', name: 'Accountant' });
    const taken = await first.patch(path, { project_team_role: { role: 'scheduler' } });
    expect([taken.status, taken.body.existing_id]).toEqual([409, roles[1].id]);
    expect(namesOf(await shown(id))).toEqual(['accountant', 'scheduler']);
  });

  it('is created once when several requests add it at the same time', async () => {
    const { id } = await member();
    const answers = await Promise.all([1, 2, 3].map(() => addRole(id, 'estimator')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(namesOf(await shown(id))).toEqual(['estimator']);
  });
});
