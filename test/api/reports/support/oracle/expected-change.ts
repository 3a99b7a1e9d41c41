import { amountOf, type Filter, type Grouping, isOpen, type Sum, weightedOf } from './figures.ts';
import type { Ledger, Version } from './ledger.ts';

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly filter: Filter;
  readonly grouping: Grouping | null;
}

/** What a project adds to a line of a group. */
interface Part extends Sum {
  readonly line: string;
  readonly reason: string | null;
  readonly group: string;
}

/** The lines of the report, by group (`total` for all), line and reason: `1 added created`. */
export function expectedChange(ledger: Ledger, asked: Asked): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { line, reason, group, ...part } of [...ledger.values()].flatMap((one) => partsOf(one, asked))) {
    for (const own of asked.grouping ? ['total', group] : ['total']) {
      for (const key of [`${own} ${line}`, ...(reason === null ? [] : [`${own} ${line} ${reason}`])]) {
        sums.set(key, added(sums.get(key), part));
      }
    }
  }
  return sums;
}

const added = (sum: Sum = { count: 0, amount: 0n, weighted: 0n }, part: Sum): Sum => ({
  count: sum.count + part.count,
  amount: sum.amount + part.amount,
  weighted: sum.weighted + part.weighted,
});

/** The state of one project at the two instants. */
interface Ends {
  readonly before: Version | undefined;
  readonly after: Version;
  readonly wasIn: boolean;
  readonly isIn: boolean;
  readonly asked: Asked;
  readonly versions: readonly Version[];
}

function partsOf(versions: readonly Version[], asked: Asked): Part[] {
  const after = versions.findLast(({ at }) => at <= asked.to);
  if (!after) return [];
  const before = versions.findLast(({ at }) => at <= asked.from);
  const isPart = (version: Version | undefined, at: number): boolean =>
    version !== undefined && !version.isDeleted && isOpen(version) && asked.filter.meets(version, at);
  const [wasIn, isIn] = [isPart(before, asked.from), isPart(after, asked.to)];
  const ends = { before, after, wasIn, isIn, asked, versions };
  return [...openingOf(ends), ...flowsOf(ends)];
}

const groupIn = ({ grouping }: Asked, version: Version): string => grouping?.groupOf(version) ?? 'total';

/** What a project adds to a line of the group that it is in at the end. */
const part = ({ after, asked }: Ends, line: string, figures: Partial<Part> = {}): Part => ({
  ...{ line, reason: null, group: groupIn(asked, after) },
  ...{ count: 1, amount: amountOf(after), weighted: weightedOf(after) },
  ...figures,
});

/** What the pipeline had of a project, and what moved between its groups. */
function openingOf(ends: Ends): Part[] {
  const { before, after, wasIn, isIn, asked } = ends;
  const closing = isIn ? [part(ends, 'closing')] : [];
  if (!before || !wasIn) return closing;
  const old = { group: groupIn(asked, before), amount: amountOf(before), weighted: weightedOf(before) };
  const opening = part(ends, 'opening', old);
  if (old.group === groupIn(asked, after)) return [opening, ...closing];
  const left = part(ends, 'moved', { ...old, count: -1, amount: -old.amount, weighted: -old.weighted });
  const arrived = part(ends, 'moved', { amount: old.amount, weighted: old.weighted });
  return [opening, left, arrived, ...closing];
}

/** What came, changed and went. */
function flowsOf(ends: Ends): Part[] {
  const { before, after, wasIn, isIn, asked } = ends;
  if (wasIn && before) return [...repricingOf(ends, before), ...(isIn ? [] : [departed(ends, weightedOf(before))])];
  if (!isIn && !hasPassed(ends)) return [];
  const added = part(ends, 'added', { reason: arrival(before, asked) });
  return isIn ? [added] : [added, departed(ends, weightedOf(after))];
}

function repricingOf(ends: Ends, before: Version): Part[] {
  const amount = amountOf(ends.after) - amountOf(before);
  const weighted = ends.isIn ? weightedOf(ends.after) - weightedOf(before) : 0n;
  const reason = repricedBy(amount, weighted);
  return reason === null ? [] : [part(ends, 'repriced', { reason, amount, weighted })];
}

function departed(ends: Ends, weighted: bigint): Part {
  const [line, reason] = departure(ends.after, ends.asked);
  return part(ends, line, { reason, weighted });
}

function repricedBy(amount: bigint, weighted: bigint): string | null {
  if (amount !== 0n) return amount > 0n ? 'increased' : 'decreased';
  return weighted === 0n ? null : 'reweighted';
}

function arrival(before: Version | undefined, { filter, from }: Asked): string {
  if (!before) return 'created';
  if (before.isDeleted) return 'restored';
  return !isOpen(before) && filter.meets(before, from) ? 'reopened' : 'refiltered';
}

function departure(after: Version, { filter, to }: Asked): [line: string, reason: string | null] {
  if (after.isDeleted) return ['dropped', 'deleted'];
  const closed = after.values['close_type'] as string | null;
  if (closed === null || !filter.meets(after, to)) return ['dropped', 'refiltered'];
  return closed === 'won' || closed === 'lost' ? [closed, null] : ['dropped', closed];
}

/** Whether a project was in the pipeline only between the instants: it was open then, and closed anew by the end. */
function hasPassed({ before, after, asked, versions }: Ends): boolean {
  if (after.isDeleted || isOpen(after) || !asked.filter.meets(after, asked.to)) return false;
  if (before && !before.isDeleted && before.values['close_type'] === after.values['close_type']) return false;
  const openFrom = (version: Version): number => Math.max(version.at, asked.from + 1);
  return versions.some(
    (version, index) =>
      openFrom(version) <= asked.to &&
      openFrom(version) < (versions[index + 1]?.at ?? Infinity) &&
      !version.isDeleted &&
      isOpen(version),
  );
}
