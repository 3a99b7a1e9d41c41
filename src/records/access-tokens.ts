import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '../resources/choices.ts';
import type { Queryable } from '../store/engine.ts';
import { findClient, insertAccessToken, type ProvenBy, touchClient } from '../store/oauth-clients.ts';
import type { Store } from '../store/store.ts';
import { isClientId, newTokenText, tokenHash } from '../store/token-text.ts';
import type { Answer } from './call.ts';
import { inOrder } from './credential.ts';
import { badParameter, oauthRefusal } from './oauth-refusal.ts';

/** Seconds. */
const lifetime = 3600;

/** What a client sends to get an access token. */
export interface GrantRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces; all of the client's unless given. */
  readonly scope?: string | undefined;
}

/** An unknown client costs and answers the same as a wrong secret. */
async function provenClient(engine: Queryable, { clientId, clientSecret }: GrantRequest): Promise<ProvenBy> {
  const client = isClientId(clientId) ? await findClient(engine, clientId) : null;
  const kept = Buffer.from(client?.secret_hash ?? tokenHash(''), 'hex');
  const isRight = timingSafeEqual(kept, Buffer.from(tokenHash(clientSecret), 'hex'));
  if (client === null || !isRight) throw unknownClient();
  return client;
}

const unknownClient = () => oauthRefusal('invalid_client', 'There is no client with this id and this secret.');

function grantedScopes(scope: string | undefined, client: ProvenBy): Scope[] {
  const wanted = (scope ?? '').split(' ').filter(Boolean);
  if (wanted.length === 0) return inOrder(client.scopes);
  const all = client.scopes as readonly string[];
  if (wanted.every((one) => all.includes(one))) return inOrder(wanted as Scope[]);
  throw badParameter('invalid_scope', 'scope', ['not_allowed', `must be some of ${inOrder(client.scopes).join(' ')}`]);
}

/**
 * Gives a client an access token for an hour (RFC 6749 §4.4): of the user who made the client.
 * @throws {Refusal} that carries RFC 6749's `error`.
 */
export async function grantAccessToken({ engine }: Store, request: GrantRequest, at: Date): Promise<Answer> {
  const client = await provenClient(engine, request);
  const scopes = grantedScopes(request.scope, client);
  const text = newTokenText();
  const token = { text, scopes, expiresAt: new Date(at.getTime() + lifetime * 1000) };
  const one = { accountId: client.account_id, id: client.id };
  const isMade = await engine.transaction((transaction) => insertAccessToken(transaction, one, token, at));
  if (!isMade) throw unknownClient();
  await touchClient(engine, client, at);
  return {
    status: 200,
    body: JSON.stringify({
      access_token: text,
      token_type: 'Bearer',
      expires_in: lifetime,
      scope: scopes.join(' '),
    }),
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  };
}
