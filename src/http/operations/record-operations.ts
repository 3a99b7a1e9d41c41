import { change } from '../../records/changing/change.ts';
import { ignoredInput } from '../../domain/input.ts';
import { givenValues } from '../../domain/references.ts';
import { readOne, type RecordQuery } from '../../records/reading/read.ts';
import { deleteReplacing, isReplaceable } from '../../records/operations/replacement.ts';
import { recordAsked } from '../../records/reading/list-request.ts';
import type { Action, Item } from '../../records/changing/change-set.ts';
import { oneOf, words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { users } from '../../resources/users.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { readName, sparseName } from '../../schema/read-schemas.ts';
import { schemaName, schemaReference, wrapped } from '../../schema/record-schemas.ts';
import type { OperationDependencies, Operation, OperationRequest, QueryParameter } from '../contract/operation.ts';
import { listOperation } from './listing.ts';
import { asOfParameters, shapeParameters } from './list-parameters.ts';
import { recordAnswer } from './record-answer.ts';
import { asOfHeaders, noContent, shownAnswer } from '../contract/answer.ts';
import { answerChange } from '../request/answer-change.ts';

/** The common parts of every operation of a resource. */
const ofResource = (resource: Resource) => ({
  tag: resource.plural,
  query: [],
});

const answered = (resource: Resource): JsonSchema =>
  wrapped(resource.singular, schemaReference(schemaName(resource.singular)));

const asked = (resource: Resource, action: 'Create' | 'Update'): JsonSchema =>
  wrapped(resource.singular, schemaReference(`${schemaName(resource.singular)}${action}`));

/** Only admins can change an admin-only resource; every user can read it. */
export const writing = (resource: Resource) =>
  resource.adminOnly ? ({ scope: 'admin', adminOnly: true } as const) : ({ scope: 'write' } as const);

/** The body of one record, validated by its schema. */
export function itemOf(
  dependencies: OperationDependencies,
  resource: Resource,
  action: 'create' | 'update',
  request: OperationRequest,
): Item {
  const { fields, problems, sent } = dependencies.validator.judge(resource, action, request.body);
  return {
    pointer: `/${resource.singular}`,
    id: request.path['id'] ?? null,
    ...givenValues(resource, action, fields),
    problems,
    sent,
    ignored: ignoredInput(resource, action, fields),
    versions: request.versions,
    externalId: request.externalId,
  };
}

/** The record in the path, without values from a body. */
export const bodiless = (resource: Resource, request: OperationRequest): Item => ({
  pointer: `/${resource.singular}`,
  id: request.path['id'] ?? null,
  input: {},
  problems: [],
  versions: request.versions,
  externalId: request.externalId,
});

/** Applies a request's change to one record. */
function changeOne(
  resource: Resource,
  request: OperationRequest,
  { action, item, changing = change }: { action: Action; item: Item; changing?: typeof change },
) {
  const codec = action === 'delete' ? noContent : recordAnswer(resource, action === 'create' ? 201 : 200);
  return answerChange(request, codec, (context) => changing(context, { resource, action, item }));
}

/** Shows one record: the one in the path, unless `wantedOf` returns another. */
export const showOperation = (
  resource: Resource,
  wantedOf: (request: OperationRequest) => RecordQuery = ({ path }) => ({ id: path['id'] ?? '' }),
): Operation => ({
  ...ofResource(resource),
  id: `show${schemaName(resource.singular)}`,
  method: 'GET',
  path: `/${resource.plural}/{id}`,
  summary: `Show ${oneOf(resource)}`,
  explanation: 'A deleted record is 404.',
  scope: 'read',
  status: 200,
  query: [...shapeParameters(resource), ...asOfParameters(resource)],
  judgeQuery: (query, directory, now) => {
    const { shape, asOf, problems } = recordAsked(resource, query, directory, now);
    const handle = async (request: OperationRequest) => {
      const record = await readOne(request.context, { resource, ...shape, asOf }, wantedOf(request));
      const answer = shownAnswer(resource.singular, record);
      return { ...answer, headers: { ...answer.headers, ...asOfHeaders(asOf, request.context.at) } };
    };
    return { problems, handle };
  },
  response: wrapped(resource.singular, schemaReference(readName(resource.singular))),
  sparse: schemaReference(sparseName(resource.singular)),
});

/** Creates a record. @param changing the change function, if the resource has its own. */
export const createOperation = (
  dependencies: OperationDependencies,
  resource: Resource,
  changing: (request: OperationRequest) => typeof change = () => change,
): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `create${schemaName(resource.singular)}`,
  method: 'POST',
  path: `/${resource.plural}`,
  summary: `Create ${oneOf(resource)}`,
  explanation: 'If the request has any problem, the service creates nothing, and the answer lists all problems.',
  request: asked(resource, 'Create'),
  status: 201,
  response: answered(resource),
  handle: async (request) => {
    const item = itemOf(dependencies, resource, 'create', request);
    return await changeOne(resource, request, { action: 'create', item, changing: changing(request) });
  },
});

