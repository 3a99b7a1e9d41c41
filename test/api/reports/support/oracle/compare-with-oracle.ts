import { expect } from 'vitest';
import type { Client, Json } from '../../../../support/service/client.ts';
import { expectedChange } from './expected-change.ts';
import * as expected from './expected-reports.ts';
import {
  answeredGroup,
  answeredSum,
  cents,
  dayAfter,
  dayOf,
  type Filter,
  type Grouping,
  isOpen,
  type Sum,
  sumOf,
} from './figures.ts';
import { allPages, type Ledger, liveAt, type Version } from './ledger.ts';

/** What the comparison of a report needs. */
export interface Comparison {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly firm: Omit<expected.Firm, 'at'>;
  readonly goals: readonly Json[];
  readonly filter: Filter;
  readonly grouping: Grouping | null;
}

async function report(client: Client, name: string, query: string): Promise<Json> {
  const { status, body, text } = await client.get(`/reports/${name}?${query}`);
  expect(status, text).toBe(200);
  return body[name];
}

const iso = (at: number): string => new Date(at).toISOString();

/** Compares all reports as of an instant. @param at in ms since 1970 */
export async function compareAsOf(comparison: Comparison, at: number): Promise<void> {
  const live = [...liveAt(comparison.ledger, at).values()].filter((version) => comparison.filter.meets(version, at));
  const seen = { ...comparison, firm: { ...comparison.firm, at }, live, open: live.filter(isOpen) };
  const query = `as_of=${iso(at)}&${comparison.filter.query}`;
  await comparePipeline(seen, query);
  await compareOutcome(seen, query);
  await compareBids(seen, query);
  await compareBacklog(seen, query);
  await compareAttention(seen, query);
}

/** The projects of an instant. */
interface Seen extends Comparison {
  readonly firm: expected.Firm;
  readonly live: readonly Version[];
  readonly open: readonly Version[];
}

/** The versions of each group, with all of them as `total`. */
function groupsOf(versions: readonly Version[], grouping: Grouping | null): Map<string, readonly Version[]> {
  const groups = new Map<string, readonly Version[]>([['total', versions]]);
  for (const version of grouping ? versions : []) {
    const group = grouping?.groupOf(version) ?? '';
    groups.set(group, [...(groups.get(group) ?? []), version]);
  }
  return groups;
}

const byGroup = ({ total, groups }: Json): Map<string, Json> =>
  new Map([['total', total], ...groups.map((line: Json): [string, Json] => [answeredGroup(line), line])]);

async function comparePipeline(seen: Seen, query: string) {
  const { client, open, grouping } = seen;
  const found = await report(client, 'pipeline', `${query}&${grouping?.query ?? ''}`);
  const lines = byGroup(found);
  const groups = groupsOf(open, grouping);
  expect([...lines.keys()].sort()).toEqual([...groups.keys()].sort());
  for (const [group, versions] of groups) {
    const line = lines.get(group);
    expect(answeredSum(line)).toEqual(sumOf(versions));
    expect(line.without_amount).toBe(versions.filter(({ values }) => values['amount'] === null).length);
    expect(line.without_probability).toBe(versions.filter(({ values }) => values['probability'] === null).length);
  }
  compareGoals(seen, found.total.goals);
}

/** Only a report without filters has the goals of the firm. */
function compareGoals({ live, firm, goals, filter }: Seen, found: readonly Json[]) {
  const day = dayOf(firm.at);
  const current = filter.query === '' ? goals.filter((goal) => goal.starts_on <= day && day <= goal.ends_on) : [];
  expect(found.map(({ goal }) => goal.id).sort()).toEqual(current.map(({ id }) => id).sort());
  for (const { goal, booked, committed, gap } of found) {
    const figures = expected.expectedGoal(live, firm, goal);
    const answered = [booked, committed].map(({ count, amount }: Json) => ({ count, amount: cents(amount) }));
    expect(answered).toEqual([figures.booked, figures.committed]);
    const done = goal.measure === 'booked_count' ? BigInt(figures.booked.count) * 100n : figures.booked.amount;
    expect(cents(gap)).toBe(cents(goal.target) - done);
  }
}

async function compareOutcome({ client, live, firm, grouping }: Seen, query: string) {
  const [from, to] = ['2026-01-11', dayOf(firm.at)];
  const dated = live.filter(({ values }) => values['award_date'] >= from && values['award_date'] <= to);
  const closed = dated.filter((version) => !isOpen(version));
  const found = await report(
    client,
    'win_loss',
    `${query}&from=${from}&to=${to}&every=quarter&${grouping?.query ?? ''}`,
  );
  for (const [group, versions] of groupsOf(closed, grouping)) {
    const line = byGroup(found).get(group);
    expectOutcome(line, versions, firm);
    for (const period of line.periods) {
      const own = versions.filter(({ values }) => {
        const date = values['award_date'] as string;
        return date >= period.period.from && date <= period.period.to;
      });
      expectOutcome(period, own, firm);
    }
  }
  const undated = live.filter((version) => !isOpen(version) && version.values['award_date'] === null);
  expect(found.undated.count).toBe(undated.length);
}

