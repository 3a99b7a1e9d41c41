import type { Queryable } from '../../database/engine.ts';
import type { OneUser } from './managed-objects.ts';

/** The preferences of a user as stored. */
export interface StoredPreferences {
  readonly version: number;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The preferences before the first change. */
const none: StoredPreferences = { version: 1, document: {} };

/** Reads the preferences of a user. */
export async function readPreferences(engine: Queryable, { accountId, userId }: OneUser): Promise<StoredPreferences> {
  const [row = none] = await engine.query<StoredPreferences>(
    'select version, document from preferences where account_id = $1::bigint and user_id = $2::bigint',
    [accountId, userId],
  );
  return row;
}

/** Reads the preferences of a user and locks them. The first time, the statement stores a row to lock. */
export async function lockPreferences(
  transaction: Queryable,
  { accountId, userId }: OneUser,
  now: Date,
): Promise<StoredPreferences> {
  const [row = none] = await transaction.query<StoredPreferences>(
    `insert into preferences (account_id, user_id, updated_at) values ($1::bigint, $2::bigint, $3::timestamptz)
    on conflict (account_id, user_id) do update set user_id = excluded.user_id
    returning version, document`,
    [accountId, userId, now.toISOString()],
  );
  return row;
}

/** Stores the preferences of a user and counts up their version. */
export async function writePreferences(
  transaction: Queryable,
  { accountId, userId }: OneUser,
  { document, now }: { readonly document: StoredPreferences['document']; readonly now: Date },
): Promise<StoredPreferences> {
  const [row = none] = await transaction.query<StoredPreferences>(
    `update preferences set document = $3::jsonb, version = version + 1, updated_at = $4::timestamptz
    where account_id = $1::bigint and user_id = $2::bigint
    returning version, document`,
    [accountId, userId, JSON.stringify(document), now.toISOString()],
  );
  return row;
}
