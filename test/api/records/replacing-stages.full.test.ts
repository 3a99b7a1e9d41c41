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

const newStage = (category: string, fields: object = {}) => make(first, 'project_stages', { category, ...fields });
const replace = (stage: Json, other: Json): Promise<Reply> =>
  first.delete(`/project_stages/${stage.id}?replace_with=${other.id}`);
const projectIn = (stage: Json, fields: object = {}): Promise<Json> =>
  make(first, 'projects', { project_stage_id: stage.id, ...fields });
const shown = async ({ id }: Json): Promise<Json> => (await first.get(`/projects/${id}`)).body.project;

/** The event types of a project except `project.create`. Records of other resources can have the same id. */
const toldOf = async ({ id }: Json): Promise<string[]> =>
  (await told(first, id)).filter((type) => type.startsWith('project.') && type !== 'project.create');

describe('projects whose stage is replaced by one of another category', () => {
  it('are won when the new stage is a won one', async () => {
    const [open, won] = [await newStage('open'), await newStage('won', { default_probability: 1 })];
    const project = await projectIn(open);
    const lost = await projectIn(open, { close_type: 'lost' });
    expect((await replace(open, won)).status).toBe(204);
    for (const one of [project, lost]) {
      expect(await shown(one)).toMatchObject({
        ...{ project_stage: { id: won.id }, close_type: 'won', probability: 1, award_date: '2026-03-02' },
        project_status: 'upcoming',
      });
      expect(await toldOf(one)).toEqual(expect.arrayContaining(['project.won', 'project.update']));
    }
    const [change] = await historyOf(first, `/projects/${project.id}`);
    expect(change.fields).toMatchObject({
      project_stage_id: { from: open.id, to: won.id },
      close_type: { from: null, to: 'won' },
      award_date: { from: null, to: '2026-03-02' },
    });
  });

  it('are lost when the new stage is a lost one, with the close type of that stage', async () => {
    const open = await newStage('open');
    const project = await projectIn(open, { award_date: '2026-01-31' });
    const cancelled = await newStage('lost', { close_type: 'cancelled', default_probability: 0 });
    await replace(open, cancelled);
    expect(await shown(project)).toMatchObject({
      ...{ close_type: 'cancelled', project_status: 'closed_cancelled', probability: 0, award_date: '2026-01-31' },
    });
    expect(await toldOf(project)).toEqual(['project.stage_change', 'project.stage_change', 'project.update']);
    const won = await newStage('won');
    const fallen = await projectIn(won, { close_type: 'cancelled' });
    await replace(won, await newStage('lost'));
    expect((await shown(fallen)).close_type).toBe('lost');
    expect(await toldOf(fallen)).toContain('project.lost');
  });

  it('are reopened when the new stage is an open one, and lose their loss reason', async () => {
    const lost = await newStage('lost');
    const reason = (await make(first, 'loss_reasons')).id;
    const project = await projectIn(lost, { loss_reason_id: reason, award_date: '2026-02-01' });
    await replace(lost, await newStage('open', { default_probability: 0.4 }));
    expect(await shown(project)).toMatchObject({
      ...{ close_type: null, loss_reason: null, award_date: '2026-02-01', project_status: 'pursuit', probability: 0.4 },
    });
  });
});

