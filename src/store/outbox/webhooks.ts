import type { Queryable } from '../../database/engine.ts';
import type { StoredObject } from '../../resources/record-types.ts';
import { webhooks } from '../../resources/managed/webhooks.ts';
import { insertObject, type OneObject, updateObject } from '../access/managed-objects.ts';

/** A stored webhook endpoint, without its secrets. */
export type StoredWebhook = StoredObject<typeof webhooks>;

/** The limit of webhooks in an account, not counting deleted ones. */
export const mostWebhooks = 50;

/**
 * Stores a webhook. It locks the account, so that concurrent inserts are counted one after the other.
 * @returns nothing if the account has reached its limit.
 */
export async function insertWebhook(
  transaction: Queryable,
  accountId: string,
  values: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<StoredWebhook | undefined> {
  await transaction.query('select id from accounts where id = $1::bigint for no key update', [accountId]);
  // A separate statement, so that it sees the webhooks committed while the first one waited for the lock.
  return await insertObject(transaction, webhooks, { accountId, values, most: mostWebhooks }, now);
}

/** Writes the fields of a locked webhook that clients may change or that follow. @returns the new state. */
export const writeWebhook = (
  transaction: Queryable,
  one: OneObject,
  values: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<StoredWebhook> => {
  // A new limit applies from the next delivery on.
  const more = 'rate_limit' in values ? ['next_at = null'] : [];
  return updateObject(transaction, webhooks, { ...one, values, more }, now);
};

/** Gives a locked webhook a new secret. The previous secret signs as well until `oldUntil`. */
export const writeSecret = (
  transaction: Queryable,
  one: OneObject,
  { secret, oldUntil }: { readonly secret: string; readonly oldUntil: string },
  now: Date,
): Promise<StoredWebhook> => {
  const values = { secret, old_secret_until: oldUntil };
  return updateObject(transaction, webhooks, { ...one, values, more: ['old_secret = t.secret'] }, now);
};

/** Deletes a locked webhook and its secrets. Its row stays, because past messages refer to it. */
export const endWebhook = (transaction: Queryable, one: OneObject, now: Date): Promise<StoredWebhook> => {
  const values = { deleted_at: now.toISOString(), secret: '' };
  return updateObject(transaction, webhooks, { ...one, values, more: ['old_secret = null'] }, now);
};
