/** A job, as the API shows it. */
export interface Job {
  readonly isWon: boolean;
  readonly isCommitted: boolean;
  readonly amount: number | null;
  readonly probability: number | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly remaining_amount: number | null;
  readonly remaining_as_of: string | null;
}

/** The money of a job, in whole cents. */
interface Money {
  readonly layer: 'backlog' | 'committed' | 'pursuit' | null;
  readonly cents: bigint;
  /** Before the buckets, in each, after them, and unscheduled. */
  readonly parts: readonly bigint[];
}

const dayNumber = (date: string): bigint => BigInt(Date.parse(date) / 86_400_000);

const centsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** Amount × probability, rounded to cents, halves up. */
function weighted(amount: number, probability: number): bigint {
  const [whole = '0', decimals = ''] = String(probability).split('.');
  const scale = 10n ** BigInt(decimals.length);
  return (2n * centsOf(amount) * BigInt(whole + decimals) + scale) / (2n * scale);
}

function layerOf({ isWon, isCommitted, ...job }: Job, today: string): Money['layer'] {
  if (!isWon) return isCommitted ? 'committed' : 'pursuit';
  const { end_date: end, remaining_amount: left, remaining_as_of: asOf } = job;
  const isOver = end !== null && end < today;
  return !isOver || ((left ?? 0) > 0 && asOf !== null && asOf >= end) ? 'backlog' : null;
}

function moneyOf(job: Job, layer: Money['layer']): bigint {
  if (layer === 'pursuit') return weighted(job.amount ?? 0, job.probability ?? 0);
  return centsOf((layer === 'backlog' ? job.remaining_amount : null) ?? job.amount ?? 0);
}

/** The days of a job that its remaining amount no longer contains. */
function daysDone({ isWon, start_date: start, remaining_amount: left, remaining_as_of: asOf }: Job): bigint {
  if (!isWon || start === null || left === null || asOf === null) return 0n;
  const days = dayNumber(asOf) - dayNumber(start) + 1n;
  return days > 0n ? days : 0n;
}

/** The length of a job in days, if its money can be spread over them. */
function lengthOf({ isWon, start_date: start, end_date: end }: Job, today: string): bigint | null {
  if (start === null || end === null || (!isWon && start <= today)) return null;
  return dayNumber(end) - dayNumber(start) + 1n;
}

const within = (days: bigint, least: bigint, most: bigint): bigint => {
  if (days < least) return least;
  return days > most ? most : days;
};

interface Surroundings {
  readonly today: string;
  /** The first days of the buckets, and the day after the last one, in days from 1970-01-01. */
  readonly bounds: readonly bigint[];
}

/** Computes the money of a job as docs/reports.md says. */
export function spreadJob(job: Job, curve: 's' | 'even', { today, bounds }: Surroundings): Money {
  const layer = layerOf(job, today);
  const cents = moneyOf(job, layer);
  const [length, done] = [lengthOf(job, today), daysDone(job)];
  if (length === null || done >= length) {
    return { layer, cents, parts: [0n, ...bounds.slice(1).map(() => 0n), 0n, cents] };
  }
  const progress = (days: bigint): bigint => (curve === 'even' ? days : days * days * (3n * length - 2n * days));
  const whole = progress(length) - progress(done);
  const earned = bounds.map((bound) => {
    const days = within(bound - dayNumber(job.start_date ?? ''), done, length);
    return (2n * cents * (progress(days) - progress(done)) + whole) / (2n * whole);
  });
  const inBuckets = earned.slice(1).map((sum, index) => sum - (earned[index] ?? 0n));
  return { layer, cents, parts: [earned[0] ?? 0n, ...inBuckets, cents - (earned.at(-1) ?? 0n), 0n] };
}

/** The days from 1970-01-01 to the first day of each bucket, and to the day after the last one. */
export const boundsOf = (buckets: readonly { readonly from: string; readonly to: string }[]): bigint[] => [
  ...buckets.map(({ from }) => dayNumber(from)),
  dayNumber(buckets.at(-1)?.to ?? '') + 1n,
];
