import type { Json } from '../../../../support/service/client.ts';
import type { Version } from './ledger.ts';

/** A sum over projects. Amounts are in whole cents. */
export interface Sum {
  readonly count: number;
  readonly amount: bigint;
  readonly weighted: bigint;
}

/** A filter of a report: its query, and what it means. */
export interface Filter {
  readonly query: string;
  /** @param at the instant by which it judges, in ms since 1970. */
  readonly meets: (version: Version, at: number) => boolean;
}

/** A dimension of groups: the value of a project, as text. */
export interface Grouping {
  readonly query: string;
  readonly groupOf: (version: Version) => string;
}

export const cents = (amount: Json): bigint => BigInt(Math.round(Number(amount ?? 0) * 100));

/** A decimal as a whole number and its scale: 0.125 → 125, 1000. */
function decimal(value: number): [whole: bigint, scale: bigint] {
  const [whole = '0', decimals = ''] = value.toFixed(6).split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

export const amountOf = ({ values }: Version): bigint => cents(values['amount']);

/** Amount × probability, rounded to cents, halves up. */
export function weightedOf({ values }: Version): bigint {
  const [whole, scale] = decimal(Number(values['probability'] ?? 0));
  return (2n * cents(values['amount']) * whole + scale) / (2n * scale);
}

export const sumOf = (versions: readonly Version[]): Sum => ({
  count: versions.length,
  amount: versions.reduce((sum, version) => sum + amountOf(version), 0n),
  weighted: versions.reduce((sum, version) => sum + weightedOf(version), 0n),
});

/** A figure of an answer as a sum. */
export const answeredSum = ({ count, amount, weighted_amount: weighted }: Json): Sum => ({
  count,
  amount: cents(amount),
  weighted: cents(weighted),
});

/** The group of a line of an answer, as the text of the value of its projects. */
export const answeredGroup = ({ group }: Json): string => {
  if (group === null || group === undefined) return 'null';
  if (typeof group !== 'object') return String(group);
  return 'id' in group ? String(group.id) : String(group.from ?? 0);
};

/** A ratio with four decimals, halves up; null if it has no denominator. */
export const ratio = (numerator: bigint, denominator: bigint): number | null =>
  denominator === 0n ? null : Number((20_000n * numerator + denominator) / (2n * denominator)) / 10_000;

export const isOpen = ({ values }: Version): boolean => values['close_type'] === null;

/** In milliseconds. */
export const day = 86_400_000;

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / day;

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago', dateStyle: 'short' });

/** The day of a moment in Chicago. @param at in ms since 1970 */
export const dayOf = (at: number): string => calendar.format(at);
