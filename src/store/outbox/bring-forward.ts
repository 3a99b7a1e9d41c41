import type { Engine, Queryable } from '../../database/engine.ts';
import { inUtc } from './deliveries.ts';

/** The accounts with a delivery due after a time. */
export async function accountsWithDueAfter(engine: Engine, time: Date): Promise<string[]> {
  const found = await engine.query<{ account_id: string }>(
    `select account_id from webhook_deliveries where ${inUtc('due_at')} > ${inUtc('$1::timestamptz')} group by account_id`,
    [time.toISOString()],
  );
  return found.map(({ account_id: accountId }) => accountId);
}

/**
 * Brings an account's deliveries forward whose time is further away than any delivery waits: it was stored before the
 * clock went back. The statement reads all pending deliveries of the account.
 * @param longest by the number of failures, the longest that a delivery waits for its next attempt, in milliseconds.
 */
export const bringForward = (
  transaction: Queryable,
  accountId: string,
  { now, longest }: { readonly now: Date; readonly longest: readonly number[] },
): Promise<unknown> =>
  transaction.query(
    `with waiting as (
      select webhook_id, message_id,
        $2::timestamptz + make_interval(secs => ($3::double precision[])[failures + 1] / 1000) as latest
      from webhook_deliveries where account_id = $1::bigint
    )
    update webhook_deliveries d set due_at = case when d.failures = 0 then $2::timestamptz else w.latest end
    from waiting w
    where d.account_id = $1::bigint and d.webhook_id = w.webhook_id and d.message_id = w.message_id and d.due_at > w.latest`,
    [accountId, now.toISOString(), longest.map(String)],
  );
