import type { Queryable } from '../../database/engine.ts';
import type { Endpoint } from './deliveries.ts';

/** The result of a delivery attempt and its consequences. */
export interface SettledAttempt extends Endpoint {
  readonly message_id: string;
  readonly lease: string;
  readonly tid: string;
  /** The URL of the attempt. The endpoint's URL may have changed since. */
  readonly url: string;
  readonly attempted_at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
  readonly is_success: boolean;
  /** The time of the next attempt; `null` if there is none. */
  readonly again_at: string | null;
  /** Whether the endpoint answered that it is gone. */
  readonly is_gone: boolean;
}

/** An endpoint that was just disabled. */
export interface SwitchedOff {
  readonly account_id: string;
  readonly public_id: string;
  readonly disabled_reason: string;
}

/** An endpoint that fails this long without a success is disabled. */
const longestFailing = `interval '5 days'`;

// If the lease of a delivery has ended, another process has the delivery, or a client has requested it anew: then the
// statement only stores the attempt. It locks the other deliveries in one order, so two statements cannot deadlock.
// The planner expects one row for "again_at is null", so the delete seeks rows by `ctid`, and the upsert seeks by the
// whole key: no plan reads all pending deliveries of the account.
const settleSql = `with o as materialized (
  select * from jsonb_to_recordset($2::jsonb) as r(webhook_id bigint, message_id text, lease timestamptz, tid tid,
    url text, attempted_at timestamptz, status integer, duration_ms integer, error text, response text,
    is_success boolean, again_at timestamptz, is_gone boolean)
), kept as (
  insert into webhook_attempts
    (account_id, message_id, webhook_id, attempted_at, status, duration_ms, error, response)
  select $1::bigint, message_id, webhook_id, attempted_at, status, duration_ms, error, response from o
  order by attempted_at
), held as materialized (
  select d.tid, o.webhook_id, o.message_id, o.again_at
  from (select * from o order by webhook_id, message_id) o
  cross join lateral (
    select ctid as tid from webhook_deliveries
    where ctid = o.tid and account_id = $1::bigint and webhook_id = o.webhook_id and message_id = o.message_id
      and due_at = o.lease
    limit 1 for update
  ) d
), done as (
  delete from webhook_deliveries d using held h
  where d.account_id = $1::bigint and d.ctid = h.tid and h.again_at is null
), again as (
  insert into webhook_deliveries as d (account_id, webhook_id, message_id, due_at)
  select $1::bigint, webhook_id, message_id, again_at from held where again_at is not null
  on conflict (account_id, webhook_id, message_id) do update set failures = d.failures + 1, due_at = excluded.due_at
), health as (
  select webhook_id, url, bool_or(is_success) as is_sound, bool_or(is_gone) as is_gone,
    min(attempted_at) as first_at, max(attempted_at) as last_at
  from o group by webhook_id, url
), judged as (
  select w.id, h.last_at,
    case when h.is_sound then null else coalesce(w.failing_since, h.first_at) end as failing_since,
    case when w.disabled_at is not null then null
      when h.is_gone then 'gone'
      when not h.is_sound and w.failing_since <= h.last_at - ${longestFailing} then 'failing' end as off
  -- How an address fares that is no longer the endpoint's says nothing of it.
  from webhooks w join health h on h.webhook_id = w.id and h.url = w.url
  -- An endpoint that fares as it did is held by nobody.
  where w.account_id = $1::bigint and w.deleted_at is null and (h.is_gone or h.is_sound is distinct from (w.failing_since is null)
    or w.failing_since <= h.last_at - ${longestFailing})
  for no key update of w
), told as (
  update webhooks w set failing_since = j.failing_since,
    disabled_at = case when j.off is null then w.disabled_at else j.last_at end,
    disabled_reason = coalesce(j.off, w.disabled_reason),
    version = w.version + case when j.off is null then 0 else 1 end,
    updated_at = case when j.off is null then w.updated_at else j.last_at end
  from judged j
  where w.account_id = $1::bigint and w.id = j.id
    and (j.off is not null or j.failing_since is distinct from w.failing_since)
  returning w.account_id, w.public_id, w.disabled_reason, j.off
)
select account_id, public_id, disabled_reason from told where off is not null`;

/** Stores an account's attempts, and updates its deliveries and endpoints. @returns the endpoints now disabled. */
export const settleAttempts = (
  transaction: Queryable,
  accountId: string,
  attempts: readonly SettledAttempt[],
): Promise<SwitchedOff[]> => transaction.query<SwitchedOff>(settleSql, [accountId, JSON.stringify(attempts)]);
