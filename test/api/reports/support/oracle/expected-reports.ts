import type { Json } from '../../../../support/service/client.ts';
import { boundsOf, type Job, spreadJob } from '../spread-jobs.ts';
import { day, dayAfter, daysBetween, dayOf, isOpen, ratio, type Sum, sumOf } from './figures.ts';
import type { Version } from './ledger.ts';

/** The instant of a report, in ms since 1970, and the lists of the firm. */
export interface Firm {
  readonly at: number;
  readonly stages: ReadonlyMap<string, Json>;
  readonly lossGroups: ReadonlyMap<string, string>;
  readonly inactive: ReadonlySet<string>;
}

const dateIn = ({ values }: Version, name: string): string | null => values[name] as string | null;

/** `null`, or the value of a field as text. */
export const textOf = ({ values }: Version, name: string): string => String(values[name] ?? 'null');

/** The figures of wins and losses of closed projects: each as a sum, and the three rates by count and by amount. */
export function expectedOutcome(closed: readonly Version[], { lossGroups }: Firm) {
  const by = (type: string): Version[] => closed.filter(({ values }) => values['close_type'] === type);
  const competitive = by('lost').filter(({ values }) => {
    const reason = values['loss_reason_id'] as string | null;
    return reason === null || lossGroups.get(reason) === 'competitive';
  });
  const sums = {
    won: sumOf(by('won')),
    lost: sumOf(by('lost')),
    lost_competitive: sumOf(competitive),
    cancelled: sumOf(by('cancelled')),
    did_not_pursue: sumOf(by('did_not_pursue')),
  };
  const rate = (...others: readonly Sum[]) => {
    const all = [sums.won, ...others];
    const n = all.reduce((sum, { count }) => sum + count, 0);
    return {
      count: ratio(BigInt(sums.won.count), BigInt(n)),
      n,
      amount: ratio(
        sums.won.amount,
        all.reduce((sum, { amount }) => sum + amount, 0n),
      ),
    };
  };
  return {
    sums,
    rates: {
      decided: rate(sums.lost),
      competitive: rate(sums.lost_competitive),
      closed: rate(sums.lost, sums.cancelled, sums.did_not_pursue),
    },
  };
}

/** The bid of a project is late by the hour where one is known, else by its day. */
export function isOverdue(version: Version, { at }: Firm): boolean {
  const { values } = version;
  const date = dateIn(version, 'bid_due_date');
  if (!isOpen(version) || values['submitted_at'] !== null || date === null) return false;
  return values['bid_due_at_includes_time'] === true ? Date.parse(values['bid_due_at']) < at : date < dayOf(at);
}

/** The items of each rule of attention, as `project since`, in the order of the report. */
export function expectedAttention(live: readonly Version[], firm: Firm): Readonly<Record<string, readonly string[]>> {
  const today = dayOf(firm.at);
  const open = live.filter(isOpen);
  const stageOf = ({ values }: Version): Json => firm.stages.get(values['project_stage_id'] as string);
  const since =
    (name: string) =>
    (version: Version): string =>
      dateIn(version, name) ?? '';
  const isSubmitted = ({ values }: Version): boolean => values['submitted_at'] !== null;
  const submission = (version: Version): string => {
    const submitted = dayOf(Date.parse(version.values['submitted_at']));
    return [submitted, dateIn(version, 'bid_due_date') ?? submitted].sort().at(-1) ?? '';
  };
  const isStale = (version: Version): boolean => {
    const limit = stageOf(version).stale_after_days as number | null;
    return limit !== null && Math.floor((firm.at - version.inStageSince) / day) >= limit;
  };
  const isUnassigned = ({ values }: Version): boolean =>
    values['assigned_to_id'] === null || firm.inactive.has(values['assigned_to_id']);
  const isSoon = (version: Version): boolean =>
    !isSubmitted(version) &&
    !isOverdue(version, firm) &&
    (dateIn(version, 'bid_due_date') ?? '9') <= dayAfter(today, 7);
  const isUnanswered = (version: Version): boolean =>
    isSubmitted(version) && stageOf(version).milestone !== 'committed' && submission(version) < dayAfter(today, -30);
  const isUnexplained = ({ values }: Version): boolean =>
    values['close_type'] === 'lost' &&
    values['loss_reason_id'] === null &&
    values['award_date'] !== null &&
    values['award_date'] <= today &&
    daysBetween(values['award_date'], today) < 90;
  const rules: readonly [string, readonly Version[], (version: Version) => string][] = [
    ['bid_overdue', open.filter((version) => isOverdue(version, firm)), since('bid_due_date')],
    ['bid_due_soon', open.filter(isSoon), since('bid_due_date')],
    ['next_step_late', open.filter((one) => (dateIn(one, 'next_step_on') ?? '9') < today), since('next_step_on')],
    ['stale_stage', open.filter(isStale), ({ inStageSince }) => dayOf(inStageSince)],
    ['no_result', open.filter(isUnanswered), submission],
    ['unassigned', open.filter(isUnassigned), ({ values }) => dayOf(Date.parse(values['created_at']))],
    ['loss_unexplained', live.filter(isUnexplained), since('award_date')],
  ];
  return Object.fromEntries(
    rules.map(([rule, versions, sinceOf]) => {
      const items = versions.map((version) => ({ id: Number(version.id), since: sinceOf(version) }));
      items.sort((one, other) => one.since.localeCompare(other.since) || one.id - other.id);
      return [rule, items.map(({ id, since: from }) => `${id} ${from}`)];
    }),
  );
}

