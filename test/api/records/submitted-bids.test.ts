import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let stages: Json[];
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  stages = (await first.get('/project_stages?include=milestone,stale_after_days')).body.project_stages;
});
afterAll(() => service.stop());

const stageId = (name: string): string => stages.find((stage) => stage.name === name).id;
const submittedAt = async (id: string): Promise<string | null> =>
  (await first.get(`/projects/${id}?include=submitted_at`)).body.project.submitted_at;
const move = (id: string, stage: string): Promise<Json> =>
  first.patch(`/projects/${id}`, { project: { project_stage_id: stageId(stage) } });

describe('the stages of a new account', () => {
  it('have milestones, and days after which their projects are stale', () => {
    expect(
      stages
        .filter(({ category }) => category === 'open')
        .map(({ name, milestone, stale_after_days: days }) => [name, milestone, days]),
    ).toEqual([
      ['Tracking', null, 60],
      ['Qualifying', null, 21],
      ['RFQ / Prequalification', null, 30],
      ['Budgeting', null, 45],
      ['Estimating', null, null],
      ['Bid Submitted', 'submitted', 14],
      ['Shortlisted', 'submitted', 14],
      ['Negotiating', 'submitted', 14],
      ['Verbal Award', 'committed', 21],
      ['On Hold', null, 90],
    ]);
  });

  it('show neither unless a request includes them', async () => {
    const [stage] = (await first.get('/project_stages')).body.project_stages;
    expect(Object.keys(stage)).not.toContain('milestone');
    const { project } = (await first.get(`/projects/${(await make(first, 'projects')).id}`)).body;
    expect(Object.keys(project)).not.toContain('submitted_at');
  });

  it('lose a milestone with their category, and refuse one that is not open', async () => {
    const stage = await make(first, 'project_stages', { milestone: 'committed', stale_after_days: 7 });
    const path = `/project_stages/${stage.id}`;
    await first.patch(path, { project_stage: { category: 'lost' } });
    const after = (await first.get(`${path}?include=milestone,stale_after_days`)).body.project_stage;
    expect([after.milestone, after.stale_after_days]).toEqual([null, 7]);
    const refused = await first.patch(path, { project_stage: { milestone: 'submitted' } });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/project_stage/milestone']);
    const [change] = (await first.get(`${path}/history`)).body.changes;
    expect(change.fields.milestone).toEqual({ from: 'committed', to: null });
  });
});

describe('a submitted bid', () => {
  it('is dated by the move, which the history shows, and stays submitted', async () => {
    const { id } = await make(first, 'projects', { bid_due_date: '2026-05-01' });
    expect(await submittedAt(id)).toBeNull();
    service.clock.advance(60_000);
    const { updated_at: at } = (await move(id, 'Bid Submitted')).body.project;
    expect(await submittedAt(id)).toBe(at);
    const [change] = (await first.get(`/projects/${id}/history`)).body.changes;
    expect(change.fields.submitted_at).toEqual({ from: null, to: at });
    service.clock.advance(60_000);
    await move(id, 'Won');
    await move(id, 'Estimating');
    expect(await submittedAt(id)).toBe(at);
    await first.patch(`/projects/${id}`, { project: { submitted_at: null } });
    expect(await submittedAt(id)).toBeNull();
  });

  it('keeps its date when a milestone is given to its stage or taken from it', async () => {
    const stage = await make(first, 'project_stages');
    const { id } = await make(first, 'projects', { project_stage_id: stage.id });
    await first.patch(`/project_stages/${stage.id}`, { project_stage: { milestone: 'submitted' } });
    expect(await submittedAt(id)).toBeNull();
    await move(id, 'Bid Submitted');
    const at = await submittedAt(id);
    const path = `/project_stages/${stageId('Bid Submitted')}`;
    await first.patch(path, { project_stage: { milestone: null } });
    expect(await submittedAt(id)).toBe(at);
    await first.patch(path, { project_stage: { milestone: 'submitted' } });
  });

  it('is found by a filter, in the order of the bids, with its date if a request includes it', async () => {
    const { id: company } = await make(first, 'companies');
    const due = async (date: string, values: Json = {}): Promise<string> =>
      (await make(first, 'projects', { company_id: company, bid_due_date: date, ...values })).id;
    const [late, soon] = [await due('2026-06-02'), await due('2026-06-01')];
    const done = await due('2026-05-30', { submitted_at: '2026-05-29T14:00:00Z' });
    const ids = async (query: string): Promise<string[]> =>
      (await first.get(`/projects?company_id=${company}&${query}`)).body.projects.map((one: Json) => one.id);
    expect(await ids('submitted_at[is_null]=true&sort=bid_due_date')).toEqual([soon, late]);
    expect(await ids('submitted_at[gte]=2026-05-29T00:00:00Z')).toEqual([done]);
    expect(await ids('submitted_at=null&bid_due_date[lte]=2026-06-01')).toEqual([soon]);
    const { projects } = (await first.get(`/projects?company_id=${company}&include=submitted_at&sort=-submitted_at`))
      .body;
    expect(projects.map((one: Json) => one.submitted_at)).toEqual(['2026-05-29T14:00:00Z', null, null]);
    const sparse = await first.get(`/projects?company_id=${company}&fields=id&include=submitted_at&sort=submitted_at`);
    expect(sparse.body.projects[0]).toEqual({ id: done, submitted_at: '2026-05-29T14:00:00Z' });
  });
});
