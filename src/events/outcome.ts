import type { SettledAttempt } from '../store/outbox/attempts.ts';
import type { ClaimedDelivery } from '../store/outbox/deliveries.ts';
import { nextAttempt } from './retry.ts';
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
  const { account_id, webhook_id, message_id, lease, tid, url, failures } = delivery;
  const { status, durationMs, error, response, retryAfter } = reception;
  const isSuccess = error === null && status !== null && status >= 200 && status < 300;
  const again = isSuccess ? null : nextAttempt({ failures, at: endedAt, retryAfter }, random);
  return {
    ...{ account_id, webhook_id, message_id, lease, tid, url, status, error, response },
    attempted_at: attemptedAt.toISOString(),
    duration_ms: durationMs,
    is_success: isSuccess,
    again_at: again?.toISOString() ?? null,
    is_gone: status === gone,
  };
}