const monday = (date: string): string => dayAfter(date, -((new Date(date).getUTCDay() + 6) % 7));

/** The load of each assignee: `<user> overdue` and `<user> <Monday>` with the number of bids that are not submitted. */
export function expectedLoad(open: readonly Version[], firm: Firm, to: string): ReadonlyMap<string, number> {
  const today = dayOf(firm.at);
  const load = new Map<string, number>();
  for (const version of open) {
    const date = dateIn(version, 'bid_due_date');
    if (date === null || version.values['submitted_at'] !== null) continue;
    const isLate = isOverdue(version, firm);
    if (!isLate && (date < today || date > to)) continue;
    const key = `${textOf(version, 'assigned_to_id')} ${isLate ? 'overdue' : monday(date)}`;
    load.set(key, (load.get(key) ?? 0) + 1);
  }
  return load;
}

/** The layers of the backlog: the number of projects, their money, and its parts in the order of the report. */
export function expectedLayers(live: readonly Version[], firm: Firm, buckets: readonly Json[]) {
  const around = { today: dayOf(firm.at), bounds: boundsOf(buckets as never) };
  const spread = live.flatMap((version) => {
    const { values } = version;
    if (!isOpen(version) && values['close_type'] !== 'won') return [];
    const job = {
      ...values,
      isWon: !isOpen(version),
      isCommitted: firm.stages.get(values['project_stage_id'] as string).milestone === 'committed',
    } as unknown as Job;
    return [spreadJob(job, 's', around)];
  });
  return ['backlog', 'committed', 'pursuit'].map((layer) => {
    const own = spread.filter((one) => one.layer === layer);
    const parts = Array.from({ length: buckets.length + 3 }, (_, place) =>
      own.reduce((sum, { parts: found }) => sum + (found[place] ?? 0n), 0n),
    );
    return { layer, count: own.length, cents: own.reduce((sum, one) => sum + one.cents, 0n), parts };
  });
}

/** The booked and committed work of a scope, for a goal of bookings. */
export function expectedGoal(live: readonly Version[], firm: Firm, goal: Json) {
  const won = live.filter(({ values }) => {
    const date = values['award_date'] as string | null;
    return values['close_type'] === 'won' && date !== null && date >= goal.starts_on && date <= goal.ends_on;
  });
  const committed = live.filter(
    (version) =>
      isOpen(version) && firm.stages.get(version.values['project_stage_id'] as string).milestone === 'committed',
  );
  const [booked, inReach] = [sumOf(won), sumOf(committed)];
  return {
    booked: { count: booked.count, amount: booked.amount },
    committed: { count: inReach.count, amount: inReach.amount },
  };
}
