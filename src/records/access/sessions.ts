import { Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import type { Queryable } from '../../database/engine.ts';
import {
  findSession,
  insertSession,
  type NewSession,
  sessionsOf,
  type StoredSession,
  tidySessions,
} from '../../store/access/sessions.ts';
import { revokeToken } from '../../store/access/tokens.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../request-context.ts';
import { type ChangeOutcome, type NamedObject, parsed, valueOf } from '../results.ts';
import { type AuditedResult, auditedChange, fieldsMade, refuseOtherVersion } from '../changing/audited-change.ts';
import { readNewest } from '../../store/access/managed-objects.ts';
import { type ListPage, mapped, type PageRequest } from '../../store/query/page.ts';
import { rendered } from '../reading/renderer.ts';
import type { AccountSettings } from '../../store/rows/directory.ts';
import type { Store } from '../../store/store.ts';
import { scopesOfRole } from '../rights.ts';
import { invalidCredentials } from './sign-in.ts';

const users = resourceOf('users');
const resource = 'sessions';

/** A session is started and ended, but never changed. */
const onlyVersion = 1;

/** The seconds after its last use at which a session ends. */
const idleSeconds = { remembered: 30 * 24 * 60 * 60, usual: 12 * 60 * 60 } as const;

/** The session of a request, with its user and account. */
export interface RequestSession extends Pick<StoredSession, 'id' | 'created_at' | 'expires_at'> {
  readonly user: object;
  readonly account: AccountSettings;
}

/** A session in the list of a user's own. */
export interface ListedSession extends StoredSession {
  /** Whether it is the session of the request. */
  readonly current: boolean;
}

function shown(
  { directory, actor, at }: RequestContext,
  { id, created_at, expires_at }: StoredSession,
): RequestSession {
  const row = directory.entries('users').get(actor.userId);
  if (!row) throw ended();
  const user = parsed<object>(rendered(users, row, { directory, at }).json);
  return { id, created_at, expires_at, user, account: directory.account };
}

/** The user of an account, whose directory has this version or a newer one. */
interface AccountUser {
  readonly accountId: string;
  readonly userId: string;
  readonly version: string;
}

/**
 * The context of a user who signs in.
 * @throws {Refusal} `invalid_credentials` if the user is deactivated by now.
 */
export async function sessionContext(
  store: Store,
  { accountId, userId, version }: AccountUser,
  request: Pick<RequestContext, 'at' | 'requestId'>,
): Promise<StoreContext> {
  const directory = await store.directories.at(accountId, version);
  const user = directory.entries('users').get(userId);
  if (user?.deleted_at !== null) throw invalidCredentials();
  const role = user.role;
  const actor = { accountId, userId, role, viaUserId: null, tokenId: '0', scopes: scopesOfRole[role], isSession: true };
  return { store, directory, actor, source: 'ui', ...request };
}

/** The browser in which a user signs in. */
export type SignedInBy = Pick<NewSession, 'text' | 'address' | 'browser' | 'browserText'> & {
  /** Whether the session outlasts the browser. */
  readonly isRemembered: boolean;
};

/** A sign-in with the password of this hash. */
interface SessionStart {
  readonly passwordHash: string;
  readonly by: SignedInBy;
}

/**
 * Starts a session of the acting user.
 * @param before changes the user in the same transaction.
 * @throws {Refusal} `invalid_credentials` if the user has another password by now.
 */
export async function startSession(
  context: StoreContext,
  signIn: SessionStart,
  before: (transaction: Queryable) => Promise<void> = async () => undefined,
): Promise<RequestSession> {
  const outcome = await auditedChange<StoredSession>(context, async (transaction) => {
    await before(transaction);
    return await startWithin(transaction, context, signIn);
  });
  return shown(context, valueOf(outcome));
}

async function startWithin(
  transaction: Queryable,
  { actor: { accountId, userId }, at }: RequestContext,
  { passwordHash, by: { isRemembered, ...by } }: SessionStart,
): Promise<AuditedResult<StoredSession>> {
  const idle = idleSeconds[isRemembered ? 'remembered' : 'usual'];
  const made = await insertSession(transaction, { accountId, userId, passwordHash, idleSeconds: idle, ...by }, at);
  if (!made) throw invalidCredentials();
  await tidySessions(transaction, { accountId, userId }, at);
  const fields = fieldsMade({ address: by.address, browser: by.browser });
  return { value: made, entry: { resource, id: made.id, version: onlyVersion, action: 'create', fields } };
}

/**
 * The session of the request.
 * @throws {Refusal} `unauthenticated` if a program sent the request.
 */
export async function readSession(context: StoreContext): Promise<RequestSession> {
  const owner = ownerOf(context);
  const session = await findSession(context.store.engine, { ...owner, id: owner.tokenId }, context.at);
  if (!session) throw ended();
  return shown({ ...context, actor: owner }, session);
}

/** The user of the request's session, also if the request acts as another one. */
function ownerOf({ actor }: RequestContext): RequestContext['actor'] {
  if (actor.isSession) return { ...actor, userId: actor.viaUserId ?? actor.userId };
  throw new Refusal('unauthenticated', 'This request has a token, not a session.');
}

const ended = (): Refusal => new Refusal('unauthenticated', 'The session has ended: sign in again.');

/** The live sessions of the user, the newest first. */
export async function readSessions(context: StoreContext, pageRequest: PageRequest): Promise<ListPage<ListedSession>> {
  const { actor, at, store } = context;
  const page = await readNewest<StoredSession>(store.engine, sessionsOf(actor, at), pageRequest);
  return mapped(page, ({ id, created_at, last_used_at, expires_at, address, browser }) => {
    const current = actor.isSession === true && actor.tokenId === id;
    return { id, created_at, last_used_at, expires_at, address, browser, current };
  });
}

/** Ends the session of the request. Every node refuses the next request with it. */
export async function signOut(
  context: ChangeContext<void>,
  versions?: readonly number[],
): Promise<ChangeOutcome<void>> {
  const { tokenId: id, userId } = ownerOf(context);
  return await endOne(context, userId, { id, versions });
}

/** Ends a session of the user. */
export const endSession = (context: ChangeContext<void>, session: NamedObject): Promise<ChangeOutcome<void>> =>
  endOne(context, context.actor.userId, session);

const endOne = (context: ChangeContext<void>, userId: string, { id, versions }: NamedObject) =>
  auditedChange(context, async (transaction) => {
    const { actor, at } = context;
    const one = { accountId: actor.accountId, userId, id };
    const session = isId(id) ? await findSession(transaction, one, at, 'for update of t') : null;
    if (!session) throw new Refusal('not_found', `There is no session ${id}.`);
    refuseOtherVersion(versions, onlyVersion, 'session');
    await revokeToken(transaction, actor.accountId, id, at);
    const entry = { resource, id, version: onlyVersion + 1, action: 'delete', fields: {} } as const;
    return { value: undefined, entry };
  });
