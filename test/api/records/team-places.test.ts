import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const join = (project: string, user: string): Promise<Reply> =>
  first.post(`/project_team_memberships?project_id=${project}`, { project_team_membership: { user_id: user } });

const idOf = ({ body }: Reply): string => body.project_team_membership.id;

test('a user has at most one membership in each project', async () => {
  const [project, other] = [(await make(first, 'projects')).id, (await make(first, 'projects')).id];
  const [user, colleague] = [(await make(first, 'users')).id, (await make(first, 'users')).id];
  const place = await join(project, user);
  expect([place.status, (await join(other, user)).status]).toEqual([201, 201]);
  const taken = { status: 409, body: { code: 'already_exists', existing_id: idOf(place) } };
  expect(await join(project, user)).toMatchObject(taken);

  const second = await join(project, colleague);
  const path = `/project_team_memberships/${idOf(second)}`;
  expect(await first.patch(path, { project_team_membership: { user_id: user } })).toMatchObject(taken);

  expect((await first.delete(`/project_team_memberships/${idOf(place)}`)).status).toBe(204);
  expect((await first.patch(path, { project_team_membership: { user_id: user } })).status).toBe(200);
  const back = await first.post(`/project_team_memberships/${idOf(place)}/restore`);
  expect(back).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: idOf(second) } });
});

test('a member has each role at most once, and other members can have the same role', async () => {
  const members = [await make(first, 'project_team_memberships'), await make(first, 'project_team_memberships')];
  const take = (member: { id: string } | undefined): Promise<Reply> =>
    first.post('/project_team_roles', {
      project_team_role: { project_team_membership_id: member?.id, role: 'superintendent' },
    });
  const role = await take(members[0]);
  expect([role.status, (await take(members[1])).status]).toEqual([201, 201]);
  const { id } = role.body.project_team_role;
  expect(await take(members[0])).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: id } });

  expect((await first.delete(`/project_team_roles/${id}`)).status).toBe(204);
  const again = await take(members[0]);
  expect(again.status).toBe(201);
  expect(await first.post(`/project_team_roles/${id}/restore`)).toMatchObject({
    status: 409,
    body: { code: 'already_exists', existing_id: again.body.project_team_role.id },
  });
});
