import { Refusal } from '../../refusal.ts';
import type { Scope } from '../../resources/vocabulary/choices.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import type { Judged } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import {
  endClient,
  findStoredClient,
  insertClient,
  renameClient,
  standingClients,
  type StoredClient,
  storedClientColumns,
} from '../../store/access/oauth-clients.ts';
import { newClientId, newClientSecret } from '../../store/access/token-text.ts';
import type { RequestContext, ChangeContext, StoreContext } from '../request-context.ts';
import type { Outcome } from '../outcome.ts';
import type { Versioned } from '../rendered.ts';
import { auditedChange, fieldsMade } from '../changing/audited-change.ts';
import { inOrder, refuseOtherVersion, scopeProblems } from './credential.ts';
import { withFreshDirectory } from '../reading/fresh-directory.ts';
import { refuseFaulty } from '../changing/judge.ts';
import { isId } from '../ids.ts';
import { refuseOauthClient } from '../rights.ts';
import { type EmbeddedUser, embeddedUser } from '../reading/embedded.ts';
import { type ListPage, mapped, readNewest, type PageRequest } from '../reading/pagination.ts';

const resource = 'oauth_clients';
const pointer = '/oauth_client';

/** The id of a client, and the versions that the request accepts. */
export interface NamedClient {
  readonly id: string;
  readonly versions?: readonly number[] | undefined;
}

/** A client as the API shows it. */
export interface OauthClient extends Omit<StoredClient, 'user_id' | 'version'> {
  readonly user: EmbeddedUser;
}

/** A new client with its secret, which is shown only once. */
export interface NewOauthClient extends OauthClient {
  readonly client_secret: string;
}

function shown({ directory }: RequestContext, client: StoredClient): OauthClient {
  const { id, created_at, updated_at, name, client_id, scopes, user_id: userId, expires_at, last_used_at } = client;
  const user = embeddedUser(directory, userId);
  return { id, created_at, updated_at, name, client_id, scopes, user, expires_at, last_used_at };
}

/** The account's clients, the newest first. */
export async function readOauthClients(
  context: StoreContext,
  pageRequest: PageRequest,
): Promise<ListPage<OauthClient>> {
  const page = await readNewest<StoredClient>(
    context.store.engine,
    {
      table: 'oauth_clients',
      columns: storedClientColumns,
      conditions: standingClients,
      parameters: [context.actor.accountId],
    },
    pageRequest,
  );
  return await withFreshDirectory(context, async (fresh) => mapped(page, (client) => shown(fresh, client)));
}

async function findOne(engine: Queryable, { actor }: RequestContext, id: string, lock: '' | 'for update' = '') {
  const client = isId(id) ? await findStoredClient(engine, { accountId: actor.accountId, id }, lock) : null;
  if (!client) throw new Refusal('not_found', `There is no OAuth client ${id}.`);
  return client;
}

/** One client of the account. */
export async function readOauthClient(context: StoreContext, id: string): Promise<Versioned<OauthClient>> {
  const client = await findOne(context.store.engine, context, id);
  const { version } = client;
  return await withFreshDirectory(context, async (fresh) => ({ version, value: shown(fresh, client) }));
}

/** Creates a client that acts as its creator and expires with the request's token. Its secret is shown only once. */
export async function createOauthClient(
  context: ChangeContext<Versioned<NewOauthClient>>,
  { fields, problems }: Judged,
): Promise<Outcome<Versioned<NewOauthClient>>> {
  const { actor, at } = context;
  refuseOauthClient(actor);
  const given = (fields['scopes'] ?? []) as Scope[];
  refuseFaulty([...problems, ...scopeProblems(given, actor, `${pointer}/scopes`)]);
  const [name, scopes] = [fields['name'] as string, inOrder(given)];
  return await auditedChange(context, async (transaction) => {
    const [clientId, secret] = [newClientId(), newClientSecret()];
    const { accountId, userId, tokenExpiresAt: expiresAt = null } = actor;
    const id = await insertClient(transaction, { accountId, userId, name, scopes, clientId, secret, expiresAt }, at);
    const now = wireTime(at);
    const own = { id, version: 1, created_at: now, updated_at: now, name, client_id: clientId, scopes };
    const client = { ...own, user_id: userId, expires_at: expiresAt, last_used_at: null };
    return {
      value: { version: 1, value: { ...shown(context, client), client_secret: secret } },
      entry: {
        resource,
        id,
        version: 1,
        action: 'create',
        fields: fieldsMade({ name, client_id: clientId, scopes, user_id: userId, expires_at: expiresAt }),
      },
    };
  });
}

/** Renames a client. Its scopes are fixed at creation. */
export const renameOauthClient = (
  context: ChangeContext<Versioned<OauthClient>>,
  { id, versions }: NamedClient,
  { fields, problems }: Judged,
): Promise<Outcome<Versioned<OauthClient>>> =>
  auditedChange(context, async (transaction) => {
    const before = await findOne(transaction, context, id, 'for update');
    refuseOtherVersion(versions, before.version, 'oauth client');
    refuseFaulty(problems);
    const { name = before.name } = fields as { name?: string };
    const isSame = name === before.name;
    const version = before.version + (isSame ? 0 : 1);
    if (!isSame) await renameClient(transaction, { accountId: context.actor.accountId, id }, name, context.at);
    const after = isSame ? before : { ...before, name, version, updated_at: wireTime(context.at) };
    return {
      value: { version, value: shown(context, after) },
      entry: isSame
        ? null
        : { resource, id, version, action: 'update', fields: { name: { from: before.name, to: name } } },
    };
  });

/** Deletes a client and its access tokens. The service refuses the next request with one. */
export const deleteOauthClient = (
  context: ChangeContext<void>,
  { id, versions }: NamedClient,
): Promise<Outcome<void>> =>
  auditedChange(context, async (transaction) => {
    const client = await findOne(transaction, context, id, 'for update');
    refuseOtherVersion(versions, client.version, 'oauth client');
    await endClient(transaction, { accountId: context.actor.accountId, id }, context.at);
    const version = client.version + 1;
    return { value: undefined, entry: { resource, id, version, action: 'delete', fields: {} } };
  });
