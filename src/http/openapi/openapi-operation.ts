import { words } from '../../resources/in-words.ts';
import { resources } from '../../resources/index.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { readName } from '../../schema/read-schemas.ts';
import { schemaName, schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { managedRecords } from '../../schema/managed-schemas.ts';
import { answerExamples, parameterExample, requestExamples } from './openapi-examples.ts';
import { ignoredHeader } from '../contract/answer.ts';
import { countsOnRequest } from '../contract/preference.ts';
import { isConditional } from '../contract/conditions.ts';
import { headerReference } from './openapi-headers.ts';
import { parameterReference, queryParameter } from './openapi-parameters.ts';
import { problemReference } from './openapi-problems.ts';
import type { Operation, QueryParameter } from '../contract/operation.ts';

/** An operation in the document. */
export const operationObject = (operation: Operation): JsonSchema => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: [operation.explanation ?? [], permission(operation)].flat().join(' '),
  'x-required-scope': operation.scope,
  ...(operation.adminOnly ? { 'x-required-role': 'admin' } : {}),
  parameters: parameters(operation),
  ...(operation.request ? { requestBody: requestBody(operation, operation.request) } : {}),
  ...(operation.upload ? { requestBody: fileBody(operation.id, operation.upload) } : {}),
  responses: {
    [operation.status]: success(operation),
    ...(operation.mayCreate ? { 201: success({ ...operation, status: 201 }) } : {}),
    ...(operation.takesRange ? { 206: success(operation, 'The part of the file.') } : {}),
    ...(operation.revalidates ? { 304: notModified(operation) } : {}),
    ...Object.fromEntries(refusalsOf(operation).map((status) => [status, problemReference(status)])),
  },
});

function permission({ scope, adminOnly, ofOneself, method }: Operation): string {
  if (ofOneself) {
    if (ofOneself === 'only') return `A token needs the scope \`${scope}\`; a session may do it in any role.`;
    const others = 'For those of other users, the token needs the scope `admin`, and its user the role `admin`.';
    return `For your own, the token needs the scope \`${scope}\`. ${others}`;
  }
  if (adminOnly) return `The token needs the scope \`${scope}\`, and its user the role \`admin\`.`;
  const role = method === 'GET' ? '' : ', and its user a role other than `viewer`';
  return `The token needs the scope \`${scope}\`${role}.`;
}

/** Whether the service reads a body. It does so for every method except GET, even if the operation takes none. */
const changes = ({ method }: Operation): boolean => method !== 'GET';

const parameters = (operation: Operation): JsonSchema[] => [
  ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, operation)),
  ...operation.query
    .filter(({ undescribed }) => !undescribed)
    .map((parameter) => describedQuery(operation.id, parameter)),
  ...(countsOnRequest(operation) ? [parameterReference('Prefer')] : []),
  ...(operation.streams ? [parameterReference('LastEventId')] : []),
  ...(changes(operation) ? [parameterReference('IdempotencyKey')] : []),
  ...(isConditional(operation) ? [parameterReference('IfMatch')] : []),
  ...(operation.revalidates ? [parameterReference('IfNoneMatch')] : []),
  ...(operation.mayCreate ? [parameterReference('IfNoneMatchAny')] : []),
  ...(operation.takesRange ? [parameterReference('Range'), parameterReference('IfRange')] : []),
  parameterReference('ActingUser'),
];

const pathParameter = (name: string, operation: Operation): JsonSchema => {
  const { id, pathChoice } = operation;
  return {
    name,
    in: 'path',
    description: pathChoice?.name === name ? pathChoice.description : inPath(name, operation),
    required: true,
    schema: { type: 'string', ...(pathChoice?.name === name ? { enum: pathChoice.values } : {}) },
    ...parameterExample(id, 'path', name),
  };
};

function inPath(name: string, { path, mayCreate, takesExternalIds }: Operation): string {
  const record = namedInPath(path);
  if (mayCreate) return `\`external_id:\` and the external id of the ${record}, such as \`external_id:ERP-1\`.`;
  return `The ${name} of the ${record}${takesExternalIds ? ', or `external_id:` and its external id' : ''}.`;
}

/** `/task_lists/{id}/history` → `task list`. */
function namedInPath(path: string): string {
  const plural = path.split('/')[1] ?? '';
  const singular = resources.find((resource) => resource.plural === plural)?.singular ?? plural.replace(/s$/, '');
  return words({ singular });
}

/** Only a required parameter has an example. */
const describedQuery = (id: string, parameter: QueryParameter): JsonSchema => ({
  ...queryParameter(parameter),
  ...(parameter.required ? parameterExample(id, 'query', parameter.name) : {}),
});

const requestBody = ({ id, method, isRequestOptional }: Operation, schema: JsonSchema): JsonSchema => ({
  required: !isRequestOptional,
  description:
    method === 'PATCH' || method === 'PUT'
      ? 'JSON Merge Patch (RFC 7396): an absent field keeps its value, and `null` clears it. `""` means `null`.'
      : '`""` means `null`.',
  content: Object.fromEntries(
    (method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json']).map((type) => [
      type,
      { schema, ...requestExamples(id) },
    ]),
  ),
});

/** The examples of a file body have the names of these forms. */
const forms: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/x-ndjson': 'ndjson',
  'multipart/form-data': 'form',
};

