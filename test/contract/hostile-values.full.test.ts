import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customFieldTypes } from '../../src/resources/vocabulary/choices.ts';
import { operators } from '../../src/resources/list-fields.ts';
import { Browsing, makePerson, password } from '../support/service/browsing.ts';
import type { Json } from '../support/service/client.ts';
import {
  bodyText,
  hostileHeaders,
  hostileParts,
  hostileValues,
  placed,
  type Place,
  placesOf,
  resolved,
} from '../support/data/hostile.ts';
import { complaints, complaintsOf, send, sendHeader } from '../support/data/hostile-requests.ts';
import { type Fields, leastBody, make, next } from '../support/data/make.ts';
import { served } from '../support/data/registry.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { resolve } from '../support/delivery/webhooks.ts';
import { described } from './described.ts';

const operations = Object.entries((await described()).paths).flatMap(([path, item]) =>
  ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
    const operation = item[method] as Json;
    return operation
      ? [{ id: operation.operationId as string, path, method, isPlain: 'servers' in item, operation }]
      : [];
  }),
);
type Operation = (typeof operations)[number];

let service: TestService;
let document: Json;
beforeAll(async () => {
  service = await startTestService({}, { resolve });
  document = await service.document();
  for (const model of ['project', 'company', 'contact']) await makeCustomFields(model);
});
afterAll(() => service.stop());

const customNames = customFieldTypes.map((type) => `of_${type}`);

async function makeCustomFields(model: string): Promise<void> {
  for (const type of customFieldTypes) {
    const options = type.endsWith('select') ? { options: ['one', 'two'] } : {};
    await make(service.first, 'custom_fields', {
      model,
      name: type,
      api_name: `of_${type}`,
      field_type: type,
      ...options,
    });
  }
}

const pluralOf = ({ path }: Operation): string => path.split('/')[1] ?? '';

const ids = new Map<string, Promise<string>>();

/** Returns the id of an existing record, for paths with an id. */
function idFor(plural: string): Promise<string> {
  const known = ids.get(plural) ?? newId(plural);
  ids.set(plural, known);
  return known;
}

async function newId(plural: string): Promise<string> {
  if (served.some((resource) => resource.plural === plural)) return (await make(service.first, plural)).id;
  if (plural === 'webhook_messages') return (await service.first.get('/webhook_messages')).body.webhook_messages[0].id;
  if (plural === 'imports') {
    const file = 'Project Name,Bid Date\nRiverside,2026-04-01\n';
    return (await service.first.post('/imports?as=projects', file, { 'content-type': 'text/csv' })).body.import.id;
  }
  if (plural === 'sessions') {
    const { email } = await makePerson(service.first);
    return (await new Browsing(service).signIn({ email, password })).id;
  }
  const { body } = await service.first.post(`/${plural}`, leastOthers[plural]);
  return body[plural.slice(0, -1)].id;
}

const leastOthers: Readonly<Record<string, Json>> = {
  webhooks: { webhook: { url: 'https://hooks.example.com/in' } },
  api_tokens: { api_token: { name: 'Nightly', scopes: ['read'] } },
  calendar_feeds: { calendar_feed: { name: 'Bids' } },
  oauth_clients: { oauth_client: { name: 'Nightly', scopes: ['read'] } },
};

const prefix = ({ isPlain }: Operation): string => (isPlain ? '' : '/api/2023-01');

