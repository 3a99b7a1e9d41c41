import { type Problem, Refusal } from '../refusal.ts';
import type { Scope } from '../resources/choices.ts';
import { wireTime } from '../resources/formats.ts';
import type { Judged } from '../schema/validator.ts';
import type { Queryable } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import {
  createToken,
  findStoredToken,
  revokeToken,
  standingTokens,
  type StoredToken,
  storedTokenColumns,
} from '../store/tokens.ts';
import type { Answer, Call } from './call.ts';
import { changeOnce, type Done, fieldsMade } from './change-once.ts';
import { inOrder, refuseOtherVersion, scopeProblems } from './credential.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { refuseFaulty } from './judge.ts';
import { isId } from './references.ts';
import { checkOwner, isFullAdmin, refuseOauthClient } from './rights.ts';
import { type Part, readNewest, type Wish } from './window.ts';

/** A token is made and revoked and never changed. */
const onlyVersion = 1;

const pointer = '/api_token';

const notFound = (id: string): Refusal => new Refusal('not_found', `There is no api token ${id}.`);

/** The record as answered: never with its text, but for the one that was just made. */
function shown({ directory }: Call, token: StoredToken, text?: string): string {
  const { id, created_at, updated_at, name, scopes, user_id: userId, expires_at, last_used_at } = token;
  const own = JSON.stringify({ id, created_at, updated_at, name, scopes }).slice(0, -1);
  const rest = JSON.stringify({ expires_at, last_used_at, ...(text === undefined ? {} : { token: text }) }).slice(1);
  return `${own},"user":${directory.embedded('users', userId)},${rest}`;
}

const show = (store: Store, call: Call, tokens: readonly StoredToken[]): Promise<string[]> =>
  withFreshDirectory(store, call, async (fresh) => tokens.map((token) => shown(fresh, token)));

/** The tokens that stand, the newest first: a full admin's list has those of everybody. */
export async function readApiTokens(store: Store, call: Call, wish: Wish): Promise<Part> {
  const { accountId, userId } = call.actor;
  const own = isFullAdmin(call.actor) ? [] : ['t.user_id = $2::bigint'];
  const { rows, links } = await readNewest<StoredToken>(
    store.engine,
    {
      ...{ table: 'api_tokens', columns: storedTokenColumns },
      conditions: [...standingTokens, ...own],
      parameters: own.length > 0 ? [accountId, userId] : [accountId],
    },
    wish,
  );
  return { json: await show(store, call, rows), links };
}

async function findToken(
  engine: Queryable,
  { actor }: Call,
  { id, ownScope }: { id: string; ownScope: Scope },
  lock: '' | 'for update' = '',
): Promise<StoredToken> {
  const { accountId } = actor;
  const token = isId(id) ? await findStoredToken(engine, { accountId, id }, lock) : null;
  if (!token) throw notFound(id);
  checkOwner(actor, token.user_id, ownScope);
  return token;
}

/** One token that stands: one's own, or anybody's for a full admin. */
export async function readApiToken(store: Store, call: Call, id: string): Promise<Answer> {
  const [json] = await show(store, call, [await findToken(store.engine, call, { id, ownScope: 'read' })]);
  return { status: 200, body: `{"api_token":${json}}`, headers: { ETag: `"${onlyVersion}"` } };
}

function expiryProblems(expiresAt: string | null, { actor, at }: Call): Problem[] {
  const latest = actor.tokenExpiresAt ?? null;
  const wrong = (message: string, more = {}): Problem[] => [
    { pointer: `${pointer}/expires_at`, code: 'not_allowed', message, ...more },
  ];
  if (expiresAt === null) return [];
  if (Date.parse(expiresAt) <= at.getTime()) return wrong('must be in the future');
  if (latest === null || Date.parse(expiresAt) <= Date.parse(latest)) return [];
  return wrong(`must not be after the end of the token that asks, ${latest}`, { latest });
}

/** Deactivation holds the user, and ends every token that is there by then. */
async function isActive(transaction: Queryable, accountId: string, userId: string): Promise<boolean> {
  const found = await transaction.query(
    `select id from users where account_id = $1::bigint and id = $2::bigint and deleted_at is null for key share`,
    [accountId, userId],
  );
  return found.length > 0;
}

async function userProblems(transaction: Queryable, { actor }: Call, userId: string): Promise<Problem[]> {
  if (isId(userId) && (await isActive(transaction, actor.accountId, userId))) return [];
  const message = "is not the id of one of the account's users";
  return [{ pointer: `${pointer}/user_id`, code: 'invalid_reference', message }];
}

interface GivenToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  readonly userId: string;
}

/** What does not hold has left no field behind, and a problem in its place. */
function givenToken({ fields }: Judged, { actor }: Call): GivenToken {
  const { name = '', scopes = [], expires_at: expiresAt, user_id: userId } = fields;
  return {
    name: name as string,
    scopes: inOrder(scopes as Scope[]),
    expiresAt: typeof expiresAt === 'string' ? wireTime(expiresAt) : null,
    userId: typeof userId === 'string' ? userId : actor.userId,
  };
}

/** Makes a token, shown this once; it ends no later than the one that asks for it. */
export async function createApiToken(
  store: Store,
  call: Call,
  asked: Judged,
  location: (id: string) => string,
): Promise<Answer> {
  const given = givenToken(asked, call);
  refuseOauthClient(call.actor);
  checkOwner(call.actor, given.userId, 'write');
  return await changeOnce(store, call, async (transaction) => {
    refuseFaulty([
      ...asked.problems,
      ...scopeProblems((asked.fields['scopes'] ?? []) as Scope[], call.actor, `${pointer}/scopes`),
      ...expiryProblems(given.expiresAt, call),
      ...(await userProblems(transaction, call, given.userId)),
    ]);
    return await insertToken(transaction, call, given, location);
  });
}

async function insertToken(
  transaction: Queryable,
  call: Call,
  { name, scopes, userId, ...given }: GivenToken,
  location: (id: string) => string,
): Promise<Done> {
  const { actor, at } = call;
  const expiresAt = given.expiresAt ?? actor.tokenExpiresAt ?? null;
  const expiry = expiresAt === null ? {} : { expiresAt: new Date(expiresAt) };
  const made = await createToken(transaction, { accountId: actor.accountId, userId, name, scopes, ...expiry }, at);
  const now = wireTime(at);
  const own = { id: made.id, created_at: now, updated_at: now, name, scopes };
  const token = { ...own, user_id: userId, expires_at: expiresAt, last_used_at: null };
  return {
    answer: {
      status: 201,
      body: `{"api_token":${shown(call, token, made.text)}}`,
      headers: { ETag: `"${onlyVersion}"`, Location: location(made.id) },
      secret: true,
    },
    deed: {
      resource: 'api_tokens',
      id: made.id,
      version: onlyVersion,
      action: 'create',
      fields: fieldsMade({ name, scopes, user_id: userId, expires_at: expiresAt }),
    },
  };
}

/** Ends a token: the next request with it is refused, on every node. */
export const revokeApiToken = (
  store: Store,
  call: Call,
  { id, ifMatch }: { id: string; ifMatch?: string | undefined },
): Promise<Answer> =>
  changeOnce(store, call, async (transaction) => {
    const token = await findToken(transaction, call, { id, ownScope: 'write' }, 'for update');
    refuseOtherVersion(ifMatch, onlyVersion, 'api token');
    await revokeToken(transaction, call.actor.accountId, token.id, call.at);
    return {
      answer: { status: 204 },
      deed: { resource: 'api_tokens', id: token.id, version: onlyVersion + 1, action: 'delete', fields: {} },
    };
  });
