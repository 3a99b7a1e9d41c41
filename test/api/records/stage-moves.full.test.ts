import fc from 'fast-check';
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
  stages = (await first.get('/project_stages')).body.project_stages;
});
afterAll(() => service.stop());

interface Move {
  readonly from: string | null;
  readonly to: string;
  readonly at: string;
}

const movesOf = (id: string): Promise<Move[]> =>
  service.engine.query<Move & object>(
    `select from_stage_id as "from", to_stage_id as "to", at from stage_changes
    where project_id = $1::bigint order by id`,
    [id],
  );

/**
 * Expects that the stage changes form a chain: the first is at the creation, and none is earlier than the one before.
 */
async function expectUnbroken(id: string): Promise<void> {
  const { project } = (await first.get(`/projects/${id}`)).body;
  const moves = await movesOf(id);
  expect(moves[0]).toMatchObject({ from: null, at: project.created_at });
  expect(moves.slice(1).map(({ from }) => from)).toEqual(moves.slice(0, -1).map(({ to }) => to));
  expect(moves.every(({ from, to }) => from !== to)).toBe(true);
  expect(moves.map(({ at }) => Date.parse(at))).toEqual(moves.map(({ at }) => Date.parse(at)).sort((a, b) => a - b));
  const last = moves.at(-1);
  expect(last?.to).toBe(project.project_stage.id);
  const [kept] = await service.engine.query<Json>(
    'select stage_changed_at as changed from projects where id = $1::bigint',
    [id],
  );
  expect(kept.changed).toBe(last?.at);
  const age = Math.floor((service.clock.now().getTime() - Date.parse(last?.at ?? '')) / 86_400_000);
  expect(project.stage_age).toBe(Math.max(0, age));
}

const step = fc.record({
  /** Negative hours stand for a request that waited for the lock, or for a clock that was set back. */
  hours: fc.integer({ min: -5, max: 50 }),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.record({ stage: fc.nat(13), units: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.constantFrom('trash' as const, 'close' as const, 'reopen' as const) },
  ),
});

async function take(id: string, { hours, act }: { hours: number; act: Json }): Promise<void> {
  service.clock.advance(hours * 3_600_000);
  const path = `/projects/${id}`;
  if (act === 'trash') {
    await first.delete(path);
    await first.post(`${path}/restore`);
  } else if (typeof act === 'string') {
    await first.patch(path, { project: { close_type: act === 'close' ? 'cancelled' : null } });
  } else {
    await first.patch(path, { project: { project_stage_id: stages[act.stage % stages.length].id, units: act.units } });
  }
}

describe('the stage changes of a project', () => {
  it('have no gap and no overlap after any sequence of requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (taken) => {
        service.clock.set('2026-03-02T15:00:00Z');
        const { id } = await make(first, 'projects');
        for (const one of taken) await take(id, one);
        await expectUnbroken(id);
      }),
      { numRuns: 20 },
    );
  });

  it('have no gap and no overlap after parallel moves and after the replacement of its stage', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await make(first, 'projects');
      const stage = await make(first, 'project_stages');
      service.clock.advance(1000);
      await Promise.all(
        [stage, ...stages.slice(0, 4)].map(({ id: to }) =>
          first.patch(`/projects/${id}`, { project: { project_stage_id: to } }),
        ),
      );
      service.clock.advance(1000);
      await first.patch(`/projects/${id}`, { project: { project_stage_id: stage.id } });
      service.clock.advance(-500);
      expect((await first.delete(`/project_stages/${stage.id}?replace_with=${stages[round].id}`)).status).toBe(204);
      await expectUnbroken(id);
    }
  });
});