describe('projects whose stage is replaced by one of the same category', () => {
  it('keep their close type, loss reason and award date', async () => {
    const reason = (await make(first, 'loss_reasons')).id;
    const closed = { loss_reason_id: reason, award_date: '2026-02-01' };
    const [open, won, lost] = [await newStage('open'), await newStage('won'), await newStage('lost')];
    const projects = [
      [await projectIn(open, { close_type: 'lost', ...closed }), open, await newStage('open')],
      [await projectIn(won, { close_type: 'did_not_pursue', ...closed }), won, await newStage('won')],
      [await projectIn(lost, { close_type: 'did_not_pursue', ...closed }), lost, await newStage('lost')],
      [await projectIn(await newStage('open')), open, open],
    ].slice(0, 3);
    for (const [project, stage, other] of projects) {
      expect((await replace(stage, other)).status).toBe(204);
      const { close_type: closeType, loss_reason: loss, award_date: award } = project;
      expect(await shown(project)).toMatchObject({
        ...{ project_stage: { id: other.id }, close_type: closeType, loss_reason: loss, award_date: award },
      });
      expect(await toldOf(project)).not.toContain('project.won');
    }
  });

  it('take the probability of the new stage, and the move is stored', async () => {
    const [stage, other] = [await newStage('open'), await newStage('open', { default_probability: 0.35 })];
    const project = await projectIn(stage, { probability: 0.9 });
    service.clock.advance(3 * 86_400_000);
    await replace(stage, other);
    expect(await shown(project)).toMatchObject({ probability: 0.35, stage_age: 0, close_type: null });
    expect(await toldOf(project)).toEqual(['project.stage_change', 'project.stage_change', 'project.update']);
    const moves = await service.engine.query<Json>(
      'select from_stage_id, to_stage_id from stage_changes where project_id = $1::bigint order by id',
      [project.id],
    );
    expect(moves.map(({ from_stage_id: from, to_stage_id: to }) => [from, to])).toEqual([
      [null, stage.id],
      [stage.id, other.id],
    ]);
  });
});

describe('the last open stage', () => {
  it('cannot be replaced by a closed stage', async () => {
    const { second } = service;
    const stages: Json[] = (await second.get('/project_stages')).body.project_stages;
    const [last, ...open] = stages.filter(({ category }) => category === 'open');
    for (const { id } of open) expect((await second.delete(`/project_stages/${id}`)).status).toBe(204);
    const project = await make(second, 'projects');
    const won = stages.find(({ category }) => category === 'won');
    const before = await traces(service);
    const refused = await second.delete(`/project_stages/${last.id}?replace_with=${won.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(grown(before, await traces(service))).toEqual({});
    expect((await second.get(`/projects/${project.id}`)).body.project.close_type).toBeNull();
  });
});

describe('the replacement of a stage', () => {
  it('moves all of more than 1,000 projects', async () => {
    const [stage, won] = [await newStage('open'), await newStage('won')];
    const { id } = await projectIn(stage);
    const columns = 'account_id, version, created_at, updated_at, project_stage_id, stage_changed_at, probability';
    await service.engine.query(
      `insert into projects (name, name_folded, ${columns})
      select name || n, name_folded || n, ${columns} from projects, generate_series(1, 1100) n where id = $1::bigint`,
      [id],
    );
    const refused = await first.delete(`/project_stages/${stage.id}`);
    expect([refused.body.uses, refused.body.detail]).toEqual([1101, expect.stringContaining('1101 records')]);
    const before = await traces(service);
    expect((await replace(stage, won)).status).toBe(204);
    expect(grown(before, await traces(service))).toMatchObject({
      ...{ changes: 1102, stage_changes: 1101, webhook_messages: 3 * 1101, projects_versions: 1101 },
    });
    const [left] = await service.engine.query<Json>(
      `select count(*)::integer as moved from projects
      where project_stage_id = $1::bigint and close_type = 'won' and award_date is not null`,
      [won.id],
    );
    expect(left.moved).toBe(1101);
  });

  it('leaves no project in the old stage when other requests move projects there at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [stage, other] = [await newStage('open'), await newStage('open')];
      const [here, coming] = [await projectIn(stage), await make(first, 'projects')];
      const [gone, made, moved, touched] = await Promise.all([
        replace(stage, other),
        first.post('/projects', { project: { name: 'New', project_stage_id: stage.id } }),
        first.patch(`/projects/${coming.id}`, { project: { project_stage_id: stage.id } }),
        first.patch(`/projects/${here.id}`, { project: { ...here, project_stage_id: stage.id, units: 5 } }),
      ]);
      expect([gone.status, touched.status]).toEqual([204, expect.toBeOneOf([200, 422])]);
      expect([made.status, moved.status]).toEqual([expect.toBeOneOf([201, 422]), expect.toBeOneOf([200, 422])]);
      const [left] = await service.engine.query<Json>(
        'select count(*)::integer as here from projects where project_stage_id = $1::bigint',
        [stage.id],
      );
      expect(left.here).toBe(0);
    }
  });
});
