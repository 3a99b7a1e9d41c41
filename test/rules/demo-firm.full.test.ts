import { expect, test } from 'vitest';
import { isLasting } from '../../src/demo/chapters.ts';
import type { Deed } from '../../src/demo/deed.ts';
import { firmOf } from '../../src/demo/firm.ts';
import type { FirmChoice } from '../../src/demo/setting.ts';
import { startingStages } from '../../src/resources/vocabulary/reference-data.ts';
import { snakeCase } from '../../src/domain/entry-key.ts';

const wish = {
  ...{ seed: 1, projects: 3000, now: new Date('2026-03-11T20:00:00Z') },
  ...{ timeZone: 'America/Chicago', fiscalYearStartsMonth: 1 },
};
const deeds = await deedsOf(wish);

/** All deeds of a firm, in order of time. */
async function deedsOf(choice: FirmChoice): Promise<Deed[]> {
  const { chapters } = await firmOf(choice);
  for (const { size, deeds: chapter } of chapters) expect(chapter()).toHaveLength(size);
  return chapters.flatMap((chapter) => [...chapter.deeds()]).sort((one, other) => one.at - other.at);
}

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

test('the demo firm wins and loses in every month of three years, and has projects in every stage', () => {
  const months = (stage: string) =>
    deeds
      .filter(({ links }) => links['project_stage_id'] === `project_stages/${stage}`)
      .map(({ at }) => new Date(at).toISOString().slice(0, 7));
  const full = new Set(deeds.map(({ at }) => new Date(at).toISOString().slice(0, 7)).slice(1)).size - 3;
  for (const stage of ['won', 'lost']) expect(new Set(months(stage)).size).toBeGreaterThanOrEqual(full);
  const empty = startingStages.map(({ name }) => snakeCase(name)).filter((stage) => months(stage).length === 0);
  expect(empty).toEqual([]);
});

test('the estimators of the demo firm move their own projects in the course of the afternoon', () => {
  const estimatorOfProject = new Map(
    deeds.flatMap(({ name, links }) => (links['assigned_to_id'] ? [[name, links['assigned_to_id']] as const] : [])),
  );
  const moves = deeds.filter(({ action, links }) => action === 'update' && links['project_stage_id'] !== undefined);
  expect(moves.filter(({ name, by }) => by !== estimatorOfProject.get(name))).toEqual([]);
  const days = new Map<string, Deed[]>();
  for (const deed of moves) {
    const day = new Date(deed.at).toISOString().slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), deed]);
  }
  const busiest = [...days.values()].sort((one, other) => other.length - one.length).slice(0, 20);
  for (const day of busiest) {
    expect(new Set(day.map(({ at }) => at)).size).toBeGreaterThan(day.length / 2);
    expect(new Set(day.map(({ by }) => by)).size).toBeGreaterThan(3);
  }
});

const dueOf = ({ bid_due_date: date, bid_due_at: at }: Record<string, unknown>) => String(date ?? at).slice(0, 10);

// A Wednesday, a Saturday, the first day of a year, and Christmas.
test.each(['2026-03-11', '2026-03-14', '2027-01-01', '2025-12-25'])(
  'on %s bids of the demo firm are due in the next days, and tasks are overdue, due and done',
  async (today) => {
    const told = await deedsOf({ ...wish, now: new Date(`${today}T18:00:00Z`) });
    const isOpen = ({ project_stage_id: stage }: Record<string, unknown>) =>
      ['qualifying', 'estimating'].some((key) => stage === `project_stages/${key}`);
    const nextWeek = new Date(Date.parse(today) + 9 * 86_400_000).toISOString().slice(0, 10);
    const due = states(told, 'projects').filter((one) => isOpen(one) && dueOf(one) >= today && dueOf(one) <= nextWeek);
    expect(due.length).toBeGreaterThan(8);
    const tasks = states(told, 'tasks');
    const open = tasks.filter(({ completed_at: done }) => !done);
    expect(open.filter(({ deadline }) => String(deadline) < today).length).toBeGreaterThan(20);
    expect(open.filter(({ deadline }) => String(deadline) >= today).length).toBeGreaterThan(50);
    expect(tasks.length - open.length).toBeGreaterThan(2000);
    expect(states(told, 'calls').length).toBeGreaterThan(1500);
    const kinds = states(told, 'notes').map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'meeting').length).toBeGreaterThan(500);
    expect(kinds.filter((kind) => kind === 'site_visit').length).toBeGreaterThan(300);
    expect(states(told, 'files').length).toBeGreaterThan(1000);
    const leads = states(told, 'leads').filter(({ archived_at: archived }) => !archived);
    expect(
      leads.filter(({ snooze_until: until }) => typeof until === 'string' && until > today).length,
    ).toBeGreaterThan(5);
  },
);

