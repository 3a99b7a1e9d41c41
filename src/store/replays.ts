import { hasDue } from './deliveries.ts';
import type { Engine, Queryable } from './engine.ts';
import { isSwitchedOn, takesType } from './webhooks.ts';

/** So many messages of each of so many replays are looked at together. */
const mostAtOnce = 500;
const mostReplaysAtOnce = 10;

/** What was asked for is sent at once, whether it waited for another attempt or not. */
const anew = `on conflict (account_id, webhook_id, message_id) do update set due_at = excluded.due_at, failures = 0`;

/** Which message is sent again. */
interface OneMessage {
  readonly accountId: string;
  readonly messageId: string;
}

/**
 * Has a message sent again, to every endpoint that is switched on and takes its type; one that tests an endpoint, to
 * that endpoint. @returns the public ids of the endpoints.
 */
export async function deliverAgain(
  transaction: Queryable,
  { accountId, messageId }: OneMessage,
  now: Date,
): Promise<string[]> {
  const rows = await transaction.query<{ public_id: string }>(
    `with taken as (
      select w.account_id, w.id, w.public_id, m.id as message_id from webhook_messages m
      join webhooks w on w.account_id = m.account_id and ${isSwitchedOn}
        and case when m.webhook_public_id is null
          then ${takesType('m.event_type')}
          else w.public_id = m.webhook_public_id end
      where m.account_id = $1::bigint and m.id = $2
      -- It must not be forgotten meanwhile.
      for key share of m
    ), made as (
      insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
      select account_id, id, message_id, $3::timestamptz from taken order by id ${anew}
    )
    select public_id from taken order by id`,
    [accountId, messageId, now.toISOString()],
  );
  return rows.map(({ public_id: id }) => id);
}

/** Messages that an endpoint is to be sent again. */
export interface Replay {
  readonly accountId: string;
  readonly webhookId: string;
  /** None: of every type that the endpoint takes. */
  readonly eventTypes: readonly string[];
  /** Ids sort by time: those after the one, and before the other. */
  readonly afterId: string;
  readonly beforeId: string;
}

/** Keeps that messages are to be sent again; `arrangeReplays` does the rest. */
export const insertReplay = (transaction: Queryable, replay: Replay): Promise<unknown> =>
  transaction.query(
    `insert into webhook_replays (account_id, webhook_id, event_types, after_id, before_id)
    values ($1::bigint, $2::bigint, $3::text[], $4, $5)`,
    [replay.accountId, replay.webhookId, replay.eventTypes, replay.afterId, replay.beforeId],
  );

const arrangeSql = `with open as materialized (
  select r.account_id, r.id, r.webhook_id, r.event_types, r.after_id, r.before_id, w.filter_types
  from webhook_replays r join webhooks w on w.account_id = r.account_id and w.id = r.webhook_id
  where ${isSwitchedOn} and not ${hasDue}
  order by r.account_id, r.id limit ${mostReplaysAtOnce}
  for no key update of r skip locked
), looked as materialized (
  select o.account_id, o.id as replay_id, o.webhook_id, m.id as message_id,
    m.webhook_public_id is null
      and (o.filter_types = '{}' or m.event_type = any(o.filter_types))
      and (o.event_types = '{}' or m.event_type = any(o.event_types)) as is_asked
  from open o cross join lateral (
    select id, event_type, webhook_public_id from webhook_messages m
    where m.account_id = o.account_id and m.id > o.after_id and m.id < o.before_id
    order by m.id limit ${mostAtOnce} for key share of m
  ) m
), reached as (
  select account_id, replay_id, max(message_id) as last from looked group by account_id, replay_id
  having count(*) = ${mostAtOnce}
), made as (
  insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
  select distinct account_id, webhook_id, message_id, $1::timestamptz from looked where is_asked
  order by account_id, webhook_id, message_id ${anew}
), moved as (
  update webhook_replays r set after_id = e.last from reached e
  where r.account_id = e.account_id and r.id = e.replay_id
), ended as (
  delete from webhook_replays r using open o
  where r.account_id = o.account_id and r.id = o.id
    and not exists (select 1 from reached e where e.account_id = o.account_id and e.replay_id = o.id)
)
select count(*)::integer as count from looked`;

/**
 * Turns some messages of each replay into deliveries, where an endpoint has nothing else due: what happens meanwhile
 * never waits behind all of the past. @returns how many messages were looked at.
 */
export async function arrangeReplays(engine: Engine, now: Date): Promise<number> {
  const asked = await engine.query('select 1 as found from webhook_replays limit 1');
  return asked.length === 0 ? 0 : await engine.transaction((transaction) => arrangeSome(transaction, now));
}

async function arrangeSome(transaction: Queryable, now: Date): Promise<number> {
  const [arranged] = await transaction.query<{ count: number }>(arrangeSql, [now.toISOString()]);
  return arranged?.count ?? 0;
}

/** Nothing more is sent again to a webhook. */
export const dropReplays = (transaction: Queryable, accountId: string, webhookId: string): Promise<unknown> =>
  transaction.query('delete from webhook_replays where account_id = $1::bigint and webhook_id = $2::bigint', [
    ...[accountId, webhookId],
  ]);
