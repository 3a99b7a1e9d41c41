import { expect, test } from 'vitest';
import type { Deed } from '../../src/demo/deed.ts';
import { imagineFirm } from '../../src/demo/firm.ts';

const wish = { seed: 1, projects: 3000, now: new Date('2026-03-11T20:00:00Z'), timeZone: 'America/Chicago' };
const deeds = await imagineFirm(wish);

/** The final values of each record of a resource. */
function states(told: readonly Deed[], plural: string): Record<string, unknown>[] {
  const found = new Map<string, Record<string, unknown>>();
  for (const { name, values, links } of told) {
    if (name.startsWith(`${plural}/`)) found.set(name, { ...found.get(name), ...values, ...links });
  }
  return [...found.values()];
}

const projects = states(deeds, 'projects');
const inStage = (...keys: string[]) =>
  projects.filter(({ project_stage_id: stage }) => keys.some((key) => stage === `project_stages/${key}`));

test('the demo firm has 40 users, 400 companies, 1,500 contacts and 3,000 projects', () => {
  const counts = ['users', 'companies', 'contacts', 'projects'].map((plural) => states(deeds, plural).length);
  expect(counts).toEqual([40, 400, 1500, 3000]);
  expect(states(deeds, 'users').filter(({ role }) => role === 'viewer')).toHaveLength(1);
});

test('the demo firm wins a quarter to a third of its bids', () => {
  const [won, lost] = [inStage('won').length, inStage('lost').length];
  expect(won / (won + lost)).toBeGreaterThan(0.24);
  expect(won / (won + lost)).toBeLessThan(0.32);
});

test('the demo firm wins more often with repeat clients', () => {
  const ratio = (isRepeat: boolean): number => {
    const of = (stage: string) =>
      inStage(stage).filter(({ lead_source_id: source }) => (source === 'lead_sources/repeat_client') === isRepeat)
        .length;
    return of('won') / (of('won') + of('lost'));
  };
  expect(ratio(true)).toBeGreaterThan(ratio(false) * 1.3);
});

test('the demo firm always has open projects, and a loss reason for every closed project that it did not win', () => {
  const closed = inStage('won', 'lost', 'did_not_pursue', 'cancelled').length;
  expect(projects.length - closed).toBeGreaterThan(120);
  expect(projects.length - closed).toBeLessThan(400);
  const without = inStage('lost', 'did_not_pursue', 'cancelled').filter(({ loss_reason_id: reason }) => !reason);
  expect(without).toEqual([]);
});

test('every change is in the past and in order, and no record is used before its creation', () => {
  const made = new Set<string>(['users/admin']);
  const plurals = new Set(deeds.map(({ name }) => name.split('/')[0]));
  let last = 0;
  for (const { at, by, action, name, links, lead } of deeds) {
    expect(at).toBeGreaterThanOrEqual(last);
    last = at;
    const named = [...Object.values(links).flat(), by, ...(lead ? [lead] : []), ...(action === 'update' ? [name] : [])];
    const early = named.filter((one) => plurals.has(one.split('/')[0]) && !made.has(one));
    if (early.length > 0) expect({ name, early }).toEqual({ name, early: [] });
    made.add(name);
  }
  expect(last).toBeLessThanOrEqual(wish.now.getTime());
});

test('no two projects of the demo firm have the same name', () => {
  const names = deeds.filter(({ name, action }) => name.startsWith('projects/') && action === 'create');
  expect(new Set(names.map(({ values }) => values['name'])).size).toBe(names.length);
});

test('the same seed gives the same firm, and another seed gives another one', async () => {
  const small = { ...wish, projects: 40 };
  expect(await imagineFirm(small)).toEqual(await imagineFirm(small));
  expect(await imagineFirm({ ...small, seed: 2 })).not.toEqual(await imagineFirm(small));
});

test.each(['Pacific/Auckland', 'America/Chicago', 'UTC'])(
  'the smallest demo firm can be generated in %s at any hour',
  async (timeZone) => {
    for (const now of ['2026-01-01T00:00:00Z', '2026-03-08T08:30:00Z', '2027-02-28T23:59:59Z']) {
      const told = await imagineFirm({ seed: 3, projects: 20, now: new Date(now), timeZone });
      expect(states(told, 'projects')).toHaveLength(20);
      expect(told.every(({ at }) => at <= Date.parse(now))).toBe(true);
    }
  },
);
