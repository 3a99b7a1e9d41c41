import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const stages = async (client = first): Promise<Json[]> => (await client.get('/project_stages')).body.project_stages;
const stageId = async (name: string): Promise<string> => (await stages()).find((stage) => stage.name === name).id;

const typesAbout = async (id: string): Promise<string[]> => {
  const { webhook_messages: messages } = (await first.get('/webhook_messages')).body;
  return messages.filter(({ payload }: Json) => payload.id === id).map(({ event_type: type }: Json) => type);
};

describe('a stage', () => {
  it('takes the requested position, and later stages move down', async () => {
    expect((await stages()).map(({ position, name }) => `${position} ${name}`)).toEqual([
      ...['1 Tracking', '2 Qualifying', '3 RFQ / Prequalification', '4 Budgeting', '5 Estimating', '6 Bid Submitted'],
      ...['7 Shortlisted', '8 Negotiating', '9 Verbal Award', '10 On Hold', '11 Won', '12 Lost'],
      ...['13 Did Not Pursue', '14 Cancelled'],
    ]);
    const between = await make(first, 'project_stages', { name: 'Interview', position: 7 });
    expect((await stages()).map(({ name }) => name).slice(5, 9)).toEqual([
      'Bid Submitted',
      'Interview',
      'Shortlisted',
      'Negotiating',
    ]);
    await first.delete(`/project_stages/${between.id}`);
  });

  it('shows its name and category in the projects that embed it', async () => {
    const { project_stage: stage } = await make(first, 'projects');
    expect(Object.keys(stage)).toEqual(['id', 'created_at', 'updated_at', 'name', 'category']);
    expect(stage).toMatchObject({ name: 'Tracking', category: 'open' });
  });

  it('can be renamed while a project is in it, but not deleted or moved to another category', async () => {
    const stage = await make(first, 'project_stages', { name: 'Mock-up', default_probability: 0.6 });
    const project = await make(first, 'projects', { project_stage_id: stage.id });
    const path = `/project_stages/${stage.id}`;
    for (const refused of [
      await first.delete(path),
      await first.patch(path, { project_stage: { category: 'lost' } }),
    ]) {
      expect([refused.status, refused.body.code, refused.body.uses]).toEqual([409, 'in_use', 1]);
    }
    expect((await first.patch(path, { project_stage: { name: 'Mock-ups', category: 'open' } })).status).toBe(200);
    await first.patch(`/projects/${project.id}`, { project: { project_stage_id: await stageId('Won') } });
    expect((await first.patch(path, { project_stage: { category: 'lost' } })).status).toBe(200);
    expect((await first.delete(path)).status).toBe(204);
  });

  it('cannot be deleted or closed if it is the last open stage', async () => {
    const { second } = service;
    const open = (await stages(second)).filter(({ category }) => category === 'open');
    for (const { id } of open.slice(1)) expect((await second.delete(`/project_stages/${id}`)).status).toBe(204);
    const path = `/project_stages/${open[0]?.id}`;
    expect((await second.delete(path)).body.code).toBe('conflict');
    expect((await second.patch(path, { project_stage: { category: 'won' } })).status).toBe(409);
    const project = await make(second, 'projects');
    expect(project.project_stage.id).toBe(open[0]?.id);
  });
});

