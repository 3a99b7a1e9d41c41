import type { Operation } from '../../../src/http/contract/operation.ts';
import { servedPaths } from '../../../src/http/contract/operation.ts';
import { resources } from '../../../src/resources/index.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import { leastBody, make, next } from '../data/make.ts';
import type { Client, Json } from '../service/client.ts';
import { newContents, newObject, uploadQuery } from './new-object.ts';

/** A request that the service accepts. */
export interface SoundRequest {
  readonly method: string;
  /** The path below the version prefix, with the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly statuses: readonly number[];
}

/** The plural name of the objects of an operation. */
export const pluralOf = ({ path }: Pick<Operation, 'path'>): string => /^\/(\w+)/.exec(path)?.[1] ?? '';

export const resourceOfOperation = (operation: Pick<Operation, 'path'>): Resource | undefined =>
  resources.find(({ plural, embeddedOnly }) => plural === pluralOf(operation) && !embeddedOnly);

/** Makes a request with objects of its own, so that no other request is in its way. */
export async function soundRequest(client: Client, operation: Operation): Promise<SoundRequest> {
  const [served] = servedPaths(operation);
  const path = served?.path ?? operation.path;
  const id = path.includes('{id}') ? await idFor(client, operation) : '';
  const query = await queryFor(client, operation, id);
  return {
    method: operation.method,
    path: path.replace('{id}', id) + query,
    ...(await bodyFor(client, operation, id)),
    statuses: exceptions[operation.id] ?? [operation.status, ...(operation.mayCreate ? [201] : [])],
  };
}

/** Operations that answer otherwise in the state of a new object, or to a token. */
const exceptions: Readonly<Record<string, readonly number[]>> = {
  // A token has no session.
  showSession: [401],
  deleteSession: [401],
  // A new import has not run.
  undoImport: [409],
  cancelImport: [409],
  // A table is no archive. An archive would replace the account of the other requests.
  restoreAccountArchive: [415],
  // The account may have projects.
  startDemo: [202, 409],
  // It may have no sample data.
  removeDemo: [202, 409],
};

async function idFor(client: Client, operation: Operation): Promise<string> {
  const plural = pluralOf(operation);
  if (operation.mayCreate) return `external_id:Sound-${next()}`;
  const { id } = operation.id === 'downloadFile' ? await newContents(client) : await newObject(client, plural);
  if (operation.path.endsWith('/restore')) await client.delete(`/${plural}/${id}`);
  return id;
}

async function queryFor(client: Client, { id, query }: Operation, own: string): Promise<string> {
  if (id === 'createImport') return '?as=companies';
  if (id === 'uploadFile') return await uploadQuery(client);
  if (id === 'showImportProposal') return '?column=name&to=name';
  const needed = query.filter(({ required }) => required);
  const pairs = await Promise.all(
    needed.map(async ({ name, namesRecord, schema }) => {
      const value = namesRecord ? (await make(client, 'projects')).id : enumOf(schema)?.[0];
      return [name, value ?? (name === 'from' ? 'today-7' : 'granite')] as [string, string];
    }),
  );
  // A list entry in use needs another one in its place.
  return pairs.length > 0 && own === '' ? `?${new URLSearchParams(pairs).toString()}` : '';
}

const enumOf = (schema: Json): string[] | undefined => schema.enum;

type Sent = Pick<SoundRequest, 'body' | 'headers'>;

async function bodyFor(client: Client, operation: Operation, id: string): Promise<Sent> {
  if (operation.upload) {
    return { body: `name\r\nCompany ${next()}\r\n`, headers: { 'content-type': 'text/csv' } };
  }
  if (operation.request === undefined) return {};
  const special = specialBodies[operation.id];
  if (special) return { body: special() };
  const resource = resourceOfOperation(operation);
  return { body: resource ? await recordBody(client, operation, resource, id) : wrapperOnly(operation) };
}

/** A change without fields changes nothing, and needs the same rights. */
const wrapperOnly = ({ request }: Operation): Json => {
  const [wrapper = ''] = Object.keys((request as Json).properties);
  return { [wrapper]: {} };
};

async function recordBody(client: Client, operation: Operation, resource: Resource, id: string): Promise<Json> {
  const { path, method } = operation;
  if (path.endsWith('/bulk/revert'))
    return { reversions: [{ id: await idToBulk(client, resource, path), version: 1 }] };
  if (path.endsWith('/revert')) return { revert: { version: 1 } };
  if (/\/bulk\/(delete|restore)$/.test(path)) return { ids: [await idToBulk(client, resource, path)] };
  if (path.endsWith('/bulk')) return { [resource.plural]: [await leastBody(client, resource)] };
  if (path.endsWith('/convert')) return { project: {} };
  if (method === 'PATCH') return id === '' ? wrapperOnly(operation) : { [resource.singular]: {} };
  return { [resource.singular]: await leastBody(client, resource) };
}

async function idToBulk(client: Client, { plural }: Resource, path: string): Promise<string> {
  const { id } = await make(client, plural);
  if (path.endsWith('/restore')) await client.delete(`/${plural}/${id}`);
  return id;
}

const specialBodies: Readonly<Record<string, () => Json>> = {
  runImport: () => ({ confirm: [] }),
  createApiToken: () => ({ api_token: { name: `Sync ${next()}`, scopes: ['read'] } }),
  createOauthClient: () => ({ oauth_client: { name: `Sync ${next()}`, scopes: ['read'] } }),
  createCalendarFeed: () => ({ calendar_feed: { name: `Bids ${next()}` } }),
  updateOauthClient: () => ({ oauth_client: { name: `Sync ${next()}` } }),
  createWebhook: () => ({ webhook: { url: `https://hooks.example.com/${next()}` } }),
  replayToWebhook: () => ({ since: '2026-01-01T00:00:00Z' }),
  updateImport: () => ({ import: { name: `Bids ${next()}` } }),
};