function expectOutcome(line: Json, versions: readonly Version[], firm: expected.Firm): void {
  const { sums, rates } = expected.expectedOutcome(versions, firm);
  expect(line.rates).toEqual(rates);
  for (const [name, { count, amount }] of Object.entries(sums)) {
    expect([name, line[name].count, cents(line[name].amount)]).toEqual([name, count, amount]);
  }
}

async function compareBids({ client, open, firm }: Seen, query: string) {
  const to = dayAfter(dayOf(firm.at), 55);
  const found = await report(client, 'bids_due', query);
  expect([found.from, found.to]).toEqual([dayOf(firm.at), to]);
  const due = open.filter(({ values: { bid_due_date: date } }) => date >= found.from && date <= to);
  const { count, amount } = sumOf(due);
  expect([found.count, cents(found.amount)]).toEqual([count, amount]);
  const listed = found.days.flatMap(({ date, bids }: Json) => bids.map(({ project }: Json) => `${project.id} ${date}`));
  expect(listed.sort()).toEqual(due.map(({ id, values }) => `${id} ${values['bid_due_date']}`).sort());
  const late = sumOf(open.filter((version) => expected.isOverdue(version, firm)));
  expect([found.overdue.count, cents(found.overdue.amount)]).toEqual([late.count, late.amount]);
  const load = new Map<string, number>();
  for (const { assigned_to: user, overdue, weeks } of found.load.assignees) {
    const id = user?.id ?? 'null';
    if (overdue.count > 0) load.set(`${id} overdue`, overdue.count);
    weeks.forEach((week: Json, index: number) => {
      if (week.count > 0) load.set(`${id} ${found.load.weeks[index]}`, week.count);
    });
  }
  expect(load).toEqual(expected.expectedLoad(open, firm, to));
}

async function compareBacklog({ client, live, firm, grouping }: Seen, query: string) {
  const found = await report(client, 'backlog', `${query}&every=quarter&start=2026-02-01&${grouping?.query ?? ''}`);
  for (const [group, line] of byGroup(found)) {
    const versions = groupsOf(live, grouping).get(group) ?? [];
    const layers = line.layers.map(({ layer, count, amount, before, buckets, after, unscheduled }: Json) => ({
      ...{ layer, count, cents: cents(amount) },
      parts: [before, ...buckets, after, unscheduled].map(cents),
    }));
    expect(layers).toEqual(expected.expectedLayers(versions, firm, found.buckets));
  }
}

async function compareAttention({ client, live, firm }: Seen, query: string) {
  const { rules } = await report(client, 'attention', query);
  const items = await allPages(client, `/reports/attention?${query}&per_page=500`, ({ attention }) => attention.items);
  const listed = expected.expectedAttention(live, firm);
  for (const { rule, count } of rules) {
    const own = items.filter((item: Json) => item.rule === rule);
    expect([rule, count]).toEqual([rule, listed[rule]?.length]);
    expect(own.map(({ project, since }: Json) => `${project.id} ${since}`)).toEqual(listed[rule]);
  }
}

/** Compares the change of the pipeline between two instants, in ms since 1970. */
export async function compareChange(comparison: Comparison, from: number, to: number): Promise<void> {
  const { client, ledger, filter, grouping } = comparison;
  const query = `from=${iso(from)}&to=${iso(to)}&${filter.query}&${grouping?.query ?? ''}`;
  const found = sumsOf(await report(client, 'pipeline_change', query));
  const sums = expectedChange(ledger, { from, to, filter, grouping });
  for (const key of new Set([...found.keys(), ...sums.keys()])) {
    expect([key, found.get(key) ?? nothing]).toEqual([key, sums.get(key) ?? nothing]);
  }
}

const nothing: Sum = { count: 0, amount: 0n, weighted: 0n };

/** The sums of an answer by group, line and reason. */
function sumsOf(answer: Json): ReadonlyMap<string, Sum> {
  const figures = [...byGroup(answer)].flatMap(([group, { group: _own, ...lines }]) =>
    Object.entries<Json>(lines).flatMap(([line, figure]) => [
      [`${group} ${line}`, figure],
      ...figure.parts.map((part: Json) => [`${group} ${line} ${part.reason}`, part]),
    ]),
  );
  return new Map(figures.map(([key, figure]) => [key, answeredSum(figure)]));
}
