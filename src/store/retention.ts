import type { Engine } from './engine.ts';

const mostAtOnce = 500;

/**
 * Forgets some of the oldest messages, what is still to be delivered of them, and what came of it.
 * @param beforeId ids sort by time: that of no message kept is less.
 * @returns how many messages.
 */
export async function forgetMessages(engine: Engine, beforeId: string): Promise<number> {
  return await engine.transaction(async (transaction) => {
    const [forgotten] = await transaction.query<{ count: number }>(
      `with old as materialized (
      select m.account_id, m.id from accounts a
      cross join lateral (
        select m.account_id, m.id from webhook_messages m
        where m.account_id = a.id and m.id < $1 order by m.id limit ${mostAtOnce} for update skip locked
      ) m
      limit ${mostAtOnce}
    ), attempts as (
      delete from webhook_attempts t using old o where t.account_id = o.account_id and t.message_id = o.id
    ), deliveries as (
      delete from webhook_deliveries d using old o, webhooks w
      where w.account_id = o.account_id and d.account_id = o.account_id and d.webhook_id = w.id
        and d.message_id = o.id
    ), messages as (
      delete from webhook_messages m using old o where m.account_id = o.account_id and m.id = o.id
    )
    select count(*)::integer as count from old`,
      [beforeId],
    );
    return forgotten?.count ?? 0;
  });
}
