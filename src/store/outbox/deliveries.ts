import type { Engine, Queryable } from '../../database/engine.ts';
import { externalIdText } from '../rows/external-id-of-message.ts';
import { appending, writing } from '../write/write.ts';

/** The condition of an enabled webhook, over the table as `w`. */
export const isSwitchedOn = 'w.deleted_at is null and w.disabled_at is null';

/** The condition of a webhook that takes messages of a type, over the table as `w`. */
export const takesType = (type: string): string => `(w.filter_types = '{}' or ${type} = any(w.filter_types))`;

/** A delivery of each new message to every enabled endpoint that takes its type. */
export const deliveriesPart = writing<{ id: string; event_type: string; at: string }>(
  `insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
  select $1::bigint, w.id, r.id, r.at
  from jsonb_to_recordset($rows::jsonb) as r(id text, event_type text, at timestamptz)
  join webhooks w on w.account_id = $1::bigint and ${isSwitchedOn} and ${takesType('r.event_type')}`,
);

/** A delivery to one given endpoint. */
export const deliveryPart = appending('webhook_deliveries', {
  message_id: 'text',
  webhook_id: 'bigint',
  due_at: 'timestamptz',
});

/** The endpoint of a delivery. */
export interface Endpoint {
  readonly account_id: string;
  readonly webhook_id: string;
}

/** A delivery that this process holds until its lease ends. */
export interface ClaimedDelivery extends Endpoint {
  readonly message_id: string;
  readonly failures: number;
  /** The end of the lease. After it, another process takes the delivery unless it is settled. */
  readonly lease: string;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: string | null;
  /** The time of the next delivery, if the endpoint has a rate limit. */
  readonly next_at: string | null;
  readonly event_type: string;
  readonly event_id: string;
  readonly resource: string;
  readonly record_id: string | null;
  readonly webhook_public_id: string | null;
  readonly external_id: string | null;
  readonly at: string;
  /** The data that the endpoint's messages contain besides the event. */
  readonly include: readonly string[];
}

/** Whether an endpoint, as `w`, has a due delivery. Without the order, the planner may read all pending deliveries. */
export const hasDue = (accountId: string, now: string): string => `(
    select true from webhook_deliveries d
    where d.account_id = ${accountId} and d.webhook_id = w.id and d.due_at <= ${now}
    order by d.due_at limit 1
  ) is not null`;

/** The time between two deliveries to an endpoint with a rate limit, as `w`. */
const pauseOf = 'make_interval(secs => 60.0 / w.rate_limit)';

/**
 * Whether an endpoint, as `w`, has no rate limit or has reached the time of its next delivery. A time that is further
 * away than its pause was stored before the clock went back.
 */
const isItsTurn = (now: string): string =>
  `(w.rate_limit is null or w.next_at is null or w.next_at <= ${now} or w.next_at - ${now} > ${pauseOf})`;

/** An endpoint with a due delivery. */
export interface DueEndpoint extends Endpoint {
  readonly is_failing: boolean;
  readonly has_rate_limit: boolean;
  /** Whether its messages contain records. */
  readonly has_records: boolean;
}

/** A time as the index of all deliveries by time has it. Statements about one account do not name it. */
export const inUtc = (time: string): string => `(${time} at time zone 'UTC')`;

/** The accounts with an enabled endpoint that has a due delivery. The statement looks once into the index of each endpoint. */
export async function accountsWithDue(engine: Engine, now: Date): Promise<string[]> {
  const found = await engine.query<{ account_id: string }>(
    `select w.account_id from webhooks w
    where ${isSwitchedOn} and ${hasDue('w.account_id', '$1::timestamptz')} group by w.account_id`,
    [now.toISOString()],
  );
  return found.map(({ account_id: accountId }) => accountId);
}

/** The limit of deliveries that a look reads. */
const mostRead = 10_000;

/**
 * The accounts of the newest 10,000 deliveries that became due after a time. Some of their webhooks may be disabled. A
 * look at all endpoints finds the others.
 */
