import type { Answer } from '../records/call.ts';
import { change } from '../records/change.ts';
import { givenValues } from '../records/given.ts';
import { askedOf, type ListRequest } from '../records/list-request.ts';
import { readList, readOne, type Wanted } from '../records/read.ts';
import { deleteReplacing, isReplaceable } from '../records/replacement.ts';
import { searchList, searchProblems } from '../records/search.ts';
import { shapeAsked } from '../records/shape-request.ts';
import { entityTag } from '../records/shown.ts';
import type { Action, Item, Outcome } from '../records/work.ts';
import type { Resource } from '../resources/resource.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { readName } from '../schema/read-schemas.ts';
import { schemaName, schemaReference, wrapped } from '../schema/record-schemas.ts';
import type { Ground } from './ground.ts';
import { listAnswer, wishOf } from './listing.ts';
import { listParameters, shapeParameters } from './list-parameters.ts';
import type { Operation, OperationRequest, QueryParameter } from './operation.ts';
import { prefersCount } from './prefer.ts';
import { apiPrefix } from './versions.ts';

const words = ({ singular }: Resource): string => singular.replaceAll('_', ' ');

/** A record of a resource with its article: `an industry`. */
export const oneOf = (resource: Resource): string =>
  `${/^[aeio]/.test(resource.singular) ? 'an' : 'a'} ${words(resource)}`;

/** What is the same in every operation of a resource. */
const ofResource = (resource: Resource) => ({
  tag: resource.plural,
  query: [],
});

const answered = (resource: Resource): JsonSchema =>
  wrapped(resource.singular, schemaReference(schemaName(resource.singular)));

const asked = (resource: Resource, action: 'Create' | 'Update'): JsonSchema =>
  wrapped(resource.singular, schemaReference(`${schemaName(resource.singular)}${action}`));

/** Writing an admin's list takes an admin; anyone may read it. */
const writing = (resource: Resource) =>
  resource.adminOnly ? ({ scope: 'admin', adminOnly: true } as const) : ({ scope: 'write' } as const);

/** The answer with one record, and where it is to be found. */
export function recordAnswer(resource: Resource, status: 200 | 201) {
  return ([outcome]: readonly Outcome[]) => ({
    status,
    body: `{"${resource.singular}":${outcome?.json ?? 'null'}}`,
    headers: {
      ...(outcome ? { ETag: entityTag(outcome.row) } : {}),
      ...(outcome && status === 201 ? { Location: `${apiPrefix}/${resource.plural}/${outcome.row.id}` } : {}),
    },
  });
}

/** A body of one record, judged by its schema. */
export function itemOf(
  ground: Ground,
  resource: Resource,
  action: 'create' | 'update',
  request: OperationRequest,
): Item {
  const { fields, problems } = ground.validator.judge(resource, action, request.body);
  return {
    pointer: `/${resource.singular}`,
    id: request.path['id'] ?? null,
    given: givenValues(resource, action, fields),
    problems,
    ifMatch: request.ifMatch,
  };
}

/** The record of the path, about which the body says nothing. */
export const bodiless = (resource: Resource, request: OperationRequest): Item => ({
  pointer: `/${resource.singular}`,
  id: request.path['id'] ?? null,
  given: {},
  problems: [],
  ifMatch: request.ifMatch,
});

/** Changes one record as a request asks. */
function changeOne(
  { store }: Ground,
  resource: Resource,
  request: OperationRequest,
  { action, item }: { action: Action; item: Item },
) {
  const answer =
    action === 'delete' ? () => ({ status: 204 }) : recordAnswer(resource, action === 'create' ? 201 : 200);
  return change(store, request.call, { resource, action, items: [item], answer });
}

const listOperation = (ground: Ground, resource: Resource): Operation => ({
  ...ofResource(resource),
  id: `list${schemaName(resource.plural)}`,
  method: 'GET',
  path: `/${resource.plural}`,
  summary: `List ${resource.plural.replaceAll('_', ' ')}`,
  scope: 'read',
  query: listParameters(resource),
  judgeQuery: (query, directory) => {
    const { asked, problems } = askedOf(resource, query, directory);
    const wish = { ...wishOf({ query }), ...asked };
    const { q } = query;
    return {
      // That nothing at all is looked for is said of the parameter by itself.
      problems: [...problems, ...(q ? searchProblems({ ...wish, q }) : [])],
      handle: (request) => answerList(ground, resource, request, { ...wish, q }),
    };
  },
  status: 200,
  response: wrapped(resource.plural, { type: 'array', items: schemaReference(readName(resource.singular)) }),
});

