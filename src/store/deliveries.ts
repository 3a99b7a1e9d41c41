import type { Engine, Queryable } from './engine.ts';
import { isSwitchedOn, takesType } from './webhooks.ts';
import { appending, type Part, type Sql } from './write.ts';

const fanOutSql: Sql = (rows) => `insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
  select w.account_id, w.id, r.id, r.at
  from jsonb_to_recordset(${rows}::jsonb) as r(id text, event_type text, at timestamptz)
  join webhooks w on w.account_id = $1::bigint and ${isSwitchedOn} and ${takesType('r.event_type')}`;

/** A delivery of each new message to every endpoint that is switched on and takes its type. */
export const deliveriesPart = (messages: readonly { id: string; event_type: string; at: string }[]): Part => ({
  sql: fanOutSql,
  rows: messages.map(({ id, event_type, at }) => ({ id, event_type, at })),
});

/** A delivery to one endpoint that is named. */
export const deliveryPart = appending('webhook_deliveries', {
  message_id: 'text',
  webhook_id: 'bigint',
  due_at: 'timestamptz',
});

/** Where a delivery goes to. */
interface Endpoint {
  readonly account_id: string;
  readonly webhook_id: string;
}

/** A delivery that is this process's to carry out, until its lease ends. */
export interface ClaimedDelivery extends Endpoint {
  readonly message_id: string;
  readonly failures: number;
  /** When somebody else takes it, unless it has been settled. */
  readonly lease: string;
  /** Where its row is found again (`ctid`), as long as it is leased. */
  readonly tid: string;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: string | null;
  /** Where there is a rate limit: when the next may be sent. */
  readonly next_at: string | null;
  readonly event_type: string;
  readonly event_id: string;
  readonly resource: string;
  readonly record_id: string | null;
  readonly webhook_public_id: string | null;
  readonly at: string;
}

/** How many deliveries to one endpoint a process has in hand at once; one that fails may not hold many connections. */
const mostInHand = { sound: 32, failing: 2 };

/** What a process has in hand for an endpoint. */
export interface InHand extends Endpoint {
  readonly count: number;
}

/** Whether an endpoint, as `w`, has anything due. Without its order the planner may read all that waits for anybody. */
export const hasDue = `(
    select true from webhook_deliveries d
    where d.account_id = w.account_id and d.webhook_id = w.id and d.due_at <= $1::timestamptz
    order by d.due_at limit 1
  ) is not null`;

// An endpoint with a rate limit is given one delivery whenever its time has come, by whichever process is first. What
// a process can take is shared out. Rows are found again by where they are: by their keys, a plan may read all.
const claimSql = `with busy as (
  select * from jsonb_to_recordset($2::jsonb) as r(account_id bigint, webhook_id bigint, count integer)
), open as materialized (
  select w.account_id, w.id, w.rate_limit,
    case when w.failing_since is null then ${mostInHand.sound} else ${mostInHand.failing} end
      - coalesce(b.count, 0) as room,
    coalesce(b.count, 0) as in_hand
  from webhooks w left join busy b on b.account_id = w.account_id and b.webhook_id = w.id
  where ${isSwitchedOn} and ${hasDue}
), paced as (
  update webhooks t set next_at = turn.pause
    + case when t.next_at > $1::timestamptz - turn.pause then t.next_at else $1::timestamptz end
  from (
    select w.account_id, w.id, make_interval(secs => 60.0 / w.rate_limit) as pause
    from webhooks w join open o on o.account_id = w.account_id and o.id = w.id
    where w.rate_limit is not null and o.room > 0 and (w.next_at is null or w.next_at <= $1::timestamptz)
    for no key update of w skip locked
  ) turn
  where t.account_id = turn.account_id and t.id = turn.id
  returning t.account_id, t.id, 1 as room, t.next_at
), picked as materialized (
  select d.tid
  from (
    select account_id, id, least(room, greatest(1, $4::integer / (select count(*) from open))) as room, in_hand
    from open where rate_limit is null
    union all select account_id, id, room, 0 from paced
  ) o
  cross join lateral (
    select d.ctid as tid, d.due_at from webhook_deliveries d
    where d.account_id = o.account_id and d.webhook_id = o.id and d.due_at <= $1::timestamptz
    order by d.due_at limit greatest(o.room, 0) for update skip locked
  ) d
  order by o.in_hand, d.due_at limit $4::integer
), taken as (
  update webhook_deliveries d set due_at = $3::timestamptz
  where d.ctid = any(array(select tid from picked))
  returning d.account_id, d.webhook_id, d.message_id, d.failures, d.due_at as lease, d.ctid::text as tid
)
select t.*, w.url, w.secret, w.old_secret, w.old_secret_until, p.next_at, m.event_type, m.event_id, m.resource,
  m.record_id, m.webhook_public_id, m.at
from taken t
join webhooks w on w.account_id = t.account_id and w.id = t.webhook_id
cross join lateral (
  -- By its whole key: joined, it may be sought by its account alone.
  select * from webhook_messages where account_id = t.account_id and id = t.message_id limit 1
) m
left join paced p on p.account_id = t.account_id and p.id = t.webhook_id
order by t.message_id`;

/** Whether anything could be sent to anybody. */
export async function hasEndpoints(engine: Engine): Promise<boolean> {
  const found = await engine.query(`select 1 as found from webhooks w where ${isSwitchedOn} limit 1`);
  return found.length > 0;
}