export async function accountsDueSince(
  engine: Engine,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<string[]> {
  const dueAt = inUtc('due_at');
  const found = await engine.query<{ account_id: string }>(
    `select account_id from (
      select account_id from webhook_deliveries
      where ${dueAt} > ${inUtc('$1::timestamptz')} and ${dueAt} <= ${inUtc('$2::timestamptz')}
      order by ${dueAt} desc limit ${mostRead}
    ) newest group by account_id`,
    [after.toISOString(), until.toISOString()],
  );
  return found.map(({ account_id: accountId }) => accountId);
}

/** The endpoints of these accounts that can get a delivery now. The statement locks nothing. */
export const findDueEndpoints = (engine: Engine, accountIds: readonly string[], now: Date): Promise<DueEndpoint[]> =>
  engine.query<DueEndpoint>(
    `select w.account_id, w.id as webhook_id, w.failing_since is not null as is_failing,
      w.rate_limit is not null as has_rate_limit, cardinality(w.include) > 0 as has_records
    from webhooks w
    where w.account_id = any($2::bigint[]) and ${isSwitchedOn} and ${isItsTurn('$1::timestamptz')}
      and ${hasDue('w.account_id', '$1::timestamptz')}`,
    [now.toISOString(), accountIds],
  );

// An endpoint with a rate limit gets one delivery per turn, from the first process that claims the turn. The upsert
// finds each row by its whole key; the plan of an update could read all pending deliveries of the account.
const claimSql = `with asked as materialized (
  select * from jsonb_to_recordset($4::jsonb) as a(webhook_id bigint, room integer)
), paced as (
  update webhooks t set next_at = turn.next_at
  from (
    select w.id, ${pauseOf}
      + case when $2::timestamptz - w.next_at between interval '0' and ${pauseOf} then w.next_at else $2::timestamptz end
      as next_at
    from webhooks w join asked a on a.webhook_id = w.id
    where w.account_id = $1::bigint and w.rate_limit is not null and ${isSwitchedOn}
      and ${isItsTurn('$2::timestamptz')} and ${hasDue('$1::bigint', '$2::timestamptz')}
    for no key update of w skip locked
  ) turn
  where t.account_id = $1::bigint and t.id = turn.id
  returning t.id, t.next_at
), picked as materialized (
  select d.webhook_id, d.message_id
  from (
    select w.id, a.room from webhooks w join asked a on a.webhook_id = w.id
    where w.account_id = $1::bigint and w.rate_limit is null and ${isSwitchedOn}
    union all select id, 1 from paced
  ) o
  cross join lateral (
    select webhook_id, message_id from webhook_deliveries
    where account_id = $1::bigint and webhook_id = o.id and due_at <= $2::timestamptz
    order by due_at limit o.room for update skip locked
  ) d
), taken as (
  insert into webhook_deliveries as d (account_id, webhook_id, message_id, due_at)
  select $1::bigint, webhook_id, message_id, $3::timestamptz from picked order by webhook_id, message_id
  on conflict (account_id, webhook_id, message_id) do update set due_at = excluded.due_at
  returning d.account_id, d.webhook_id, d.message_id, d.failures, d.due_at as lease
)
select t.*, w.url, w.secret, w.old_secret, w.old_secret_until, p.next_at, m.event_type, m.event_id, m.resource,
  m.record_id, m.webhook_public_id, m.at, w.include, ${externalIdText('m')}
from taken t
join webhooks w on w.account_id = $1::bigint and w.id = t.webhook_id
cross join lateral (
  -- By its whole key: joined, it may be sought by its account alone.
  select * from webhook_messages where account_id = $1::bigint and id = t.message_id limit 1
) m
left join paced p on p.id = t.webhook_id
order by t.message_id`;

/** Whether any endpoint is enabled. */
export async function hasEndpoints(engine: Engine): Promise<boolean> {
  const found = await engine.query(`select 1 as found from webhooks w where ${isSwitchedOn} limit 1`);
  return found.length > 0;
}

/** The number of deliveries that a process requests for each endpoint of an account. */
export interface Claim {
  readonly accountId: string;
  readonly rooms: readonly { readonly webhook_id: string; readonly room: number }[];
}

/** Leases an account's due deliveries, up to the room of each endpoint. No other process gets the same deliveries. */
export const claimDeliveries = (
  transaction: Queryable,
  { accountId, rooms }: Claim,
  { now, lease }: { readonly now: Date; readonly lease: Date },
): Promise<ClaimedDelivery[]> =>
  transaction.query<ClaimedDelivery>(claimSql, [
    ...[accountId, now.toISOString(), lease.toISOString()],
    JSON.stringify(rooms),
  ]);

/** The limit of counted deliveries of each endpoint. */
const mostCounted = 10_000;

/**
 * Counts the due deliveries that no process has leased, and tells for how many seconds the oldest has been due.
 * The count includes at most 10,000 deliveries of each endpoint.
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
