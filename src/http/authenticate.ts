import type { Clock } from '../clock.ts';
import type { Actor } from '../records/call.ts';
import { Refusal } from '../refusal.ts';
import type { UserRole } from '../resources/choices.ts';
import type { Row } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import type { Store } from '../store/store.ts';
import { type FoundToken, findToken, touchToken } from '../store/tokens.ts';
import type { Authenticate, Credential } from './admission.ts';

const unauthenticated = (detail: string): Refusal =>
  new Refusal('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** The token of an `Authorization` header: `Bearer <token>`, or the token alone. */
function tokenText(authorization: string | undefined): string {
  const [, text] = /^(?:bearer +)?([^\s]{1,512})$/i.exec(authorization?.trim() ?? '') ?? [];
  if (text === undefined) throw unauthenticated('Send an API token: Authorization: Bearer <token>.');
  return text;
}

function liveUser(directory: Directory, id: string): Row | undefined {
  const user = directory.entries('users').get(id);
  return user?.deleted_at === null ? user : undefined;
}

/** With scope `admin` a token may act in the name of another user of its account. */
function actingUser(directory: Directory, token: FoundToken, owner: Row, actingUserId: string | undefined): Row {
  if (actingUserId === undefined || actingUserId === owner.id) return owner;
  if (!token.scopes.includes('admin') || owner['role'] !== 'admin') {
    throw new Refusal('forbidden', 'To act as another user a token needs the scope admin and an admin as its owner.');
  }
  const user = liveUser(directory, actingUserId);
  if (user) return user;
  const message = 'is not the id of a user of the account';
  throw new Refusal('invalid_query', `Plumbline-Acting-User ${message}.`, {
    problems: [{ parameter: 'Plumbline-Acting-User', code: 'invalid_reference', message }],
  });
}

function actorOf(token: FoundToken, owner: Row, user: Row): Actor {
  return {
    accountId: token.account_id,
    userId: user.id,
    role: user['role'] as UserRole,
    viaUserId: user.id === owner.id ? null : owner.id,
    tokenId: token.id,
    scopes: token.scopes,
  };
}

/** Finds out who asks, by one statement: the token, its owner's account, and how new that account's directory is. */
export function authenticator(store: Store, clock: Clock): Authenticate {
  return async ({ authorization, actingUserId }: Credential) => {
    const now = clock.now();
    const token = await findToken(store.engine, tokenText(authorization), now);
    if (!token) throw unauthenticated('This API token is unknown, expired or revoked.');
    const directory = await store.directories.at(token.account_id, token.directory_version);
    const owner = liveUser(directory, token.user_id);
    if (!owner) throw unauthenticated('The user of this API token is deactivated.');
    await touchToken(store.engine, token, now);
    return { actor: actorOf(token, owner, actingUser(directory, token, owner, actingUserId)), directory };
  };
}
