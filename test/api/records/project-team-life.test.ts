import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make, next } from '../../support/data/make.ts';
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
const namesOf = (membership: Json): string[] => membership.roles.map(({ role }: Json) => role);
const later = () => service.clock.advance(1000);

/** A member of a new project with these roles. */
const member = async (...roles: string[]): Promise<Json> =>
  await make(first, 'project_team_memberships', { user_id: (await make(first, 'users')).id, roles });

const addRole = (membershipId: string, role: string): Promise<Reply> =>
  first.post('/project_team_roles', { project_team_role: { project_team_membership_id: membershipId, role } });
const remove = (id: string, headers?: Record<string, string>) => first.delete(`${memberships}/${id}`, headers);
const restore = (id: string, headers?: Record<string, string>) =>
  first.post(`${memberships}/${id}/restore`, undefined, headers);
const shown = async (id: string): Promise<Json> =>
  (await first.get(`${memberships}/${id}`)).body.project_team_membership;
const roleStatus = async ({ id }: Json): Promise<number> => (await first.get(`/project_team_roles/${id}`)).status;

/** Records of different resources can share an id, so this keeps only the event types of one resource. */
const toldOf = async (id: string, family: string): Promise<string[]> =>
  (await told(first, id)).filter((type) => type.startsWith(`${family}.`));

describe('a deleted role', () => {
  it('leaves its membership, frees its role name, and returns to its position when restored', async () => {
    const { id, roles } = await member('estimator', 'scheduler');
    const path = `/project_team_roles/${roles[0].id}`;
    expect((await first.delete(path)).status).toBe(204);
    expect(namesOf(await shown(id))).toEqual(['scheduler']);
    const other = (await addRole(id, 'estimator')).body.project_team_role;
    const taken = await first.post(`${path}/restore`);
    expect([taken.status, taken.body.existing_id]).toEqual([409, other.id]);
    await first.delete(`/project_team_roles/${other.id}`);
    expect((await first.post(`${path}/restore`)).body.project_team_role.role).toBe('estimator');
    expect(namesOf(await shown(id))).toEqual(['estimator', 'scheduler']);
  });
});

describe('a deleted membership', () => {
  it('takes its roles with it, and its restore brings back those roles but none deleted earlier', async () => {
    const { id, roles } = await member('estimator', 'scheduler', 'accountant');
    const [estimator, scheduler, accountant] = roles;
    await first.delete(`/project_team_roles/${scheduler.id}`);
    later();
    const before = await traces(service);
    expect((await remove(id)).status).toBe(204);
    expect(grown(before, await traces(service))).toMatchObject({ changes: 3, webhook_messages: 3 });
    for (const role of roles) expect(await roleStatus(role)).toBe(404);
    expect((await first.get(`${memberships}/${id}`)).status).toBe(404);
    later();
    const back = await restore(id);
    expect([back.status, namesOf(back.body.project_team_membership)]).toEqual([200, ['estimator', 'accountant']]);
    expect(await shown(id)).toEqual(back.body.project_team_membership);
    expect(await Promise.all(roles.map(roleStatus))).toEqual([200, 404, 200]);
    for (const role of [estimator, accountant]) {
      expect(await toldOf(role.id, 'project_team_role')).toEqual([
        ...['project_team_role.create', 'project_team_role.delete', 'project_team_role.restore'],
      ]);
      const [restored, deleted] = await historyOf(first, `/project_team_roles/${role.id}`);
      const [whole, gone] = await historyOf(first, `${memberships}/${id}`);
      expect([restored.action, restored.request_id]).toEqual(['restore', whole.request_id]);
      expect([deleted.action, deleted.request_id]).toEqual(['delete', gone.request_id]);
    }
  });

  it('comes back with the roles of its latest deletion', async () => {
    const { id, roles } = await member('estimator', 'scheduler');
    await remove(id);
    later();
    await restore(id);
    await first.delete(`/project_team_roles/${roles[0].id}`);
    await addRole(id, 'accountant');
    later();
    await remove(id);
    later();
    expect(namesOf((await restore(id)).body.project_team_membership)).toEqual(['scheduler', 'accountant']);
  });

  it('comes back with all its roles, also with one restored before it', async () => {
    const { id, roles } = await member('estimator', 'scheduler');
    await remove(id);
    await first.post(`/project_team_roles/${roles[1].id}/restore`);
    later();
    const back = (await restore(id)).body.project_team_membership;
    expect([namesOf(back), back]).toEqual([['estimator', 'scheduler'], await shown(id)]);
  });

  it('accepts no new roles, and can be restored only once', async () => {
    const { id } = await member('estimator');
    expect((await restore(id)).body.code).toBe('conflict');
    await remove(id);
    expect((await remove(id)).status).toBe(404);
    expect((await addRole(id, 'scheduler')).body.errors[0].code).toBe('invalid_reference');
    expect(
      await Promise.all([restore(id), restore(id)]).then((both) => both.map(({ status }) => status).sort()),
    ).toEqual([200, 409]);
    expect(namesOf(await shown(id))).toEqual(['estimator']);
    for (const unknown of ['999999999', 'x']) expect((await restore(unknown)).status).toBe(404);
    const { id: there } = await make(service.second, 'project_team_memberships');
    expect([(await remove(there)).status, (await restore(there)).status]).toEqual([404, 404]);
  });

  it('is deleted and restored only if If-Match names its version', async () => {
    const { id } = await member('estimator');
    const before = await traces(service);
    expect((await remove(id, { 'if-match': '"7"' })).status).toBe(412);
    expect(grown(before, await traces(service))).toEqual({});
    expect((await remove(id, { 'if-match': '"1"' })).status).toBe(204);
    expect((await restore(id, { 'if-match': '"1"' })).status).toBe(412);
    expect((await restore(id, { 'if-match': '"2"' })).headers.get('etag')).toBe('"3"');
  });

  it('is deleted once and restored once under one idempotency key', async () => {
    const { id } = await member('estimator', 'scheduler');
    for (const [send, status] of [
      [remove, 204],
      [restore, 200],
    ] as const) {
      const headers = { 'idempotency-key': `team ${next()}` };
      const before = await traces(service);
      const twins = await Promise.all([send(id, headers), send(id, headers)]);
      twins.push(await send(id, headers));
      expect(twins.map((twin) => twin.status)).toEqual([status, status, status]);
      expect(new Set(twins.map(({ text }) => text)).size).toBe(1);
      expect(grown(before, await traces(service))).toMatchObject({ changes: 3, idempotency_keys: 1 });
    }
  });

  it('leaves no role behind that another request adds at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await member('estimator');
      const [added, removed] = await Promise.all([addRole(id, 'scheduler'), remove(id)]);
      expect([201, 422]).toContain(added.status);
      expect(removed.status).toBe(204);
      if (added.status === 201) expect(await roleStatus(added.body.project_team_role)).toBe(404);
      later();
      const back = namesOf((await restore(id)).body.project_team_membership);
      expect(back).toEqual(added.status === 201 ? ['estimator', 'scheduler'] : ['estimator']);
    }
  });
});
