import { hasDue, isSwitchedOn, takesType } from './deliveries.ts';
import type { Queryable } from '../../database/engine.ts';

/** The limit of messages in one part of a replay. */
const mostAtOnce = 500;

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

/** The input of a job that sends messages to an endpoint again. Its subject is the webhook. */
export interface Replay {
  /** Empty for every type that the endpoint takes. */
  readonly eventTypes: readonly string[];
  /** The replay covers the messages between these two ids, both excluded. Ids sort by time. */
  readonly afterId: string;
  readonly beforeId: string;
}

/** The kind of these jobs. */
export const replayKind = 'webhook_replay';

const arrangeSql = `with endpoint as materialized (
  select w.id, w.filter_types from webhooks w
  where w.account_id = $1::bigint and w.id = $2::bigint and ${isSwitchedOn}
    and not ${hasDue('$1::bigint', '$6::timestamptz')}
), looked as materialized (
  select e.id as webhook_id, m.id as message_id,
    m.webhook_public_id is null
      and (e.filter_types = '{}' or m.event_type = any(e.filter_types))
      and ($3::text[] = '{}' or m.event_type = any($3::text[])) as is_asked
  from endpoint e cross join lateral (
    select id, event_type, webhook_public_id from webhook_messages m
    where m.account_id = $1::bigint and m.id > $4 and m.id < $5
    order by m.id limit ${mostAtOnce} for key share of m
  ) m
), made as (
  insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
  select $1::bigint, webhook_id, message_id, $6::timestamptz from looked where is_asked
  order by message_id ${anew}
)
select exists (select from endpoint) as is_ready, (select count(*)::integer from looked) as count,
  (select max(message_id) from looked) as last`;

/** The result of a part of a replay: the id of the last message examined, or null if none is left. */
export interface ReplayPart {
  /** False if the endpoint is switched off or still has due deliveries: nothing was arranged. */
  readonly isReady: boolean;
  readonly last: string | null;
}

/**
 * Turns the next messages of a replay into deliveries, if the endpoint has no due delivery. So new messages never wait
 * behind a whole replay. @param afterId the last message examined so far.
 */
export async function arrangeReplay(
  transaction: Queryable,
  { accountId, webhookId }: { readonly accountId: string; readonly webhookId: string },
  { eventTypes, afterId, beforeId }: Replay,
  now: Date,
): Promise<ReplayPart> {
  const [row] = await transaction.query<{ is_ready: boolean; count: number; last: string | null }>(arrangeSql, [
    ...[accountId, webhookId, eventTypes, afterId, beforeId],
    now.toISOString(),
  ]);
  if (!row?.is_ready) return { isReady: false, last: null };
  return { isReady: true, last: row.count === mostAtOnce ? row.last : null };
}
