import type { Queryable } from '../../database/engine.ts';
import type { Endpoint } from './deliveries.ts';

/** The result of a delivery attempt and its consequences. */
export interface SettledAttempt extends Endpoint {
  readonly message_id: string;
  readonly lease: string;
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

const keepSql = `insert into webhook_attempts
    (account_id, message_id, webhook_id, attempted_at, status, duration_ms, error, response)
  select $1::bigint, message_id, webhook_id, attempted_at, status, duration_ms, error, response
  from jsonb_to_recordset($2::jsonb) as o(webhook_id bigint, message_id text, attempted_at timestamptz, status integer,
    duration_ms integer, error text, response text)
  order by attempted_at`;

// If the lease of a delivery has ended, another process has the delivery, or a client has requested it anew: then the
// statement leaves it. It locks the other deliveries in one order, so two statements cannot deadlock. The planner
// expects one row for each condition on "again_at", so both changes seek rows by `ctid`: no plan reads all pending
// deliveries of the account. No part inserts, so a sharded Postgres sends the whole statement to one node.
const settleSql = `with o as materialized (
  select * from jsonb_to_recordset($2::jsonb) as r(webhook_id bigint, message_id text, lease timestamptz,
    url text, attempted_at timestamptz, is_success boolean, again_at timestamptz, is_gone boolean)
), held as materialized (
  select d.tid, o.again_at
  from (select * from o order by webhook_id, message_id) o
  cross join lateral (
    select ctid as tid from webhook_deliveries
    where account_id = $1::bigint and webhook_id = o.webhook_id and message_id = o.message_id and due_at = o.lease
    limit 1 for update
  ) d
), done as (
  delete from webhook_deliveries d using held h
  where d.account_id = $1::bigint and d.ctid = h.tid and h.again_at is null
), again as (
  update webhook_deliveries d set failures = d.failures + 1, due_at = h.again_at
  from held h
  where d.account_id = $1::bigint and d.ctid = h.tid and h.again_at between '-infinity' and 'infinity'
), health as (
  select webhook_id, url, bool_or(is_success) as is_sound, bool_or(is_gone) as is_gone,
    min(attempted_at) as first_at, max(attempted_at) as last_at
  from o group by webhook_id, url
), judged as (
  select w.id, h.last_at,
    case when h.is_sound then null else coalesce(w.failing_since, h.first_at) end as failing_since,
    case when w.disabled_at is not null then null
      when h.is_gone then 'gone'
      when not h.is_sound and h.last_at - w.failing_since >= ${longestFailing} then 'failing' end as off
  -- How an address fares that is no longer the endpoint's says nothing of it.
  from webhooks w join health h on h.webhook_id = w.id and h.url = w.url
  -- An endpoint that fares as it did is held by nobody.
  where w.account_id = $1::bigint and w.deleted_at is null and (h.is_gone or h.is_sound is distinct from (w.failing_since is null)
    or h.last_at - w.failing_since >= ${longestFailing})
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
export async function settleAttempts(
  transaction: Queryable,
  accountId: string,
  attempts: readonly SettledAttempt[],
): Promise<SwitchedOff[]> {
  const parameters = [accountId, JSON.stringify(attempts)];
  await transaction.query(keepSql, parameters);
  return await transaction.query<SwitchedOff>(settleSql, parameters);
}
