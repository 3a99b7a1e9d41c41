import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { hold } from '../../support/service/hold.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const stageOf = async (id: string): Promise<string> =>
  (await first.get(`/projects/${id}`)).body.project.project_stage.id;

const newStages = (): Promise<Json[]> => Promise.all([1, 2, 3].map(() => make(first, 'project_stages')));

describe('two parallel requests', () => {
  it('that move a project and replace its stage leave the project where the move put it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [stage, other, elsewhere] = await newStages();
      const { id } = await make(first, 'projects', { project_stage_id: stage.id });
      const [moved, gone] = await Promise.all([
        first.patch(`/projects/${id}`, { project: { project_stage_id: elsewhere.id } }),
        first.delete(`/project_stages/${stage.id}?replace_with=${other.id}`),
      ]);
      expect([moved.status, gone.status, await stageOf(id)]).toEqual([200, 204, elsewhere.id]);
    }
  });

  it('that delete a membership and one of its roles delete both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, roles } = await make(first, 'project_team_memberships', { roles: ['estimator', 'scheduler'] });
      const [role, membership] = await Promise.all([
        first.delete(`/project_team_roles/${roles[1].id}`),
        first.delete(`/project_team_memberships/${id}`),
      ]);
      expect([204, 404]).toContain(role.status);
      expect(membership.status).toBe(204);
      const paths = [`/project_team_memberships/${id}`, ...roles.map((one: Json) => `/project_team_roles/${one.id}`)];
      for (const path of paths) expect((await first.get(path)).status, path).toBe(404);
    }
  });
});

/** Only a Postgres server has several sessions, so that one can wait for another. */
if (inject('template').kind === 'postgres') {
  describe('a request that waited for a lock', () => {
    it('on a project leaves it in the stage that another request set meanwhile', async () => {
      const [stage, other, elsewhere] = await newStages();
      const { id } = await make(first, 'projects', { project_stage_id: stage.id });
      const moving = `update projects set project_stage_id = ${elsewhere.id}, version = 2 where id = ${id}`;
      const holder = await hold(service, moving);
      const replacing = first.delete(`/project_stages/${stage.id}?replace_with=${other.id}`);
      await holder.waiting();
      await holder.release();
      expect([(await replacing).status, await stageOf(id)]).toEqual([204, elsewhere.id]);
    });

    it('on a company keeps the industries that another request added meanwhile', async () => {
      const [one, two, three, other] = await Promise.all([1, 2, 3, 4].map(() => make(first, 'industries')));
      const { id } = await make(first, 'companies', { industry_ids: [one.id, two.id] });
      const holder = await hold(service, `update companies set version = 2 where id = ${id}`);
      const replacing = first.delete(`/industries/${one.id}?replace_with=${other.id}`);
      await holder.waiting();
      await holder.run(
        `insert into company_industries (account_id, company_id, industry_id, position)
        select account_id, id, ${three.id}, 3 from companies where id = ${id}`,
      );
      await holder.release();
      expect((await replacing).status).toBe(204);
      const { industries } = (await first.get(`/companies/${id}`)).body.company;
      expect(industries.map((industry: Json) => industry.id)).toEqual([other.id, two.id, three.id]);
    });

    it('on a role that was deleted meanwhile deletes the membership without that role', async () => {
      const { id, roles } = await make(first, 'project_team_memberships', { roles: ['estimator', 'scheduler'] });
      const deletion = `update project_team_roles set deleted_at = now(), version = 2 where id = ${roles[0].id}`;
      const holder = await hold(service, deletion);
      const removing = first.delete(`/project_team_memberships/${id}`);
      await holder.waiting();
      await holder.release();
      expect((await removing).status).toBe(204);
      const back = (await first.post(`/project_team_memberships/${id}/restore`)).body.project_team_membership;
      expect(back.roles.map(({ role }: Json) => role)).toEqual(['scheduler']);
    });
  });
}