/** Returns the address of an operation, with the required query parameters. */
async function addressOf(operation: Operation, given: Readonly<Record<string, string>> = {}): Promise<string> {
  const id = operation.path.includes('{id}') ? await idFor(pluralOf(operation)) : '';
  const needed = parametersOf(operation).filter((one) => one.in === 'query' && one.required && !(one.name in given));
  const values = { ...Object.fromEntries(await Promise.all(needed.map(valueFor))), ...given };
  const query = Object.entries(values).map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  return `${prefix(operation)}${operation.path.replace('{id}', id)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const valueFor = async ({ name, schema }: Json): Promise<[string, string]> => [
  name,
  name === 'project_id' ? await idFor('projects') : (resolved(document, schema).enum?.[0] ?? 'granite'),
];

const parametersOf = ({ operation }: Operation): Json[] =>
  (operation.parameters ?? []).map((parameter: Json) => resolved(document, parameter));

/** Returns the query parameters to test: those of the document, and those that a client builds from a pattern. */
function queryNames(operation: Operation): string[] {
  const names = parametersOf(operation).flatMap((one) => (one.in === 'query' ? [one.name as string] : []));
  const fields = names.filter((name) => !name.includes('['));
  return [
    ...names,
    ...(names.includes('filters') ? fields.flatMap((field) => [`filters[${field}]`, `filters[${field}][gt]`]) : []),
    ...(names.includes('custom_fields') ? customNames.flatMap(customConditions) : []),
    ...['a\u0000b', 'custom_fields[a\u0000b]', 'a\u0000b[eq]'],
  ];
}

const customConditions = (name: string): string[] => [
  `custom_fields[${name}]`,
  `filters[custom_fields][${name}]`,
  ...operators.map((operator) => `custom_fields[${name}][${operator}]`),
];

/** The service refuses invalid text before it parses an operator, so one hostile value is enough for an operator. */
const partsFor = (name: string): readonly string[] =>
  name.includes('[') ? hostileParts.filter((part) => /^9+$/.test(part)).slice(0, 1) : hostileParts;

const schemaOf = ({ operation }: Operation): Json =>
  operation.requestBody?.content['application/json']?.schema ??
  Object.values<Json>(operation.requestBody.content)[0].schema;

/** Returns a valid body, into which a test puts one hostile value. */
async function soundBody(operation: Operation): Promise<Json> {
  const plural = pluralOf(operation);
  const resource = served.find((one) => one.plural === plural);
  if (operation.method !== 'post') return {};
  const fixed = fixedBodies.find(([end]) => end.test(operation.path));
  if (fixed) return fixed[1];
  if (!resource || operation.path.includes('{id}')) return leastOthers[plural] ?? {};
  const known = leastBodies.get(plural) ?? leastBody(service.first, resource);
  leastBodies.set(plural, known);
  const least = withNewNames(await known);
  return operation.path.endsWith('/bulk') ? { [plural]: [least] } : { [resource.singular]: least };
}

const fixedBodies: readonly (readonly [end: RegExp, body: Json])[] = [
  [/\/replay$/, { since: '2026-01-01T00:00:00Z' }],
  [/\/bulk\/revert$/, { reversions: [{ id: '987654321', version: 1 }] }],
  [/\/revert$/, { revert: { version: 1 } }],
  [/\/bulk\/(delete|restore)$/, { ids: ['987654321'] }],
];

const leastBodies = new Map<string, Promise<Fields>>();

/** Gives the unique fields a new value in each request. */
const withNewNames = (least: Fields): Fields => ({
  ...least,
  ...('name' in least ? { name: `Hostile ${next()}` } : {}),
  ...('email' in least ? { email: `hostile.${next()}@example.com` } : {}),
});

function hostilePlaces(operation: Operation): (readonly Place[])[] {
  const groups = placesOf(document, schemaOf(operation));
  const custom = groups.flatMap(([place]) => (place?.at(-2) === 'custom_fields' ? [place.slice(0, -1)] : []));
  return [...groups, ...custom.flatMap((place) => ['a\u0000b', ...customNames].map((name) => [[...place, name]]))];
}

const table = (those: readonly Operation[]) => those.map((one) => [one.id, one] as const);

describe('NUL, a lone surrogate and three hundred digits', () => {
  it.each(table(operations.filter(({ path }) => path.includes('{id}'))))(
    'match no record in the path of %s',
    async (_, operation) => {
      const asks = hostileParts.map((part) => async () => {
        const address = `${prefix(operation)}${operation.path.replace('{id}', part)}`;
        const answered = await send(service.url, { method: operation.method, address });
        return complaints(`${operation.method} ${address}`, answered, [400, 404, 422]);
      });
      expect(await complaintsOf(asks)).toEqual([]);
    },
  );

  it.each(table(operations.filter(({ operation }) => operation.parameters?.length > 0)))(
    'cause no server error in the query of %s',
    async (_, operation) => {
      const asks = queryNames(operation).flatMap((name) =>
        partsFor(name).map((part) => async () => {
          const address = await addressOf(operation, { [name]: part });
          return complaints(
            `${operation.method} ${address}`,
            await send(service.url, { method: operation.method, address }),
            [400, 404, 422],
          );
        }),
      );
      expect(await complaintsOf(asks)).toEqual([]);
    },
  );

  it.each(table(operations.filter(({ operation }) => operation.parameters?.length > 0)))(
    'cause no server error in the headers of %s',
    async (_, operation) => {
      const names = parametersOf(operation).flatMap((one) => (one.in === 'header' ? [one.name as string] : []));
      const asks = names.flatMap((name) =>
        hostileHeaders.map((value) => async () => {
          const address = await addressOf(operation);
          return complaints(
            `${name}: ${value}`,
            await sendHeader(service.url, { method: operation.method, address, headers: { [name]: value } }),
          );
        }),
      );
      expect(await complaintsOf(asks)).toEqual([]);
    },
  );

  it.each(table(operations.filter(({ operation }) => operation.requestBody)))(
    'cause no server error in the body of %s',
    async (_, operation) => {
      const asks = hostilePlaces(operation).flatMap((places) =>
        hostileValues.map(([kind, value]) => async () => {
          const body = bodyText(places.reduce((made, place) => placed(made, place, value), await soundBody(operation)));
          const headers = { 'idempotency-key': `hostile ${next()}` };
          const answered = await send(service.url, {
            method: operation.method,
            address: await addressOf(operation),
            body,
            headers,
          });
          return complaints(`${kind} at ${places.map((place) => place.join('/')).join()}`, answered);
        }),
      );
      expect(await complaintsOf(asks)).toEqual([]);
    },
  );
});
