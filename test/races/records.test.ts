import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf } from '../support/endurance.ts';
import { make, next } from '../support/data/make.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { together, wholeTrail } from './trail.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService();
  ({ first } = service);
});
afterAll(() => service.stop());

const rounds = Array.from({ length: runsOf(2, 40) }, (_, round) => round);
const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort();

/** The moves of a project through the stages, the earliest first. */
const movesOf = async (id: string): Promise<[string | null, string][]> => {
  const { project } = (await first.get(`/projects/${id}?include=stage_changes`)).body;
  const moves = project.stage_changes as Json[];
  return moves
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map(({ from, to }) => [from?.id ?? null, to.id]);
};

describe('a stage that is replaced while projects move', { timeout: 300_000 }, () => {
  it('has no project afterwards, and every project a whole trail of stages', async () => {
    for (const round of rounds) {
      const [old, other] = await together(2, () => make(first, 'project_stages', { category: 'open' }));
      const inside = await together(4, () => make(first, 'projects', { project_stage_id: old.id }));
      const outside = await together(4, () => make(first, 'projects'));
      const [replaced, made, moved] = await Promise.all([
        first.delete(`/project_stages/${old.id}?replace_with=${other.id}`),
        together(3, () => first.post('/projects', { project: { name: `R${round}`, project_stage_id: old.id } })),
        Promise.all(
          outside.map(({ id }: Json) => first.patch(`/projects/${id}`, { project: { project_stage_id: old.id } })),
        ),
      ]);
      expect(replaced.status, replaced.text).toBe(204);
      for (const { status, text } of made) expect([201, 422], text).toContain(status);
      for (const { status, text } of moved) expect([200, 422], text).toContain(status);
      expect((await first.get(`/projects?project_stage_id=${old.id}`)).body.projects).toEqual([]);
      const born = made.flatMap(({ status, body }) => (status === 201 ? [body.project] : []));
      for (const { id } of [...inside, ...outside, ...born] as Json[]) await expectWholeStages(id);
    }
  });
});

/** Each move begins where the one before it ended, the last one leads to the stage of the project, each has a message. */
async function expectWholeStages(id: string): Promise<void> {
  const moves = await movesOf(id);
  expect(moves.map(([from]) => from)).toEqual([null, ...moves.slice(0, -1).map(([, to]) => to)]);
  const { project } = (await first.get(`/projects/${id}`)).body;
  expect(moves.at(-1)?.[1]).toBe(project.project_stage.id);
  const { messages } = await wholeTrail(first, 'projects', id);
  expect(messages.filter((type) => type === 'project.stage_change')).toHaveLength(moves.length);
}

describe('a member who is added to a team several times at once', { timeout: 300_000 }, () => {
  it('has one membership, each of its roles once, and a whole trail', async () => {
    for (let round = 0; round < rounds.length; round += 1) {
      const [project, user] = [await make(first, 'projects'), await make(first, 'users')];
      const path = `/project_team_memberships?project_id=${project.id}`;
      const body = { project_team_membership: { user_id: user.id, roles: ['estimator', 'scheduler'] } };
      const replies = await together(4, () => first.post(path, body));
      expect(statuses(replies)).toEqual([201, 409, 409, 409]);
      const { project_team_memberships: found } = (await first.get(path)).body;
      expect(found).toHaveLength(1);
      const [{ id, roles }] = found as [Json];
      expect(roles).toHaveLength(2);
      for (const { status, body: said } of replies) if (status === 409) expect(said.existing_id).toBe(id);
      expect((await wholeTrail(first, 'project_team_memberships', id)).messages).toEqual([
        'project_team_membership.create',
      ]);
      for (const role of roles) await wholeTrail(first, 'project_team_roles', role.id);
    }
  });
});

describe('a deleted record whose key is taken while it is restored', { timeout: 300_000 }, () => {
  it('comes back, or another record has the key', async () => {
    for (let round = 0; round < rounds.length; round += 1) {
      const key = `taken-${next()}`;
      const { id } = await make(first, 'companies', { external_id: key });
      await first.delete(`/companies/${id}`);
      const [restored, made, bulk] = await Promise.all([
        first.post(`/companies/${id}/restore`),
        first.post('/companies', { company: { name: 'New', external_id: key } }),
        first.post('/companies/bulk', { companies: [{ name: 'Row', external_id: key.toUpperCase() }] }),
      ]);
      expect([200, 409], restored.text).toContain(restored.status);
      expect([201, 409], made.text).toContain(made.status);
      expect(bulk.body.results[0]).toMatchObject({ result: expect.stringMatching('created|updated') as string });
      const { companies: live } = (await first.get(`/companies?external_id=${key},${key.toUpperCase()}`)).body;
      expect(live).toHaveLength(1);
      const firsts = [restored.status === 200, made.status === 201, bulk.body.results[0].result === 'created'];
      expect(firsts.filter(Boolean)).toHaveLength(1);
      await wholeTrail(first, 'companies', live[0].id);
      await wholeTrail(first, 'companies', id);
    }
  });
});

describe('a time zone that changes while bids are dated', { timeout: 300_000 }, () => {
  it('leaves every bid at the end of its day in the last zone', async () => {
    const zones = ['Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'];
    const day = '2026-07-01';
    for (const round of rounds) {
      const { id: reference } = await make(first, 'projects', { bid_due_date: day });
      const dated = await together(4, () => make(first, 'projects', { bid_due_date: '2026-05-05' }));
      const time_zone = zones[round % zones.length] ?? '';
      const [zone, made, changed, bulk] = await Promise.all([
        first.patch('/account', { account: { time_zone } }),
        together(3, () => first.post('/projects', { project: { name: 'Dated', bid_due_date: day } })),
        Promise.all(dated.map(({ id }: Json) => first.patch(`/projects/${id}`, { project: { bid_due_date: day } }))),
        first.post('/projects/bulk', { projects: [{ name: 'Row', bid_due_date: day }] }),
      ]);
      expect([zone, ...made, ...changed, bulk].map(({ status }) => status)).toEqual([
        ...[200, 201, 201, 201, 200, 200, 200, 200, 200],
      ]);
      const ids: string[] = [...made, ...changed].map(({ body }) => body.project.id);
      const wanted = (await first.get(`/projects/${reference}`)).body.project.bid_due_at;
      const shown = await Promise.all([...ids, bulk.body.results[0].id].map((id) => first.get(`/projects/${id}`)));
      expect(shown.map(({ body }) => body.project.bid_due_at)).toEqual(shown.map(() => wanted));
      for (const id of [reference, ...ids]) await wholeTrail(first, 'projects', id);
    }
  });
});
