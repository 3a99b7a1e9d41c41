import type { SettledAttempt } from '../store/outbox/attempts.ts';
import type { ClaimedDelivery } from '../store/outbox/deliveries.ts';
import type { Reception } from './sender.ts';

/** The status of an endpoint that wants no more messages (RFC 9110, section 15.5.11). */
const gone = 410;

/** The outcome to store for an attempt. @param random from 0 up to 1. */
export function outcomeOf(
  delivery: ClaimedDelivery,
  { attemptedAt, endedAt }: { attemptedAt: Date; endedAt: Date },
  reception: Reception,
  random: number,
): SettledAttempt {
  const { account_id, webhook_id, message_id, lease, url, failures } = delivery;
  const { status, durationMs, error, response, retryAfter } = reception;
  const isSuccess = error === null && status !== null && status >= 200 && status < 300;
  const again = isSuccess ? null : nextAttempt({ failures, at: endedAt, retryAfter }, random);
  return {
    account_id,
    webhook_id,
    message_id,
    lease,
    url,
    status,
    error,
    response,
    attempted_at: attemptedAt.toISOString(),
    duration_ms: durationMs,
    is_success: isSuccess,
    again_at: again?.toISOString() ?? null,
    is_gone: status === gone,
  };
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delays before each retry, in milliseconds. After the last retry, the delivery is given up. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The limit of the pause that a receiver can ask for. */
const longestPause = 24 * hour;

/** The maximum jitter, as a share of the delay. It spreads the retries of attempts that failed together. */
const jitter = 0.1;

/** The longest delays before each retry, without a pause that a receiver asks for. */
export const longestDelays: readonly number[] = retryDelays.map((delay) => delay * (1 + jitter));

/** A failed attempt. */
export interface FailedAttempt {
  /** The number of failed attempts before it. */
  readonly failures: number;
  readonly at: Date;
  /** The response header `Retry-After` (RFC 9110, section 10.2.3). */
  readonly retryAfter: string | null;
}

/** The time of the next attempt; `null` if the delivery is given up. @param random from 0 up to 1. */
export function nextAttempt({ failures, at, retryAfter }: FailedAttempt, random: number): Date | null {
  const delay = retryDelays[failures];
  if (delay === undefined) return null;
  const asked = Math.min(pauseAsked(retryAfter, at), longestPause);
  return new Date(at.getTime() + Math.max(delay * (1 + jitter * random), asked));
}

/** The pause in milliseconds; 0 if the header is neither a number of seconds nor a date. */
function pauseAsked(retryAfter: string | null, at: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  const until = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - at.getTime());
}