/**
 * Takes what is due, of each endpoint as many as there is room for: what one of them owes delays no other. Whoever
 * else asks meanwhile gets none of it.
 */
export const claimDeliveries = (
  transaction: Queryable,
  { now, lease, inHand, most }: { now: Date; lease: Date; inHand: readonly InHand[]; most: number },
): Promise<ClaimedDelivery[]> =>
  transaction.query<ClaimedDelivery>(claimSql, [now.toISOString(), JSON.stringify(inHand), lease.toISOString(), most]);

/** What came of an attempt, and what follows from it. */
export interface SettledAttempt extends Endpoint {
  readonly message_id: string;
  readonly lease: string;
  readonly tid: string;
  /** Where it was sent to, which may have changed meanwhile. */
  readonly url: string;
  readonly attempted_at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
  readonly is_success: boolean;
  /** When it is tried again; `null` when it is done with. */
  readonly again_at: string | null;
  /** The endpoint has said that it is no more. */
  readonly is_gone: boolean;
}

/** An endpoint that has just been switched off. */
export interface SwitchedOff {
  readonly account_id: string;
  readonly public_id: string;
  readonly disabled_reason: string;
}

/** An endpoint that has failed for so long, without a single success, is switched off. */
const longestFailing = `interval '5 days'`;

// A delivery whose lease has ended is somebody else's, or has been asked for anew: its attempt is kept, no more. Others
// are held in one order, so that none waits for the other.
const settleSql = `with o as materialized (
  select * from jsonb_to_recordset($1::jsonb) as r(account_id bigint, webhook_id bigint, message_id text,
    lease timestamptz, tid tid, url text,
    attempted_at timestamptz, status integer, duration_ms integer, error text, response text,
    is_success boolean, again_at timestamptz, is_gone boolean)
), kept as (
  insert into webhook_attempts
    (account_id, message_id, webhook_id, attempted_at, status, duration_ms, error, response)
  select account_id, message_id, webhook_id, attempted_at, status, duration_ms, error, response from o
  order by attempted_at
), held as materialized (
  select d.tid, o.again_at
  from (select * from o order by account_id, webhook_id, message_id) o
  cross join lateral (
    select ctid as tid from webhook_deliveries
    where ctid = o.tid and account_id = o.account_id and webhook_id = o.webhook_id and message_id = o.message_id
      and due_at = o.lease
    limit 1 for update
  ) d
), done as (
  delete from webhook_deliveries d where d.ctid = any(array(select tid from held where again_at is null))
), again as (
  update webhook_deliveries d set failures = d.failures + 1, due_at = h.again_at from held h
  where d.ctid = h.tid and h.again_at is not null
), health as (
  select account_id, webhook_id, url, bool_or(is_success) as is_sound, bool_or(is_gone) as is_gone,
    min(attempted_at) as first_at, max(attempted_at) as last_at
  from o group by account_id, webhook_id, url
), judged as (
  select w.account_id, w.id, h.last_at,
    case when h.is_sound then null else coalesce(w.failing_since, h.first_at) end as failing_since,
    case when w.disabled_at is not null then null
      when h.is_gone then 'gone'
      when not h.is_sound and w.failing_since <= h.last_at - ${longestFailing} then 'failing' end as off
  -- How an address fares that is no longer the endpoint's says nothing of it.
  from webhooks w join health h on h.account_id = w.account_id and h.webhook_id = w.id and h.url = w.url
  -- An endpoint that fares as it did is held by nobody.
  where w.deleted_at is null and (h.is_gone or h.is_sound is distinct from (w.failing_since is null)
    or w.failing_since <= h.last_at - ${longestFailing})
  for no key update of w
), told as (
  update webhooks w set failing_since = j.failing_since,
    disabled_at = case when j.off is null then w.disabled_at else j.last_at end,
    disabled_reason = coalesce(j.off, w.disabled_reason),
    version = w.version + case when j.off is null then 0 else 1 end,
    updated_at = case when j.off is null then w.updated_at else j.last_at end
  from judged j
  where w.account_id = j.account_id and w.id = j.id
    and (j.off is not null or j.failing_since is distinct from w.failing_since)
  returning w.account_id, w.public_id, w.disabled_reason, j.off
)
select account_id, public_id, disabled_reason from told where off is not null`;

/** Keeps what came of attempts: the deliveries, and how their endpoints fare. @returns those now switched off. */
export const settleAttempts = (transaction: Queryable, attempts: readonly SettledAttempt[]): Promise<SwitchedOff[]> =>
  transaction.query<SwitchedOff>(settleSql, [JSON.stringify(attempts)]);

/** Of each endpoint. */
const mostCounted = 10_000;

/**
 * How many deliveries could be sent now and are in nobody's hand, and for how many seconds the oldest has been due.
 * Those of an endpoint beyond 10,000 are not counted.
 */
export async function countDue(engine: Engine, now: Date): Promise<{ count: number; oldestSeconds: number }> {
  const [due] = await engine.query<{ count: number; oldest: number }>(
    `select count(*)::integer as count,
      coalesce(extract(epoch from $1::timestamptz - min(d.due_at)), 0)::double precision as oldest
    from webhooks w
    cross join lateral (
      select d.due_at from webhook_deliveries d
      where d.account_id = w.account_id and d.webhook_id = w.id and d.due_at <= $1::timestamptz
      order by d.due_at limit ${mostCounted}
    ) d
    where ${isSwitchedOn}`,
    [now.toISOString()],
  );
  return { count: due?.count ?? 0, oldestSeconds: due?.oldest ?? 0 };
}