describe('a project', () => {
  it('starts in the first open stage, with the probability of that stage', async () => {
    const project = await make(first, 'projects');
    expect([project.project_stage.name, project.probability, project.stage_age]).toEqual(['Tracking', 0.05, 0]);
    const sure = await make(first, 'projects', { probability: 0.8 });
    expect([sure.project_stage.name, sure.probability]).toEqual(['Tracking', 0.8]);
    const refused = await first.post('/projects', { project: { name: 'T', project_stage_id: null, units: -1 } });
    expect(refused.body.errors.map(({ pointer }: Json) => pointer)).toEqual(['/project/units']);
  });

  it('gets the probability of its new stage unless the request sets one', async () => {
    const { id } = await make(first, 'projects');
    const patch = async (project: Json) => (await first.patch(`/projects/${id}`, { project })).body.project;
    service.clock.advance(3 * 86_400_000);
    expect((await first.get(`/projects/${id}`)).body.project.stage_age).toBe(3);
    expect(await patch({ project_stage_id: await stageId('Budgeting') })).toMatchObject({
      probability: 0.2,
      stage_age: 0,
    });
    expect(await patch({ project_stage_id: await stageId('Negotiating'), probability: 0.5 })).toMatchObject({
      probability: 0.5,
    });
    const [change] = (await first.get(`/projects/${id}/history`)).body.changes;
    expect(change.fields).toEqual({
      project_stage_id: { from: await stageId('Budgeting'), to: await stageId('Negotiating') },
      probability: { from: 0.2, to: 0.5 },
      submitted_at: { from: null, to: change.at },
    });
    const moves = await service.engine.query<Json>(
      'select from_stage_id, to_stage_id from stage_changes where project_id = $1::bigint order by id',
      [id],
    );
    expect(moves.map(({ from_stage_id: from, to_stage_id: to }) => [from, to])).toEqual([
      [null, await stageId('Tracking')],
      [await stageId('Tracking'), await stageId('Budgeting')],
      [await stageId('Budgeting'), await stageId('Negotiating')],
    ]);
  });

  it('is won, lost or reopened by a move between stages, and each result sends webhook messages', async () => {
    const { id } = await make(first, 'projects', { loss_reason_id: (await make(first, 'loss_reasons')).id });
    const patch = async (project: Json) => (await first.patch(`/projects/${id}`, { project })).body.project;
    service.clock.set('2026-04-02T03:00:00Z');
    const won = await patch({ project_stage_id: await stageId('Won') });
    expect(won).toMatchObject({
      close_type: 'won',
      award_date: '2026-04-01',
      project_status: 'upcoming',
      probability: 1,
    });
    expect(await typesAbout(id)).toEqual(
      expect.arrayContaining(['project.won', 'project.stage_change', 'project.update']),
    );
    const lost = await patch({ project_stage_id: await stageId('Lost') });
    expect(lost).toMatchObject({ close_type: 'lost', project_status: 'closed_lost' });
    const cancelled = await patch({ project_stage_id: await stageId('Cancelled') });
    expect(cancelled).toMatchObject({ close_type: 'cancelled', project_status: 'closed_cancelled' });
    const open = await patch({ project_stage_id: await stageId('Tracking') });
    expect(open).toMatchObject({
      close_type: null,
      loss_reason: null,
      award_date: '2026-04-01',
      project_status: 'pursuit',
    });
    expect((await typesAbout(id)).sort()).toEqual([
      ...['project.create', 'project.lost', ...Array.from({ length: 5 }, () => 'project.stage_change')],
      ...[...Array.from({ length: 4 }, () => 'project.update'), 'project.won'],
    ]);
  });

  it('computes its figures, and its bid date in the time zone of the account', async () => {
    const figures = {
      amount: 1_000_000,
      square_feet: 3000,
      units: 0,
      start_date: '2026-05-01',
      end_date: '2026-05-01',
    };
    const project = await make(first, 'projects', { ...figures, bid_due_at: '2026-04-11T03:30:00Z' });
    expect(project).toMatchObject({ price_per_square_foot: 333.33, price_per_unit: null, project_duration: 1 });
    expect([project.bid_due_date, project.bid_due_at_includes_time]).toEqual(['2026-04-10', true]);
    const dated = (await first.patch(`/projects/${project.id}`, { project: { bid_due_date: '2026-04-12' } })).body
      .project;
    expect([dated.bid_due_at, dated.bid_due_at_includes_time]).toEqual(['2026-04-12T05:00:00Z', false]);
    const there = await make(service.second, 'projects', { bid_due_date: '2026-04-12' });
    expect(there.bid_due_at).toBe('2026-04-11T12:00:00Z');
  });
});