async function answerList(
  { store, publicUrl }: Ground,
  resource: Resource,
  request: OperationRequest,
  { q, ...wish }: ListRequest & { readonly q: string | undefined },
): Promise<Answer> {
  const asked = { ...wish, countsExactly: prefersCount(request.prefer) };
  const page =
    q === undefined
      ? await readList(store, request.call, resource, asked)
      : await searchList(store, request.call, resource, { ...asked, q });
  return listAnswer(resource.plural, page, request, publicUrl());
}

/** Shows one record: that of the path, unless `wantedOf` names another. */
export const showOperation = (
  ground: Ground,
  resource: Resource,
  wantedOf: (request: OperationRequest) => Wanted = ({ path }) => ({ id: path['id'] ?? '' }),
): Operation => ({
  ...ofResource(resource),
  id: `show${schemaName(resource.singular)}`,
  method: 'GET',
  path: `/${resource.plural}/{id}`,
  summary: `Show ${oneOf(resource)}`,
  scope: 'read',
  status: 200,
  query: shapeParameters(resource),
  judgeQuery: (query) => {
    const { shape, problems } = shapeAsked(resource, query);
    const handle = (request: OperationRequest) =>
      readOne(ground.store, request.call, { resource, ...shape }, wantedOf(request));
    return { problems, handle };
  },
  response: wrapped(resource.singular, schemaReference(readName(resource.singular))),
});

/** Makes a record; `prepare` may add to what the body says. */
export const createOperation = (
  ground: Ground,
  resource: Resource,
  prepare: (item: Item, request: OperationRequest) => Promise<Item> = async (item) => item,
): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `create${schemaName(resource.singular)}`,
  method: 'POST',
  path: `/${resource.plural}`,
  summary: `Create ${oneOf(resource)}`,
  request: asked(resource, 'Create'),
  status: 201,
  response: answered(resource),
  handle: async (request) => {
    const item = await prepare(itemOf(ground, resource, 'create', request), request);
    return await changeOne(ground, resource, request, { action: 'create', item });
  },
});

/** Changes a record by JSON Merge Patch (RFC 7396). */
export const updateOperation = (
  ground: Ground,
  resource: Resource,
  prepare: (item: Item, request: OperationRequest) => Promise<Item> = async (item) => item,
): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `update${schemaName(resource.singular)}`,
  method: 'PATCH',
  path: `/${resource.plural}/{id}`,
  summary: `Change ${oneOf(resource)}`,
  request: asked(resource, 'Update'),
  status: 200,
  response: answered(resource),
  handle: async (request) => {
    const item = await prepare(itemOf(ground, resource, 'update', request), request);
    return await changeOne(ground, resource, request, { action: 'update', item });
  },
});

const deleteOperation = (ground: Ground, resource: Resource): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `delete${schemaName(resource.singular)}`,
  method: 'DELETE',
  path: `/${resource.plural}/{id}`,
  summary: `Delete ${oneOf(resource)}`,
  query: isReplaceable(resource) ? [replaceWith(resource)] : [],
  status: 204,
  handle: (request) => {
    const item = bodiless(resource, request);
    const { replace_with: other } = request.query;
    if (other === undefined) return changeOne(ground, resource, request, { action: 'delete', item });
    return deleteReplacing(ground.store, request.call, { resource, item, replaceWith: other });
  },
});

const replaceWith = (resource: Resource): QueryParameter => ({
  name: 'replace_with',
  schema: { type: 'string', maxLength: 255 },
  description: `The id of another ${words(resource)}: every record that uses this one is moved to it first.`,
});

const restoreOperation = (ground: Ground, resource: Resource): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `restore${schemaName(resource.singular)}`,
  method: 'POST',
  path: `/${resource.plural}/{id}/restore`,
  summary: `Restore a deleted ${words(resource)}`,
  status: 200,
  response: answered(resource),
  handle: (request) => changeOne(ground, resource, request, { action: 'restore', item: bodiless(resource, request) }),
});

/** List, create, show, change, delete and restore. */
export const recordOperations = (ground: Ground, resource: Resource): Operation[] => [
  listOperation(ground, resource),
  createOperation(ground, resource),
  showOperation(ground, resource),
  updateOperation(ground, resource),
  deleteOperation(ground, resource),
  restoreOperation(ground, resource),
];
