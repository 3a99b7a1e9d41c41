import { hasDue } from './deliveries.ts';
import type { Engine, Queryable } from '../../database/engine.ts';
import { isSwitchedOn, takesType } from './webhooks.ts';

/** The batch limits: messages of each replay, replays of each account, and accounts. */
const mostAtOnce = 500;
const mostReplaysAtOnce = 10;
const mostAccountsAtOnce = 10;

/** A requested delivery is due at once, even if it waited for another attempt. */
const anew = `on conflict (account_id, webhook_id, message_id) do update set due_at = excluded.due_at, failures = 0`;

/** The message to send again. */
interface OneMessage {
  readonly accountId: string;
  readonly messageId: string;
}

/**
 * Sends a message again to every enabled endpoint that takes its type. A test message goes only to the tested
 * endpoint. @returns the public ids of the endpoints.
 */
export async function deliverAgain(
  transaction: Queryable,
  { accountId, messageId }: OneMessage,
  now: Date,
): Promise<string[]> {
  const rows = await transaction.query<{ public_id: string }>(
    `with taken as (
      select w.id, w.public_id, m.id as message_id from webhook_messages m
      join webhooks w on w.account_id = $1::bigint and ${isSwitchedOn}
        and case when m.webhook_public_id is null
          then ${takesType('m.event_type')}
          else w.public_id = m.webhook_public_id end
      where m.account_id = $1::bigint and m.id = $2
      -- It must not be forgotten meanwhile.
      for key share of m
    ), made as (
      insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
      select $1::bigint, id, message_id, $3::timestamptz from taken order by id ${anew}
    )
    select public_id from taken order by id`,
    [accountId, messageId, now.toISOString()],
  );
  return rows.map(({ public_id: id }) => id);
}

/** A request to send messages to an endpoint again. */
export interface Replay {
  readonly accountId: string;
  readonly webhookId: string;
  /** Empty for every type that the endpoint takes. */
  readonly eventTypes: readonly string[];
  /** The replay covers the messages between these two ids, both excluded. Ids sort by time. */
  readonly afterId: string;
  readonly beforeId: string;
}

/** Stores a replay. `arrangeReplays` turns it into deliveries. */
export const insertReplay = (transaction: Queryable, replay: Replay): Promise<unknown> =>
  transaction.query(
    `insert into webhook_replays (account_id, webhook_id, event_types, after_id, before_id)
    values ($1::bigint, $2::bigint, $3::text[], $4, $5)`,
    [replay.accountId, replay.webhookId, replay.eventTypes, replay.afterId, replay.beforeId],
  );

const arrangeSql = `with open as materialized (
  select r.id, r.webhook_id, r.event_types, r.after_id, r.before_id, w.filter_types
  from webhook_replays r join webhooks w on w.account_id = $1::bigint and w.id = r.webhook_id
  where r.account_id = $1::bigint and ${isSwitchedOn} and not ${hasDue('$1::bigint', '$2::timestamptz')}
  order by r.id limit ${mostReplaysAtOnce}
  for no key update of r skip locked
), looked as materialized (
  select o.id as replay_id, o.webhook_id, m.id as message_id,
    m.webhook_public_id is null
      and (o.filter_types = '{}' or m.event_type = any(o.filter_types))
      and (o.event_types = '{}' or m.event_type = any(o.event_types)) as is_asked
  from open o cross join lateral (
    select id, event_type, webhook_public_id from webhook_messages m
    where m.account_id = $1::bigint and m.id > o.after_id and m.id < o.before_id
    order by m.id limit ${mostAtOnce} for key share of m
  ) m
), reached as (
  select replay_id, max(message_id) as last from looked group by replay_id having count(*) = ${mostAtOnce}
), made as (
  insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
  select distinct $1::bigint, webhook_id, message_id, $2::timestamptz from looked where is_asked
  order by webhook_id, message_id ${anew}
), moved as (
  update webhook_replays r set after_id = e.last from reached e
  where r.account_id = $1::bigint and r.id = e.replay_id
), ended as (
  delete from webhook_replays r using open o
  where r.account_id = $1::bigint and r.id = o.id and not exists (select 1 from reached e where e.replay_id = o.id)
)
select count(*)::integer as count from looked`;

/** The accounts with a replay to an endpoint that has no due delivery. Other replays wait. */
const replayingAccounts = `select r.account_id
from webhook_replays r join webhooks w on w.account_id = r.account_id and w.id = r.webhook_id
where ${isSwitchedOn} and not ${hasDue('w.account_id', '$1::timestamptz')}
group by r.account_id order by r.account_id limit ${mostAccountsAtOnce}`;

/**
 * Turns some messages of each replay into deliveries, account by account, if the endpoint has no due delivery. So new
 * messages never wait behind a whole replay. @returns the number of messages examined.
 */
export async function arrangeReplays(engine: Engine, now: Date): Promise<number> {
  const accounts = await engine.query<{ account_id: string }>(replayingAccounts, [now.toISOString()]);
  let looked = 0;
  for (const { account_id: accountId } of accounts) {
    looked += await engine.transaction((transaction) => arrangeSome(transaction, accountId, now));
  }
  return looked;
}

async function arrangeSome(transaction: Queryable, accountId: string, now: Date): Promise<number> {
  const [arranged] = await transaction.query<{ count: number }>(arrangeSql, [accountId, now.toISOString()]);
  return arranged?.count ?? 0;
}

/** Deletes all replays of a webhook. */
export const dropReplays = (transaction: Queryable, accountId: string, webhookId: string): Promise<unknown> =>
  transaction.query('delete from webhook_replays where account_id = $1::bigint and webhook_id = $2::bigint', [
    ...[accountId, webhookId],
  ]);