const fileBody = (id: string, types: readonly string[]): JsonSchema => ({
  required: true,
  description: 'The file.',
  content: Object.fromEntries(
    types.map((type) => {
      const form = forms[type];
      return [
        type,
        form === undefined ? { schema: bytes(type) } : { schema: schemaOfForm(form), ...requestExamples(id, form) },
      ];
    }),
  ),
});

const bytes = (type: string): JsonSchema => ({ type: 'string', contentMediaType: type });

const schemaOfForm = (form: string): JsonSchema =>
  form === 'form'
    ? {
        type: 'object',
        properties: { file: { ...bytes('application/octet-stream'), description: 'The file.' } },
        required: ['file'],
      }
    : { type: 'string' };

const headersOf = (operation: Operation): JsonSchema =>
  Object.fromEntries(successHeaders(operation).map((name) => [name, headerReference(name)]));

const notModified = (operation: Operation): JsonSchema => ({
  description: '`If-None-Match` names the current version; the answer has no body.',
  headers: headersOf(operation),
});

function success(operation: Operation, description = 'Success.'): JsonSchema {
  const { id, files, response } = operation;
  const contents = files ? fileContents(id, files) : response && content(operation, response);
  return {
    description: contents ? description : 'Success; the answer has no body.',
    headers: headersOf(operation),
    ...(contents ? { content: contents } : {}),
  };
}

const fileContents = (id: string, files: NonNullable<Operation['files']>): JsonSchema =>
  Object.fromEntries(
    Object.entries(files).map(([format, { mediaType, schema }]) => [
      mediaType,
      { schema, ...answerExamples(id, format) },
    ]),
  );

/** OpenAPI 3.1 cannot describe a stream of events, so the schema describes the data of one event. */
const content = ({ id, streams, sparse }: Operation, schema: JsonSchema): JsonSchema =>
  streams
    ? { 'text/event-stream': { schema: { type: 'string' }, 'x-event-data': schema, ...answerExamples(id) } }
    : { 'application/json': { schema: sparse ? inEitherForm(schema, sparse) : schema, ...answerExamples(id) } };

/** A schema cannot depend on the query, so each record of the answer is whole or sparse. */
function inEitherForm(schema: JsonSchema, sparse: JsonSchema): JsonSchema {
  if ('$ref' in schema)
    return { anyOf: [schema, sparse], description: 'Sparse with `fields` in the query, else whole.' };
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  if (items) return { ...schema, items: inEitherForm(items, sparse) };
  const either = Object.entries(properties ?? {}).map(([key, one]) => [key, inEitherForm(one, sparse)]);
  return { ...schema, properties: Object.fromEntries(either) };
}

const successHeaders = (operation: Operation): string[] => [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Plumbline-Directory-Version',
  ...fileHeaders(operation),
  ...(answersRecord(operation) || operation.revalidates ? ['ETag'] : []),
  ...(operation.status === 201 && !operation.unaddressed ? ['Location'] : []),
  ...(recordRequests.has(JSON.stringify(operation.request)) ? [ignoredHeader] : []),
  ...(takes(operation, 'per_page') ? ['Link'] : []),
  ...instantHeaders(operation),
  ...(countsOnRequest(operation) ? ['X-Total-Count', 'Preference-Applied'] : []),
  ...(changes(operation) ? ['Idempotent-Replayed'] : []),
];

const fileHeaders = ({ files, takesRange }: Operation): string[] => [
  ...(files ? ['Content-Disposition'] : []),
  ...(takesRange ? ['Accept-Ranges', 'Content-Range'] : []),
];

const takes = ({ query }: Operation, parameter: string): boolean => query.some(({ name }) => name === parameter);

/** A report says its instants in its body. */
const instantHeaders = (operation: Operation): string[] =>
  takes(operation, 'as_of') && operation.tag !== 'reports' ? ['Plumbline-As-Of', 'Plumbline-Names-As-Of'] : [];

/** The requests with the values of one record. */
const recordRequests: ReadonlySet<string | undefined> = new Set(
  resources
    .flatMap(({ singular }) => ['Create', 'Update'].map((action) => [singular, `${schemaName(singular)}${action}`]))
    .concat([['user', 'MeUpdate']])
    .map(([singular = '', name = '']) => JSON.stringify(wrapped(singular, schemaReference(name)))),
);

const recordReferences = new Set(
  [
    ...resources.flatMap(({ singular }) => [schemaName(singular), readName(singular)]),
    ...managedRecords,
    ...['Account', 'AccountRead', 'Preferences'],
  ].map((name) => JSON.stringify(schemaReference(name))),
);

/** Whether the response is one record under its key, not a list. */
function answersRecord({ response }: Operation): boolean {
  const properties = Object.values((response?.['properties'] ?? {}) as Record<string, JsonSchema>);
  return properties.some((schema) => recordReferences.has(JSON.stringify(schema)));
}

const namesRecord = ({ path, query }: Operation): boolean =>
  path.includes('{') || query.some((parameter) => parameter.namesRecord);

/** The error statuses of an operation, from the HTTP layer and the records. */
function refusalsOf(operation: Operation): number[] {
  return [
    ...[400, 401, 403],
    ...(namesRecord(operation) ? [404] : []),
    408,
    ...(changes(operation) ? [409] : []),
    ...(isConditional(operation) ? [412] : []),
    ...(changes(operation) ? [413, 415, 422] : []),
    ...(operation.takesRange ? [416] : []),
    ...[429, 431, 500, 503],
  ];
}
