import type { Param, Queryable } from '../../database/engine.ts';

/** A stored webhook endpoint, without its secrets. */
export interface StoredWebhook {
  /** The internal id, which references and the change log use. */
  readonly id: string;
  /** The id that clients see, a UUID. */
  readonly public_id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly url: string;
  readonly description: string | null;
  /** The message types that the endpoint takes; empty for every type. */
  readonly filter_types: readonly string[];
  /** The limit of deliveries per minute. */
  readonly rate_limit: number | null;
  /** The time until which the previous secret signs as well. */
  readonly old_secret_until: string | null;
  readonly disabled_at: string | null;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
}

/** The columns of a `StoredWebhook`, over the table as `t`. */
export const storedWebhookColumns =
  't.id, t.public_id, t.version, t.created_at, t.updated_at, t.url, t.description, t.filter_types, t.rate_limit, ' +
  't.old_secret_until, t.disabled_at, t.disabled_reason, t.failing_since';

/** The conditions of webhooks that are not deleted, over the table as `t`. */
export const standingWebhooks = ['t.account_id = $1::bigint', 't.deleted_at is null'];

/** The condition of an enabled webhook, over the table as `w`. */
export const isSwitchedOn = 'w.deleted_at is null and w.disabled_at is null';

/** The condition of a webhook that takes messages of a type, over the table as `w`. */
export const takesType = (type: string): string => `(w.filter_types = '{}' or ${type} = any(w.filter_types))`;

/** A UUID as text (RFC 9562), in either case. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds a webhook that is not deleted by its public id. Lock it if it is about to change. */
export async function findStoredWebhook(
  engine: Queryable,
  { accountId, publicId }: { readonly accountId: string; readonly publicId: string },
  lock: '' | 'for no key update' = '',
): Promise<StoredWebhook | null> {
  if (!uuid.test(publicId)) return null;
  const [found] = await engine.query<StoredWebhook>(
    `select ${storedWebhookColumns} from webhooks t
    where ${standingWebhooks.join(' and ')} and t.public_id = $2::uuid ${lock}`,
    [accountId, publicId],
  );
  return found ?? null;
}

/** The limit of webhooks in an account, not counting deleted ones. */
export const mostWebhooks = 50;

/** The fields of a new webhook. */
export interface NewWebhook extends Pick<StoredWebhook, 'url' | 'description' | 'filter_types' | 'rate_limit'> {
  readonly accountId: string;
  readonly publicId: string;
  readonly secret: string;
}

/**
 * Stores a webhook. It locks the account, so that concurrent inserts are counted one after the other.
 * @returns null if the account has reached its limit.
 */
export async function insertWebhook(
  transaction: Queryable,
  { accountId, publicId, url, secret, ...given }: NewWebhook,
  now: Date,
): Promise<StoredWebhook | null> {
  await transaction.query('select id from accounts where id = $1::bigint for no key update', [accountId]);
  // A separate statement, so that it sees the webhooks committed while the first one waited for the lock.
  const [made] = await transaction.query<StoredWebhook>(
    `insert into webhooks as t
      (account_id, public_id, url, description, filter_types, rate_limit, secret, created_at, updated_at)
    select $1::bigint, $2::uuid, $3, $4, $5::text[], $6::integer, $7, $8::timestamptz, $8::timestamptz
    where (select count(*) from webhooks o where o.account_id = $1::bigint and o.deleted_at is null) < ${mostWebhooks}
    returning ${storedWebhookColumns}`,
    [
      ...[accountId, publicId, url],
      ...[given.description, given.filter_types, given.rate_limit],
      ...[secret, now.toISOString()],
    ],
  );
  return made ?? null;
}

/** Writes a changed webhook that is locked. @returns the new state. */
export const writeWebhook = (
  transaction: Queryable,
  accountId: string,
  webhook: StoredWebhook,
  now: Date,
): Promise<StoredWebhook> =>
  updated(
    transaction,
    `url = $4, description = $5, filter_types = $6::text[], rate_limit = $7::integer,
      disabled_at = $8::timestamptz, disabled_reason = $9, failing_since = $10::timestamptz,
      next_at = case when rate_limit is distinct from $7::integer then null else next_at end`,
    [
      ...[accountId, webhook.id, now.toISOString()],
      ...[webhook.url, webhook.description, webhook.filter_types, webhook.rate_limit],
      ...[webhook.disabled_at, webhook.disabled_reason, webhook.failing_since],
    ],
  );

/** A webhook of an account, by its internal id. */
export interface OneWebhook {
  readonly accountId: string;
  readonly id: string;
}

/** Gives a locked webhook a new secret. The previous secret signs as well until `oldUntil`. */
export const writeSecret = (
  transaction: Queryable,
  { accountId, id }: OneWebhook,
  { secret, oldUntil }: { readonly secret: string; readonly oldUntil: string },
  now: Date,
): Promise<StoredWebhook> =>
  updated(transaction, 'old_secret = secret, old_secret_until = $4::timestamptz, secret = $5', [
    ...[accountId, id, now.toISOString()],
    ...[oldUntil, secret],
  ]);

/** Deletes a locked webhook and its secrets. Its row stays, because past messages refer to it. */
export const endWebhook = (transaction: Queryable, { accountId, id }: OneWebhook, now: Date): Promise<StoredWebhook> =>
  updated(transaction, `deleted_at = $3::timestamptz, secret = '', old_secret = null`, [
    ...[accountId, id, now.toISOString()],
  ]);

/** @param parameters the account, the webhook and the instant, then the parameters of `changes`. */
async function updated(transaction: Queryable, changes: string, parameters: readonly Param[]): Promise<StoredWebhook> {
  const [webhook] = await transaction.query<StoredWebhook>(
    `update webhooks t set ${changes}, version = version + 1, updated_at = greatest(updated_at, $3::timestamptz)
    where account_id = $1::bigint and id = $2::bigint returning ${storedWebhookColumns}`,
    parameters,
  );
  if (!webhook) throw new Error(`webhook ${String(parameters[1])} is gone`);
  return webhook;
}
