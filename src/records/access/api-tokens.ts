import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import type { TokenScope } from '../../resources/vocabulary/choices.ts';
import { apiTokens } from '../../resources/managed/credentials.ts';
import { resourceOf } from '../../resources/index.ts';
import type { EmbeddedUser, SecretOf, ShownObject } from '../../resources/record-types.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import { findObject, objectsOf } from '../../store/access/managed-objects.ts';
import {
  countLiveTokens,
  createToken,
  type NewToken,
  revokeToken,
  type StoredToken,
} from '../../store/access/tokens.ts';
import { lockRecord } from '../../store/write/lock-records.ts';
import type { RequestContext, ChangeContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, NamedObject, VersionedValue } from '../results.ts';
import {
  auditedChange,
  type AuditedResult,
  fieldsMade,
  newValues,
  shownObject,
  refuseOtherVersion,
} from '../changing/audited-change.ts';
import { inOrder, scopeProblems, checkOwner, isFullAdmin, refuseOauthClient } from '../rights.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { readNewestShown } from '../reading/newest.ts';
import { embeddedUser } from '../reading/renderer.ts';
import type { ListPage, PageRequest } from '../../store/query/page.ts';

/** A token is created and revoked, but never changed. */
const onlyVersion = 1;

const pointer = '/api_token';

const notFound = (id: string): Refusal => new Refusal('not_found', `There is no API token ${id}.`);

/** A token as the API shows it. */
export type ApiToken = ShownObject<typeof apiTokens, EmbeddedUser>;

/** A new token with its text, which is shown only once. */
export type NewApiToken = ApiToken & SecretOf<typeof apiTokens>;

const shown = ({ directory }: RequestContext, token: StoredToken): ApiToken =>
  shownObject(apiTokens, token, { user: embeddedUser(directory, token.user_id) });

/** The tokens that are not revoked, the newest first: the user's own, or those of all users for a full admin. */
export function readApiTokens(context: StoreContext, pageRequest: PageRequest): Promise<ListPage<ApiToken>> {
  const { accountId, userId } = context.actor;
  const tokens = objectsOf(apiTokens, accountId, isFullAdmin(context.actor) ? undefined : userId);
  return readNewestShown(context, tokens, pageRequest, shown);
}

async function findToken(
  engine: Queryable,
  { actor }: RequestContext,
  { id, ownScope }: { id: string; ownScope: TokenScope },
  lock: '' | 'for update' = '',
): Promise<StoredToken> {
  const { accountId } = actor;
  const token = await findObject(engine, apiTokens, { accountId, id }, lock);
  if (!token) throw notFound(id);
  checkOwner(actor, token.user_id, ownScope);
  return token;
}

/** One token that is not revoked: the user's own, or any user's for a full admin. */
export async function readApiToken(context: StoreContext, id: string): Promise<VersionedValue<ApiToken>> {
  const token = await findToken(context.store.engine, context, { id, ownScope: 'read' });
  return await withFreshDirectory(context, async (fresh) => ({ version: onlyVersion, value: shown(fresh, token) }));
}

function expiryProblems(expiresAt: string | null, { actor, at }: RequestContext): Problem[] {
  const latest = actor.tokenExpiresAt ?? null;
  const wrong = (message: string, more = {}): Problem[] => [
    { pointer: `${pointer}/expires_at`, code: 'not_allowed', message, ...more },
  ];
  if (expiresAt === null) return [];
  if (Date.parse(expiresAt) <= at.getTime()) return wrong('must be in the future');
  if (latest === null || Date.parse(expiresAt) <= Date.parse(latest)) return [];
  return wrong(`must not be after the requesting token expires, ${latest}`, { latest });
}

/**
 * Locks the user, as a deactivation does, which revokes all tokens of that moment. The lock also keeps two changes from
 * counting the user's tokens at once.
 */
async function userProblems(transaction: Queryable, { actor }: RequestContext, id: string): Promise<Problem[]> {
  const one = { accountId: actor.accountId, id };
  if (isId(id) && (await lockRecord(transaction, resourceOf('users'), one, 'no key update')) === null) return [];
  const message = "is not the id of one of the account's users";
  return [{ pointer: `${pointer}/user_id`, code: 'invalid_reference', message }];
}

/** Enough for every program of a firm. Without a limit, each token would add an allowance of its own. */
const mostLiveTokens = 100;

/** @throws {Refusal} `conflict` if the user, whom the caller has locked, has the maximum number of tokens. */
async function refuseTooMany(transaction: Queryable, { actor, at }: RequestContext, userId: string): Promise<void> {
  if ((await countLiveTokens(transaction, { accountId: actor.accountId, userId }, at)) < mostLiveTokens) return;
  const message = `The user already has ${mostLiveTokens} API tokens, the maximum. Revoke one first.`;
  throw new Refusal('conflict', message);
}

/** An invalid field is empty and has a problem instead. */
function givenToken({ fields }: JudgedBody, { actor }: RequestContext): NewToken {
  const values = newValues(apiTokens, fields);
  const given = values as unknown as NewToken;
  return { ...given, scopes: inOrder(given.scopes), user_id: (values['user_id'] ?? actor.userId) as string };
}

/** Creates a token, which is shown only once. It expires no later than the token of the request. */
export async function createApiToken(
  context: ChangeContext<VersionedValue<NewApiToken>>,
  asked: JudgedBody,
): Promise<ChangeOutcome<VersionedValue<NewApiToken>>> {
  const given = givenToken(asked, context);
  refuseOauthClient(context.actor);
  checkOwner(context.actor, given.user_id, 'write');
  return await auditedChange(context, async (transaction) => {
    refuseFaulty([
      ...asked.problems,
      ...scopeProblems((asked.fields['scopes'] ?? []) as TokenScope[], context.actor, `${pointer}/scopes`),
      ...expiryProblems(given.expires_at, context),
      ...(await userProblems(transaction, context, given.user_id)),
    ]);
    await refuseTooMany(transaction, context, given.user_id);
    return await insertToken(transaction, context, given);
  });
}

async function insertToken(
  transaction: Queryable,
  context: RequestContext,
  given: NewToken,
): Promise<AuditedResult<VersionedValue<NewApiToken>>> {
  const { actor, at } = context;
  const fields = { ...given, expires_at: given.expires_at ?? actor.tokenExpiresAt ?? null };
  const { token, text } = await createToken(transaction, { accountId: actor.accountId, token: fields }, at);
  return {
    value: { version: onlyVersion, value: { ...shown(context, token), token: text } },
    entry: {
      resource: apiTokens.plural,
      id: token.id,
      version: onlyVersion,
      action: 'create',
      fields: fieldsMade(fields),
    },
  };
}

/** Revokes a token. Every node refuses the next request with it. */
export const revokeApiToken = (
  context: ChangeContext<void>,
  { id, versions }: NamedObject,
): Promise<ChangeOutcome<void>> =>
  auditedChange(context, async (transaction) => {
    const token = await findToken(transaction, context, { id, ownScope: 'write' }, 'for update');
    refuseOtherVersion(versions, onlyVersion, 'api token');
    await revokeToken(transaction, context.actor.accountId, token.id, context.at);
    return {
      value: undefined,
      entry: { resource: apiTokens.plural, id: token.id, version: onlyVersion + 1, action: 'delete', fields: {} },
    };
  });
