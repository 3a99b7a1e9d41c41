import { oauthClients } from '../../resources/managed/credentials.ts';
import type { StoredObject } from '../../resources/record-types.ts';
import type { TokenScope } from '../../resources/vocabulary/choices.ts';
import type { Queryable } from '../../database/engine.ts';
import { insertObject, type OneObject } from './managed-objects.ts';
import { tokenHash } from './tokens.ts';

/** A stored OAuth client, without the hash of its secret. */
export type StoredClient = StoredObject<typeof oauthClients>;

/** Stores a client. Its secret is stored only as a hash. */
export async function insertClient(
  transaction: Queryable,
  { accountId, secret, ...given }: { accountId: string; secret: string; values: Readonly<Record<string, unknown>> },
  now: Date,
): Promise<StoredClient> {
  const values = { ...given.values, secret_hash: `\\x${tokenHash(secret)}` };
  const made = await insertObject(transaction, oauthClients, { accountId, values }, now);
  if (!made) throw new Error('a client is not stored');
  return made;
}

/** Deletes a locked client and its access tokens. An earlier statement locks it, so this one sees every token. */
export async function endClient(transaction: Queryable, { accountId, id }: OneObject, now: Date): Promise<void> {
  await transaction.query(
    `with ended as (
      update oauth_clients set deleted_at = $3::timestamptz, updated_at = $3::timestamptz, version = version + 1
      where account_id = $1::bigint and id = $2::bigint
    )
    delete from api_tokens where account_id = $1::bigint and oauth_client_id = $2::bigint`,
    [accountId, id, now.toISOString()],
  );
}

/** The data that authenticates a client. */
export interface ProvenBy {
  readonly account_id: string;
  readonly id: string;
  readonly scopes: readonly TokenScope[];
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** SHA-256 in hex. */
  readonly secret_hash: string;
}

/** The client with a public id, in any account; `null` if the client is deleted or expired. */
export async function findClient(engine: Queryable, clientId: string, now: Date): Promise<ProvenBy | null> {
  const [found] = await engine.query<ProvenBy>(
    `select account_id, id, scopes, expires_at, last_used_at, encode(secret_hash, 'hex') as secret_hash
    from oauth_clients
    where client_id = $1 and deleted_at is null and (expires_at is null or expires_at > $2::timestamptz)`,
    [clientId, now.toISOString()],
  );
  return found ?? null;
}

export interface NewAccessToken {
  readonly text: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date;
}

/** The limit of live access tokens of a client. A new token beyond it deletes the token that expires first. */
const mostAccessTokens = 1000;

/**
 * Creates an access token for a client. Deletes a few of the account's expired tokens, and the client's tokens beyond
 * the limit. The statement locks the client and its user, so a concurrent deletion of either also finds the new token.
 * @returns false if the client or its user is deleted.
 */
export async function insertAccessToken(
  engine: Queryable,
  client: OneObject,
  token: NewAccessToken,
  now: Date,
): Promise<boolean> {
  const made = await engine.query(
    `with client as materialized (
      select c.account_id, c.id, c.user_id, c.name from oauth_clients c
      join users u on u.account_id = $1::bigint and u.id = c.user_id
      where c.account_id = $1::bigint and c.id = $2::bigint and c.deleted_at is null and u.deleted_at is null
      for share of c for key share of u
    ), over as (
      delete from api_tokens t using (
        select id from api_tokens
        where account_id = $1::bigint and oauth_client_id is not null and expires_at <= $6::timestamptz
        limit 20 for update skip locked
      ) ended where t.account_id = $1::bigint and t.id = ended.id
    ), beyond as (
      delete from api_tokens where account_id = $1::bigint and id = any(array(
        select id from api_tokens where account_id = $1::bigint and id = any(array(
          select id from api_tokens
          where account_id = $1::bigint and oauth_client_id = $2::bigint and expires_at > $6::timestamptz
          order by expires_at desc, id desc
          offset ${mostAccessTokens - 1} limit 20
        )) for update skip locked
      ))
    )
    insert into api_tokens
      (account_id, user_id, name, hash, scopes, expires_at, created_at, updated_at, oauth_client_id)
    select account_id, user_id, name, decode($3, 'hex'), $4::text[], $5::timestamptz, $6::timestamptz,
      $6::timestamptz, id from client
    returning id`,
    [
      ...[client.accountId, client.id, tokenHash(token.text), token.scopes],
      ...[token.expiresAt.toISOString(), now.toISOString()],
    ],
  );
  return made.length > 0;
}

/** Writes a client's last use, unless it was written less than a minute ago or another request is writing it. */
export async function touchClient(engine: Queryable, client: ProvenBy, now: Date): Promise<void> {
  if (client.last_used_at && now.getTime() - Date.parse(client.last_used_at) < 60_000) return;
  await engine.query(
    `update oauth_clients set last_used_at = $3::timestamptz where account_id = $1::bigint and id = (
      select id from oauth_clients
      where account_id = $1::bigint and id = $2::bigint and (last_used_at is null or last_used_at <= $4::timestamptz)
      for update skip locked
    )`,
    [client.account_id, client.id, now.toISOString(), new Date(now.getTime() - 60_000).toISOString()],
  );
}
