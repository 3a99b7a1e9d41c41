import { resources } from '../resources/index.ts';
import { accessRecords } from '../schema/access-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { readName } from '../schema/read-schemas.ts';
import { schemaName, schemaReference } from '../schema/record-schemas.ts';
import { webhookRecords } from '../schema/webhook-schemas.ts';
import { requestExamples } from './openapi-examples.ts';
import { countsOnRequest } from './prefer.ts';
import { isConditional } from './if-match.ts';
import { headerReference } from './openapi-headers.ts';
import { parameterReference, queryParameter } from './openapi-parameters.ts';
import { problemReference } from './openapi-problems.ts';
import type { Operation } from './operation.ts';

/** An operation as the document describes it. */
export const operationObject = (operation: Operation): JsonSchema => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: [`${operation.summary}.`, operation.explanation ?? [], permission(operation)].flat().join(' '),
  'x-required-scope': operation.scope,
  ...(operation.adminOnly ? { 'x-required-role': 'admin' } : {}),
  parameters: parameters(operation),
  ...(operation.request ? { requestBody: requestBody(operation, operation.request) } : {}),
  responses: {
    [operation.status]: success(operation),
    ...Object.fromEntries(refusalsOf(operation).map((status) => [status, problemReference(status)])),
  },
});

function permission({ scope, adminOnly, ofOneself, method }: Operation): string {
  if (ofOneself) {
    const others = "For other people's it needs the scope `admin`, its user the role `admin`.";
    return `For one's own the token needs the scope \`${scope}\`. ${others}`;
  }
  if (adminOnly) return `The token needs the scope \`${scope}\`, its user the role \`admin\`.`;
  const role = method === 'GET' ? '' : ', its user a role other than `viewer`';
  return `The token needs the scope \`${scope}\`${role}.`;
}

/** A body is read of these, even where none is wanted. */
const changes = ({ method }: Operation): boolean => method !== 'GET';

const parameters = (operation: Operation): JsonSchema[] => [
  ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name)),
  ...operation.query.map(queryParameter),
  ...(countsOnRequest(operation) ? [parameterReference('Prefer')] : []),
  ...(operation.streams ? [parameterReference('LastEventId')] : []),
  ...(changes(operation) ? [parameterReference('IdempotencyKey')] : []),
  ...(isConditional(operation) ? [parameterReference('IfMatch')] : []),
  parameterReference('ActingUser'),
];

const pathParameter = (name: string): JsonSchema => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const requestBody = ({ id, method, isRequestOptional }: Operation, schema: JsonSchema): JsonSchema => ({
  required: !isRequestOptional,
  description:
    method === 'PATCH'
      ? 'JSON Merge Patch (RFC 7396): what is absent stays, `null` clears. Empty text counts as `null`.'
      : 'Empty text counts as `null`.',
  content: { 'application/json': { schema, ...(requestExamples[id] ? { examples: requestExamples[id] } : {}) } },
});

function success(operation: Operation): JsonSchema {
  const headers = successHeaders(operation).map((name) => [name, headerReference(name)] as const);
  return {
    description: operation.response ? 'As asked.' : 'Done; there is nothing to say.',
    headers: Object.fromEntries(headers),
    ...(operation.response ? { content: content(operation, operation.response) } : {}),
  };
}

/** OpenAPI 3.1 has no words for a stream of events: the schema is that of the data of one. */
const content = ({ streams }: Operation, schema: JsonSchema): JsonSchema =>
  streams
    ? { 'text/event-stream': { schema: { type: 'string' }, 'x-event-data': schema } }
    : { 'application/json': { schema } };

const successHeaders = (operation: Operation): string[] => [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  ...(answersRecord(operation) ? ['ETag'] : []),
  ...(operation.status === 201 ? ['Location'] : []),
  ...(operation.query.some(({ name }) => name === 'per_page') ? ['Link'] : []),
  ...(countsOnRequest(operation) ? ['X-Total-Count', 'Preference-Applied'] : []),
  ...(changes(operation) ? ['Idempotent-Replayed'] : []),
];

const recordReferences = new Set(
  [
    ...resources.flatMap(({ singular }) => [schemaName(singular), readName(singular)]),
    ...accessRecords,
    ...webhookRecords,
  ].map((name) => JSON.stringify(schemaReference(name))),
);

/** One record of a resource under its one key, not a list of them. */
function answersRecord({ response }: Operation): boolean {
  const properties = Object.values((response?.['properties'] ?? {}) as Record<string, JsonSchema>);
  return properties.some((schema) => recordReferences.has(JSON.stringify(schema)));
}

const namesRecord = ({ path, query }: Operation): boolean =>
  path.includes('{') || query.some((parameter) => parameter.namesRecord);

/** The statuses with which the edge and the records may refuse it. */
function refusalsOf(operation: Operation): number[] {
  return [
    ...[400, 401, 403],
    ...(namesRecord(operation) ? [404] : []),
    408,
    ...(changes(operation) ? [409] : []),
    ...(isConditional(operation) ? [412] : []),
    ...(changes(operation) ? [413, 415, 422] : []),
    ...[429, 431, 500, 503],
  ];
}
