import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract/operation.ts';
import { described, describedOperations } from '../contract/described.ts';
import { resolve } from '../support/delivery/webhooks.ts';
import { accountDigest } from '../support/requests/account-digest.ts';
import { make } from '../support/data/make.ts';
import { references, served } from '../support/data/registry.ts';
import { newObject } from '../support/requests/new-object.ts';
import { pluralOf, type SoundRequest, soundRequest } from '../support/requests/sound-request.ts';
import type { Client, Reply } from '../support/service/client.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { idPlacesOf, withId } from './id-places.ts';
import { idParametersOf, withParameter } from './id-parameters.ts';

/** Preparing an object of every kind takes a while on a busy machine. */
const patience = 300_000;

let service: TestService;
let first: Client;
/** What every request must leave as it is. */
let theirs: unknown;
beforeAll(async () => {
  service = await startTestService({}, { resolve });
  ({ first } = service);
  await makeIdsLong();
  for (const operation of operations) for (const plural of pluralsOf(operation)) await foreignId(plural);
  await referToForeign();
  theirs = await accountDigest(service.engine, service.accounts.second);
}, patience);
afterAll(async () => {
  expect(await accountDigest(service.engine, service.accounts.second)).toEqual(theirs);
  await service.stop();
});

/** An id of one digit could not be told from other numbers of an answer. */
async function makeIdsLong(): Promise<void> {
  await service.engine.query(
    `select setval(pg_get_serial_sequence(relname, 'id'), 700000) from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and exists (
      select 1 from pg_attribute a where a.attrelid = pg_class.oid and a.attname = 'id' and a.attidentity <> '')`,
  );
}

const document = await described();
const operations = describedOperations();
const onOne = operations.filter(({ path }) => path.includes('{id}'));
const withQuery = operations.filter((operation) => idParametersOf(operation).length > 0);
const withBody = operations.filter((operation) => operation.request && idPlacesOf(document, operation).length > 0);
const table = (those: readonly Operation[]) => those.map((operation) => [operation.id, operation] as const);

const pluralsOf = (operation: Operation): string[] => [
  ...(operation.path.includes('{id}') ? [pluralOf(operation)] : []),
  ...idParametersOf(operation).map(({ to }) => to),
  ...(operation.request ? idPlacesOf(document, operation).map(({ to }) => to) : []),
];

const keptIds = new Map<string, Promise<{ id: string }>>();

/** An id in the other account; the same one for all requests. */
async function foreignId(plural: string): Promise<string> {
  const kept = keptIds.get(plural) ?? newObject(service.second, plural);
  keptIds.set(plural, kept);
  return (await kept).id;
}

/** Makes records of the other account that refer to its objects, for a filter to find if it looked there. */
async function referToForeign(): Promise<void> {
  const asked = served.flatMap((resource) => references(resource).map((one) => ({ resource, ...one })));
  const made = asked.map(async ({ resource, key, field }) => {
    const id = await foreignId('to' in field ? field.to : '');
    const value = field.kind === 'references' ? [id] : id;
    // A rule may refuse the reference on a new record.
    return await make(service.second, resource.plural, { [key]: value }).catch(() => null);
  });
  expect((await Promise.all(made)).filter((one) => one !== null).length).toBeGreaterThan(asked.length / 2);
}

const deletedIds = new Map<string, Promise<string>>();

/** The id of a deleted object of the own account; the same one for all requests. */
function deletedId(plural: string): Promise<string> {
  const kept = deletedIds.get(plural) ?? newDeleted(plural);
  deletedIds.set(plural, kept);
  return kept;
}

async function newDeleted(plural: string): Promise<string> {
  const { id } = await newObject(first, plural);
  expect((await first.delete(`/${plural}/${id}`)).status).toBe(204);
  return id;
}

/** An id of the same form that no account has. */
const missingLike = (id: string): string => (/^\d+$/.test(id) ? '987654321' : id.replace(/.{6}$/, '000000'));

const send = ({ method, path, body, headers }: SoundRequest): Promise<Reply> => first.send(method, path, body, headers);

/** What a client can tell from an answer, without the id that it has sent and what differs between any two requests. */
function said({ status, text, headers }: Reply, id: string): string {
  const told = ['etag', 'link', 'location', 'x-total-count', 'content-disposition', 'retry-after']
    .map((name) => headers.get(name) ?? '')
    .join('|');
  const steady = text.replace(/"request_id":"[^"]*"/g, '').replace(/"(at|timestamp)":"[^"]*"/g, '');
  return `${status} ${told} ${steady}`.replaceAll(id, '{id}');
}

/** An answer without the path of its request: it names the record to change, whose id may be the same number. */
const withoutPath = (reply: Reply): Reply => ({ ...reply, text: reply.text.replace(/"instance":"[^"]*",/, '') });

/** Expects that no answer tells a record of another account from one that does not exist. */
async function expectSame(plural: string, ask: (id: string) => Promise<Reply>): Promise<Reply> {
  const foreign = await foreignId(plural);
  const missing = missingLike(foreign);
  const none = await ask(missing);
  expect(said(await ask(foreign), foreign)).toBe(said(none, missing));
  return none;
}

/** The operations that find a deleted record. What it was before can come back only when the record is back. */
const afterDeletion: Readonly<Record<string, number>> = { restore: 200, history: 200, revert: 409 };

describe('an id in the path', () => {
  it.each(table(onOne))('of another account is one that does not exist: %s', async (_, operation) => {
    const request = await soundRequest(first, operation);
    const own = /^\/\w+\/([^/.?]+)/.exec(request.path)?.[1] ?? '';
    const ask = (id: string) => send({ ...request, path: request.path.replace(own, id) });
    expect((await expectSame(pluralOf(operation), ask)).status).toBe(404);
    expect(request.statuses).toContain((await ask(own)).status);
  });

  const deletable = onOne.filter((operation) =>
    operations.some(({ method, path }) => method === 'DELETE' && path === `/${pluralOf(operation)}/{id}`),
  );

  it.each(table(deletable))('of a deleted object is 404, or what the reference says: %s', async (_, operation) => {
    const plural = pluralOf(operation);
    const request = await soundRequest(first, operation);
    const { id } = await newObject(first, plural);
    const own = /^\/\w+\/([^/.?]+)/.exec(request.path)?.[1] ?? '';
    expect((await first.delete(`/${plural}/${id}`)).status).toBe(204);
    const { status, text } = await send({ ...request, path: request.path.replace(own, id) });
    expect(status, text).toBe(afterDeletion[operation.path.split('/').at(-1) ?? ''] ?? 404);
  });
});

describe('an id in the query', () => {
  it.each(table(withQuery))('of another account is one that does not exist: %s', async (_, operation) => {
    const shown = operation.method === 'GET' ? await soundRequest(first, operation) : undefined;
    for (const parameter of idParametersOf(operation)) {
      const request = shown ?? (await soundRequest(first, operation));
      await expectSame(parameter.to, (id) => send(withParameter(request, parameter.name, id)));
    }
  });
});

describe('an id in the body', () => {
  it.each(table(withBody))('of another account or of a deleted record does not exist: %s', async (_, operation) => {
    for (const place of idPlacesOf(document, operation)) {
      const request = await soundRequest(first, operation);
      const ask = async (id: string) => withoutPath(await send({ ...request, body: withId(request.body, place, id) }));
      const none = await expectSame(place.to, ask);
      const [deleted, missing] = [await deletedId(place.to), missingLike(await foreignId(place.to))];
      if (!place.mayBeDeleted) expect(said(await ask(deleted), deleted)).toBe(said(none, missing));
    }
  });
});
