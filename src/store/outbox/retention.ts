import type { Engine } from '../../database/engine.ts';
import { isHeld } from '../access/held-accounts.ts';

/** The batch size for deleting messages of an account. */
export const mostForgottenAtOnce = 500;

/** The accounts that have a message whose id is less than this one. */
export async function accountsWithMessagesBefore(engine: Engine, beforeId: string): Promise<string[]> {
  const found = await engine.query<{ id: string }>(
    `select a.id from accounts a where (
      select true from webhook_messages m where m.account_id = a.id and m.id < $1 order by m.id limit 1
    ) is not null`,
    [beforeId],
  );
  return found.map(({ id }) => id);
}

/**
 * Deletes some of an account's oldest messages with their pending deliveries and their attempts. The bounds on the ids
 * keep the plan from reading all rows of the account.
 * @param beforeId deletes only messages with smaller ids. Ids sort by time.
 * @returns the number of deleted messages.
 */
export async function forgetMessages(engine: Engine, accountId: string, beforeId: string): Promise<number> {
  return await engine.transaction(
    async (transaction) => {
      if (isHeld(engine, accountId)) return 0;
      const [forgotten] = await transaction.query<{ count: number }>(
        `with old as materialized (
      select id from webhook_messages where account_id = $1::bigint and id < $2
      order by id limit ${mostForgottenAtOnce} for update skip locked
    ), attempts as (
      delete from webhook_attempts t using old o
      where t.account_id = $1::bigint and t.message_id = o.id and t.message_id <= (select max(id) from old)
    ), deliveries as (
      delete from webhook_deliveries d using old o, webhooks w
      where w.account_id = $1::bigint and d.account_id = $1::bigint and d.webhook_id = w.id and d.message_id = o.id
    ), messages as (
      delete from webhook_messages m using old o
      where m.account_id = $1::bigint and m.id = o.id and m.id <= (select max(id) from old)
    )
    select count(*)::integer as count from old`,
        [accountId, beforeId],
      );
      return forgotten?.count ?? 0;
    },
    { flow: { accountId, isLong: true } },
  );
}
