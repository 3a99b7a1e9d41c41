import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Reply } from '../../support/service/client.ts';
import { hold } from '../../support/service/hold.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

const newStage = async (name: string): Promise<string> => {
  const made = await service.first.post('/project_stages', { project_stage: { name, category: 'open' } });
  return made.body.project_stage.id as string;
};

describe('two parallel restores', () => {
  it('of entries with the same unique name: one succeeds, and the other gets a 409 with its id', async () => {
    const { first } = service;
    const twins: string[] = [];
    for (let times = 0; times < 2; times += 1) {
      const made = await first.post('/divisions', { division: { name: 'Civil Works' } });
      twins.push(made.body.division.id as string);
      await first.delete(`/divisions/${made.body.division.id}`);
    }
    const replies = await Promise.all(twins.map((id) => first.post(`/divisions/${id}/restore`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [refused, restored] = [replies.find((r) => r.status === 409), replies.find((r) => r.status === 200)];
    expect(refused?.body.existing_id).toBe(restored?.body.division.id);
  });
});

/** Only a Postgres server has several sessions, so that one can wait for another. */
if (inject('template').kind === 'postgres') {
  describe('a request that waited for a lock', () => {
    let companyId: string;
    const create = (project: object): Promise<Reply> =>
      service.first.post('/projects', { project: { name: 'Mill', company_id: companyId, ...project } });
    const lockCompany = () => hold(service, `select * from companies where id = ${companyId} for update`);
    beforeAll(async () => void (companyId = (await make(service.first, 'companies')).id as string));

    it('uses the new category of its stage, or keeps the category from changing', async () => {
      const stage = await newStage('Scoping');
      const holder = await lockCompany();
      const creating = create({ project_stage_id: stage });
      await holder.waiting();
      const changing = service.first.patch(`/project_stages/${stage}`, { project_stage: { category: 'won' } });
      await Promise.race([changing, holder.waiting(2)]);
      await holder.release();
      const [created, changed] = [await creating, await changing];
      expect(created.status).toBe(201);
      const { project } = (await service.first.get(`/projects/${created.body.project.id}`)).body;
      if (changed.status === 409) expect(project).toMatchObject({ close_type: null, project_status: 'pursuit' });
      else expect(project).toMatchObject({ close_type: 'won' });
      expect([200, 409]).toContain(changed.status);
    });

    it('refuses a category that was deleted meanwhile', async () => {
      const { first } = service;
      const made = await first.post('/company_categories', { company_category: { name: 'Joint Venture' } });
      const { id, key } = made.body.company_category as { id: string; key: string };
      const holder = await hold(service, `select * from company_categories where id = ${id} for update`);
      const creating = first.post('/companies', { company: { name: 'Twin Rivers', category: key } });
      await holder.waiting();
      await holder.run(`update company_categories set deleted_at = now() where id = ${id}`);
      await holder.release();
      const refused = await creating;
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toMatchObject([{ pointer: '/company/category', code: 'not_allowed' }]);
    });

    it('shows a user who was created meanwhile', async () => {
      const { first } = service;
      const contact = await make(first, 'contacts');
      const holder = await hold(service, `select * from contacts where id = ${contact.id} for update`);
      const changing = first.patch(`/contacts/${contact.id}`, { contact: { job_title: 'Estimator' } });
      await holder.waiting();
      const user = await first.post('/users', { user: { email: 'late@granite.example', first_name: 'Late' } });
      await holder.run(
        `update contacts set assigned_to_id = ${user.body.user.id}, version = version + 1 where id = ${contact.id}`,
      );
      await holder.release();
      const changed = await changing;
      expect(changed.status).toBe(200);
      expect(changed.body.contact).toMatchObject({ job_title: 'Estimator', assigned_to: { first_name: 'Late' } });
    });
  });
}