test.each([1, 7])('the goals of the demo firm are near what it books, by the year from month %i', async (month) => {
  const told = await deedsOf({ ...wish, fiscalYearStartsMonth: month });
  const goals = states(told, 'goals');
  const yearly = goals.filter(({ period, division_id: division }) => period === 'year' && division === undefined);
  const firstDays = [2023, 2024, 2025, 2026].map((year) => `${year - Number(month > 3)}-0${month}-01`);
  expect(yearly.map(({ starts_on: day }) => day)).toEqual(firstDays);
  const measures = new Set(goals.map(({ measure }) => measure));
  expect(measures).toEqual(new Set(['booked_amount', 'booked_count', 'earned_amount']));
  const won = projects.filter(({ project_stage_id: stage }) => stage === 'project_stages/won');
  const booked = won.reduce((sum, { amount }) => sum + Number(amount), 0) / 3;
  for (const { target } of yearly) expect(Number(target) / booked).toBeCloseTo(1, 0);
  expect(states(await deedsOf({ ...wish, fiscalYearStartsMonth: null }), 'goals')).toEqual([]);
});

test('every bid of the demo firm is due on a working day', () => {
  const dates = projects.map(dueOf);
  expect(dates.filter((date) => [0, 6].includes(new Date(date).getUTCDay()))).toEqual([]);
  expect(dates.filter((date) => ['01-01', '07-04', '12-24', '12-25'].includes(date.slice(5)))).toEqual([]);
});

test('every change of a chapter is in the past and in order, and uses no record before its creation', async () => {
  const made = new Map([['users/admin', 0]]);
  const plurals = new Set(deeds.map(({ name }) => name.split('/')[0]));
  for (const chapter of (await firmOf(wish)).chapters) {
    let last = 0;
    for (const { at, by, action, name, links, lead } of chapter.deeds()) {
      expect(at).toBeGreaterThanOrEqual(last);
      last = at;
      const own = [...(lead ? [lead] : []), ...(action === 'update' ? [name] : [])];
      const named = [...Object.values(links).flat(), by, ...own].filter((one) => plurals.has(one.split('/')[0]));
      const early = named.filter((one) => (made.get(one) ?? Infinity) > at);
      if (early.length > 0) expect({ name, early }).toEqual({ name, early: [] });
      if (action !== 'update') made.set(name, at);
    }
    expect(last).toBeLessThanOrEqual(wish.now.getTime());
    for (const name of made.keys()) if (!isLasting(name)) made.delete(name);
  }
});

test('no two projects of the demo firm have the same name', () => {
  const names = deeds.filter(({ name, action }) => name.startsWith('projects/') && action === 'create');
  expect(new Set(names.map(({ values }) => values['name'])).size).toBe(names.length);
});

test('the same seed gives the same firm, and another seed gives another one', async () => {
  const small = { ...wish, projects: 40 };
  expect(await deedsOf(small)).toEqual(await deedsOf(small));
  expect(await deedsOf({ ...small, seed: 2 })).not.toEqual(await deedsOf(small));
});

test.each(['Pacific/Auckland', 'America/Chicago', 'UTC'])(
  'the smallest demo firm can be generated in %s at any hour',
  async (timeZone) => {
    for (const now of ['2026-01-01T00:00:00Z', '2026-03-08T08:30:00Z', '2027-02-28T23:59:59Z']) {
      const told = await deedsOf({ seed: 3, projects: 20, now: new Date(now), timeZone, fiscalYearStartsMonth: 10 });
      expect(states(told, 'projects')).toHaveLength(20);
      expect(told.every(({ at }) => at <= Date.parse(now))).toBe(true);
    }
  },
);

test('the demo firm has next steps for its open projects, and says what is left to earn on jobs under construction', () => {
  const open = projects.filter(({ next_step: step }) => step);
  expect(open.length).toBe(projects.length - inStage('won', 'lost', 'did_not_pursue', 'cancelled').length);
  const built = projects.filter(({ remaining_amount: amount }) => amount !== undefined);
  expect(built.length).toBeGreaterThan(40);
  expect(built.filter(({ remaining_amount: amount }) => Number(amount) <= 0)).toEqual([]);
});
