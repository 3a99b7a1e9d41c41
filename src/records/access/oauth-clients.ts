import { Refusal, refuseFaulty } from '../../refusal.ts';
import { oauthClients } from '../../resources/managed/credentials.ts';
import type { EmbeddedUser, SecretOf, ShownObject } from '../../resources/record-types.ts';
import type { TokenScope } from '../../resources/vocabulary/choices.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import { findObject, objectsOf, updateObject } from '../../store/access/managed-objects.ts';
import { endClient, insertClient, type StoredClient } from '../../store/access/oauth-clients.ts';
import { newClientId, newClientSecret } from '../../store/access/tokens.ts';
import type { RequestContext, ChangeContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, NamedObject, VersionedValue } from '../results.ts';
import {
  auditedChange,
  fieldsMade,
  newValues,
  shownChanges,
  shownObject,
  refuseOtherVersion,
} from '../changing/audited-change.ts';
import { inOrder, scopeProblems, refuseOauthClient } from '../rights.ts';
import { changedInput, inputColumns } from '../../domain/input.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { readNewestShown } from '../reading/newest.ts';
import { embeddedUser } from '../reading/renderer.ts';
import type { ListPage, PageRequest } from '../../store/query/page.ts';

const resource = oauthClients.plural;
const pointer = '/oauth_client';

/** A client as the API shows it. */
export type OauthClient = ShownObject<typeof oauthClients, EmbeddedUser>;

/** A new client with its secret, which is shown only once. */
export type NewOauthClient = OauthClient & SecretOf<typeof oauthClients>;

const shown = ({ directory }: RequestContext, client: StoredClient): OauthClient =>
  shownObject(oauthClients, client, { user: embeddedUser(directory, client.user_id) });

/** The account's clients, the newest first. */
export const readOauthClients = (context: StoreContext, pageRequest: PageRequest): Promise<ListPage<OauthClient>> =>
  readNewestShown(context, objectsOf(oauthClients, context.actor.accountId), pageRequest, shown);

async function findOne(engine: Queryable, { actor }: RequestContext, id: string, lock: '' | 'for update' = '') {
  const client = await findObject(engine, oauthClients, { accountId: actor.accountId, id }, lock);
  if (!client) throw new Refusal('not_found', `There is no OAuth client ${id}.`);
  return client;
}

/** One client of the account. */
export async function readOauthClient(context: StoreContext, id: string): Promise<VersionedValue<OauthClient>> {
  const client = await findOne(context.store.engine, context, id);
  return await withFreshDirectory(context, async (fresh) => versioned(fresh, client));
}

/** Creates a client that acts as its creator and expires with the request's token. Its secret is shown only once. */
export async function createOauthClient(
  context: ChangeContext<VersionedValue<NewOauthClient>>,
  { fields, problems }: JudgedBody,
): Promise<ChangeOutcome<VersionedValue<NewOauthClient>>> {
  const { actor, at } = context;
  refuseOauthClient(actor);
  const given = (fields['scopes'] ?? []) as TokenScope[];
  refuseFaulty([...problems, ...scopeProblems(given, actor, `${pointer}/scopes`)]);
  return await auditedChange(context, async (transaction) => {
    const [clientId, secret] = [newClientId(), newClientSecret()];
    const { accountId, userId, tokenExpiresAt = null } = actor;
    const fixed = { client_id: clientId, scopes: inOrder(given), user_id: userId, expires_at: tokenExpiresAt };
    const values = { ...newValues(oauthClients, fields), ...fixed };
    const client = await insertClient(transaction, { accountId, secret, values }, at);
    const { id, version } = client;
    return {
      value: { version, value: { ...shown(context, client), client_secret: secret } },
      entry: { resource, id, version, action: 'create', fields: fieldsMade(values) },
    };
  });
}

/** Renames a client. Its scopes are fixed at creation. */
export const renameOauthClient = (
  context: ChangeContext<VersionedValue<OauthClient>>,
  { id, versions }: NamedObject,
  { fields, problems }: JudgedBody,
): Promise<ChangeOutcome<VersionedValue<OauthClient>>> =>
  auditedChange(context, async (transaction) => {
    const before = await findOne(transaction, context, id, 'for update');
    refuseOtherVersion(versions, before.version, 'oauth client');
    refuseFaulty(problems);
    const values = changedInput(inputColumns(oauthClients, 'update', fields), before);
    if (Object.keys(values).length === 0) return { value: versioned(context, before), entry: null };
    const { accountId } = context.actor;
    const after = await updateObject(transaction, oauthClients, { accountId, id, values }, context.at);
    const value = versioned(context, after);
    const changes = shownChanges(oauthClients, shown(context, before), value.value);
    return { value, entry: { resource, id, version: after.version, action: 'update', fields: changes } };
  });

const versioned = (context: RequestContext, client: StoredClient): VersionedValue<OauthClient> => ({
  version: client.version,
  value: shown(context, client),
});

/** Deletes a client and its access tokens. The service refuses the next request with one. */
export const deleteOauthClient = (
  context: ChangeContext<void>,
  { id, versions }: NamedObject,
): Promise<ChangeOutcome<void>> =>
  auditedChange(context, async (transaction) => {
    const client = await findOne(transaction, context, id, 'for update');
    refuseOtherVersion(versions, client.version, 'oauth client');
    await endClient(transaction, { accountId: context.actor.accountId, id }, context.at);
    const version = client.version + 1;
    return { value: undefined, entry: { resource, id, version, action: 'delete', fields: {} } };
  });
