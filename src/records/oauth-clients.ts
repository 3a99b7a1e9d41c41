import { Refusal } from '../refusal.ts';
import type { Scope } from '../resources/choices.ts';
import { wireTime } from '../resources/formats.ts';
import type { Judged } from '../schema/validator.ts';
import type { Queryable } from '../store/engine.ts';
import {
  endClient,
  findStoredClient,
  insertClient,
  renameClient,
  standingClients,
  type StoredClient,
  storedClientColumns,
} from '../store/oauth-clients.ts';
import type { Store } from '../store/store.ts';
import { newClientId, newClientSecret } from '../store/token-text.ts';
import type { Answer, Call } from './call.ts';
import { changeOnce, fieldsMade } from './change-once.ts';
import { inOrder, refuseOtherVersion, scopeProblems } from './credential.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { refuseFaulty } from './judge.ts';
import { isId } from './references.ts';
import { refuseOauthClient } from './rights.ts';
import { type Part, readNewest, type Wish } from './window.ts';

const resource = 'oauth_clients';
const pointer = '/oauth_client';

/** Which client, and under which condition. */
export interface NamedClient {
  readonly id: string;
  readonly ifMatch?: string | undefined;
}

/** The record as answered: never with its secret, but for the one that was just made. */
function shown({ directory }: Call, client: StoredClient, secret?: string): string {
  const { id, created_at, updated_at, name, client_id, scopes, user_id: userId, last_used_at } = client;
  const own = JSON.stringify({ id, created_at, updated_at, name, client_id, scopes }).slice(0, -1);
  const rest = JSON.stringify({ last_used_at, ...(secret === undefined ? {} : { client_secret: secret }) }).slice(1);
  return `${own},"user":${directory.embedded('users', userId)},${rest}`;
}

const show = (store: Store, call: Call, clients: readonly StoredClient[]): Promise<string[]> =>
  withFreshDirectory(store, call, async (fresh) => clients.map((client) => shown(fresh, client)));

const etag = ({ version }: Pick<StoredClient, 'version'>) => ({ ETag: `"${version}"` });

/** The account's clients, the newest first. */
export async function readOauthClients(store: Store, call: Call, wish: Wish): Promise<Part> {
  const { rows, links } = await readNewest<StoredClient>(
    store.engine,
    {
      table: 'oauth_clients',
      columns: storedClientColumns,
      conditions: standingClients,
      parameters: [call.actor.accountId],
    },
    wish,
  );
  return { json: await show(store, call, rows), links };
}

async function findOne(engine: Queryable, { actor }: Call, id: string, lock: '' | 'for update' = '') {
  const client = isId(id) ? await findStoredClient(engine, { accountId: actor.accountId, id }, lock) : null;
  if (!client) throw new Refusal('not_found', `There is no oauth client ${id}.`);
  return client;
}

/** One client of the account. */
export async function readOauthClient(store: Store, call: Call, id: string): Promise<Answer> {
  const client = await findOne(store.engine, call, id);
  const [json] = await show(store, call, [client]);
  return { status: 200, body: `{"oauth_client":${json}}`, headers: etag(client) };
}

/** Makes a client that acts as the user who makes it. Its secret is shown this once. */
export async function createOauthClient(
  store: Store,
  call: Call,
  { fields, problems }: Judged,
  location: (id: string) => string,
): Promise<Answer> {
  const { actor, at } = call;
  refuseOauthClient(actor);
  const given = (fields['scopes'] ?? []) as Scope[];
  refuseFaulty([...problems, ...scopeProblems(given, actor, `${pointer}/scopes`)]);
  const [name, scopes] = [fields['name'] as string, inOrder(given)];
  return await changeOnce(store, call, async (transaction) => {
    const [clientId, secret] = [newClientId(), newClientSecret()];
    const { accountId, userId } = actor;
    const id = await insertClient(transaction, { accountId, userId, name, scopes, clientId, secret }, at);
    const now = wireTime(at);
    const own = { id, version: 1, created_at: now, updated_at: now, name, client_id: clientId, scopes };
    const client = { ...own, user_id: userId, last_used_at: null };
    return {
      answer: {
        status: 201,
        body: `{"oauth_client":${shown(call, client, secret)}}`,
        headers: { ...etag(client), Location: location(id) },
        secret: true,
      },
      deed: {
        resource,
        id,
        version: 1,
        action: 'create',
        fields: fieldsMade({ name, client_id: clientId, scopes, user_id: userId }),
      },
    };
  });
}

/** Gives a client another name; what it may do is fixed when it is made. */
export const renameOauthClient = (
  store: Store,
  call: Call,
  { id, ifMatch }: NamedClient,
  { fields, problems }: Judged,
): Promise<Answer> =>
  changeOnce(store, call, async (transaction) => {
    const before = await findOne(transaction, call, id, 'for update');
    refuseOtherVersion(ifMatch, before.version, 'oauth client');
    refuseFaulty(problems);
    const { name = before.name } = fields as { name?: string };
    const isSame = name === before.name;
    const version = before.version + (isSame ? 0 : 1);
    if (!isSame) await renameClient(transaction, { accountId: call.actor.accountId, id }, name, call.at);
    const after = isSame ? before : { ...before, name, version, updated_at: wireTime(call.at) };
    return {
      answer: { status: 200, body: `{"oauth_client":${shown(call, after)}}`, headers: etag(after) },
      deed: isSame
        ? null
        : { resource, id, version, action: 'update', fields: { name: { from: before.name, to: name } } },
    };
  });

/** Ends a client and the access tokens that it has: the next request with one is refused. */
export const deleteOauthClient = (store: Store, call: Call, { id, ifMatch }: NamedClient): Promise<Answer> =>
  changeOnce(store, call, async (transaction) => {
    const client = await findOne(transaction, call, id, 'for update');
    refuseOtherVersion(ifMatch, client.version, 'oauth client');
    await endClient(transaction, { accountId: call.actor.accountId, id }, call.at);
    const version = client.version + 1;
    return { answer: { status: 204 }, deed: { resource, id, version, action: 'delete', fields: {} } };
  });