/** Updates a record by JSON Merge Patch (RFC 7396). */
export const updateOperation = (
  dependencies: OperationDependencies,
  resource: Resource,
  changing: (request: OperationRequest) => typeof change = () => change,
): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `update${schemaName(resource.singular)}`,
  method: 'PATCH',
  path: `/${resource.plural}/{id}`,
  summary: `Change ${oneOf(resource)}`,
  explanation: 'The service ignores a value that equals the stored one, so you can send back a record that you read.',
  request: asked(resource, 'Update'),
  status: 200,
  response: answered(resource),
  handle: async (request) => {
    const item = itemOf(dependencies, resource, 'update', request);
    return await changeOne(resource, request, { action: 'update', item, changing: changing(request) });
  },
});

/** Deletes a record, or replaces a list entry. */
export const deleteOperation = (resource: Resource): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `delete${schemaName(resource.singular)}`,
  method: 'DELETE',
  path: `/${resource.plural}/{id}`,
  summary: `Delete ${oneOf(resource)}`,
  explanation: deletion(resource),
  query: isReplaceable(resource) ? [replaceWith(resource)] : [],
  status: 204,
  handle: (request) => {
    const item = bodiless(resource, request);
    const { replace_with: other } = request.query;
    if (other === undefined) return changeOne(resource, request, { action: 'delete', item });
    const replacing = { resource, item, replaceWith: other };
    return answerChange(request, noContent, (context) => deleteReplacing(context, replacing));
  },
});

/** The effect of a deletion. */
const deletion = (resource: Resource): string =>
  `The ${words(resource)} is 404 from then on, and lists leave it out. You can restore it.${
    isReplaceable(resource) ? ' While other records use it, you can delete it only with `replace_with`.' : ''
  }`;

const replaceWith = (resource: Resource): QueryParameter => ({
  name: 'replace_with',
  schema: { type: 'string', maxLength: 255 },
  description: `The id of another ${words(resource)}. The service first moves every record that uses this one to it.`,
});

/** Restores a record. @param changing the change function, if the resource has its own. */
export const restoreOperation = (resource: Resource, changing = change): Operation => ({
  ...ofResource(resource),
  ...writing(resource),
  id: `restore${schemaName(resource.singular)}`,
  method: 'POST',
  path: `/${resource.plural}/{id}/restore`,
  summary: `Restore a deleted ${words(resource)}`,
  explanation: restoration(resource),
  status: 200,
  response: answered(resource),
  handle: (request) => changeOne(resource, request, { action: 'restore', item: bodiless(resource, request), changing }),
});

/** The effect of a restoration. */
const restoration = (resource: Resource): string =>
  `Answers 409 if the record is not deleted, or if another record has taken one of its unique values since.${
    resource.plural === users.plural
      ? ' A token that may not set the password of the user removes it; the user then needs a link.'
      : ''
  }`;

/** List, create, show, update, delete and restore. */
export const recordOperations = (dependencies: OperationDependencies, resource: Resource): Operation[] => [
  listOperation(resource),
  createOperation(dependencies, resource),
  showOperation(resource),
  updateOperation(dependencies, resource),
  deleteOperation(resource),
  restoreOperation(resource),
];
