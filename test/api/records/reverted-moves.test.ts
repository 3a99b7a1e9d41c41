import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingAs, type Client, type Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { reverting } from '../../support/data/reverting.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let stages: Json[];
let ann: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  stages = (await first.get('/project_stages')).body.project_stages;
  ann = await make(first, 'users', { first_name: 'Ann', role: 'admin' });
});
afterAll(() => service.stop());

const stageId = (name: string): string => stages.find((stage) => stage.name === name).id;

describe('a reverted stage move', () => {
  const movesOf = async (id: string): Promise<string[]> =>
    (await first.get(`/projects/${id}?include=stage_changes`)).body.project.stage_changes.map(
      (move: Json) => `${move.from?.name ?? ''} > ${move.to.name} ${move.at}`,
    );

  /** A project that has been in its first stage for three days, and then moves by request. */
  async function moved(stage: string, headers?: Readonly<Record<string, string>>): Promise<Json> {
    const { id } = await make(first, 'projects', { amount: 5 });
    const before = await movesOf(id);
    service.clock.advance(3 * 86_400_000);
    await first.patch(`/projects/${id}`, { project: { project_stage_id: stageId(stage) } }, headers);
    return { id, path: `/projects/${id}`, before };
  }

  it('lets the stay in the earlier stage go on, while the history shows both moves', async () => {
    const { id, path, before } = await moved('Bid Submitted');
    service.clock.advance(10 * 60_000);
    const { project } = (await reverting(first, path, 1)).body;
    expect([project.project_stage.name, project.probability, project.stage_age]).toEqual(['Tracking', 0.05, 3]);
    expect(await movesOf(id)).toEqual(before);
    const { changes } = (await first.get(`${path}/history`)).body;
    expect(changes.slice(0, 2).map(({ fields }: Json) => Object.keys(fields).sort())).toEqual([
      ['probability', 'project_stage_id', 'submitted_at'],
      ['probability', 'project_stage_id', 'submitted_at'],
    ]);
    service.clock.advance(1000);
    await first.patch(path, { project: { project_stage_id: stageId('Estimating') } });
    expect((await movesOf(id)).map((move) => move.split(' 2')[0])).toEqual([' > Tracking', 'Tracking > Estimating']);
  });

  it('takes back several moves at once, and only those that still count', async () => {
    const { path, id, before } = await moved('Estimating');
    await reverting(first, path, 1);
    await first.patch(path, { project: { project_stage_id: stageId('Budgeting') } });
    await first.patch(path, { project: { project_stage_id: stageId('Won') } });
    expect((await reverting(first, path, 1)).body.project).toMatchObject({
      stage_age: 3,
      close_type: null,
      award_date: null,
    });
    expect(await movesOf(id)).toEqual(before);
  });

  it.each<[string, () => Readonly<Record<string, string>>, number]>([
    ['after more than ten minutes', () => ({}), 10 * 60_000 + 1],
    ['of another user', () => actingAs(ann), 1000],
  ])('%s is a move of its own', async (_, headers, wait) => {
    const { id, path, before } = await moved('Estimating', headers());
    service.clock.advance(wait);
    expect((await reverting(first, path, 1, { force: true })).body.project.stage_age).toBe(0);
    expect(await movesOf(id)).toHaveLength(Number(before.length) + 2);
    expect((await movesOf(id)).pop()).toMatch(/^Estimating > Tracking/);
  });

  it('is not taken back twice: the reversion of a reversion moves again', async () => {
    const { id, path, before } = await moved('Estimating');
    await reverting(first, path, 1);
    service.clock.advance(1000);
    expect((await reverting(first, path, 2)).body.project.project_stage.name).toBe('Estimating');
    expect(await movesOf(id)).toHaveLength(Number(before.length) + 1);
    expect((await reverting(first, path, 1)).body.project.stage_age).toBe(3);
    expect(await movesOf(id)).toEqual(before);
  });

  it('restores all that a closing or a reopening changed', async () => {
    const { id: reason } = await make(first, 'loss_reasons');
    const { id } = await make(first, 'projects', { project_stage_id: stageId('Estimating'), probability: 0.4 });
    const path = `/projects/${id}`;
    const lost = { project_stage_id: stageId('Lost'), loss_reason_id: reason, award_date: '2026-01-15' };
    const open = (await first.get(path)).body.project;
    const closed = (await first.patch(path, { project: lost })).body.project;
    const reopened = (await first.patch(path, { project: { project_stage_id: stageId('Won'), close_type: 'won' } }))
      .body;
    expect(reopened.project.probability).toBe(1);
    const facts = ({ close_type, award_date, loss_reason, probability, project_stage }: Json) => [
      ...[close_type, award_date, loss_reason?.id, probability, project_stage.name],
    ];
    expect(facts((await reverting(first, path, 2)).body.project)).toEqual(facts(closed));
    expect(facts((await reverting(first, path, 1)).body.project)).toEqual(facts(open));
  });
});

describe('a project', () => {
  const act = fc.record({
    stage: fc.option(fc.nat(13), { nil: undefined }),
    close: fc.option(fc.constantFrom('cancelled', 'lost', null), { nil: undefined }),
    due: fc.option(
      fc.constantFrom({ bid_due_date: '2026-05-01' }, { bid_due_at: '2026-05-02T15:00:00Z' }, { bid_due_at: null }),
      { nil: undefined },
    ),
    dates: fc.option(fc.record({ award_date: fc.constantFrom('2026-01-02', null), submitted_at: fc.constant(null) }), {
      nil: undefined,
    }),
    probability: fc.option(fc.constantFrom(0.33, null), { nil: undefined }),
    user: fc.boolean(),
    hours: fc.constantFrom(0, 0.05, 5),
  });

  it('has exactly its earlier values after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), fc.nat(), async (acts, pick) => {
        const { id } = await make(first, 'projects');
        const path = `/projects/${id}`;
        const read = async (): Promise<Json> => {
          const { headers, body } = await first.get(`${path}?include=submitted_at,stage_changes`);
          const { updated_at: _, stage_age: __, pursuit_duration: ___, stage_changes: moves, ...values } = body.project;
          expect(moves.at(-1).to.id).toBe(values.project_stage.id);
          return { version: Number(headers.get('etag')?.slice(1, -1)), values };
        };
        const states = [await read()];
        for (const { stage, close, due, dates, probability, user, hours } of acts) {
          service.clock.advance(hours * 3_600_000);
          const project = {
            ...(stage === undefined ? {} : { project_stage_id: stages[stage].id }),
            ...(close === undefined ? {} : { close_type: close }),
            ...(probability === undefined ? {} : { probability }),
            ...{ ...due, ...dates },
          };
          await first.patch(path, { project }, user ? actingAs(ann) : {});
          states.push(await read());
        }
        const chosen = states[pick % states.length];
        const reverted = await reverting(first, path, chosen.version, { force: true });
        expect(reverted.status, reverted.text).toBe(200);
        expect((await read()).values).toEqual(chosen.values);
      }),
      { numRuns: 15 },
    );
  });
});
