import type { JsonSchema } from '../../schema/json-schema.ts';
import type { QueryParameter } from '../contract/operation.ts';
import { takesSeveral } from '../request/query.ts';

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  description,
  schema,
});

/** The request headers that many operations share. */
export const parameterComponents = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'Any text that you choose. If you repeat the request with the same key within 24 hours, the service ' +
      'runs it once and returns the same answer.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: header(
    'If-Match',
    'The `ETag` of the record that you read, in its quotes, or `*`. If the record has changed since, the service ' +
      'changes nothing and answers 412.',
    { type: 'string' },
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The `ETag` that you have. If it is still current, the service answers 304 without a body.',
    { type: 'string' },
  ),
  IfNoneMatchAny: header(
    'If-None-Match',
    '`*`: the service only creates. If a live record has the external id, it changes nothing and answers 412.',
    { type: 'string', const: '*' },
  ),
  Range: header(
    'Range',
    'RFC 9110: `bytes=0-1023` asks for a part of the file, with the answer 206. The service ignores several ranges.',
    { type: 'string' },
  ),
  IfRange: header(
    'If-Range',
    'The `ETag` of the part that you have. If it is no longer current, the answer is the whole file.',
    { type: 'string' },
  ),
  ActingUser: header(
    'Plumbline-Acting-User',
    'The id of the user to act as. Only for tokens with the scope `admin` that belong to an admin.',
    { type: 'string' },
  ),
  LastEventId: header(
    'Last-Event-ID',
    'The id of the last event that you received; the stream continues after it. Without it, the stream starts now.',
    { type: 'string' },
  ),
  Prefer: header(
    'Prefer',
    'RFC 7240: with `count=exact` the answer has the total number of records in `X-Total-Count`, except for a ' +
      'search. The service ignores other preferences.',
    { type: 'string' },
  ),
} as const satisfies Record<string, JsonSchema>;

export const parameterReference = (name: string): JsonSchema => ({
  $ref: `#/components/parameters/${name}`,
});

/** A query parameter in the document, or a reference to it if several operations share it. */
export const queryParameter = (parameter: QueryParameter): JsonSchema =>
  parameter.component === undefined ? described(parameter) : parameterReference(parameter.component);

const described = ({ name, schema, description, required }: QueryParameter): JsonSchema => ({
  name,
  in: 'query',
  description,
  ...(required ? { required } : {}),
  ...styleOf(schema),
  schema,
});

/** Lists are `a,b`, objects `name[key]=value`. A `$ref` refers to the values of a filter, which are a list. */
function styleOf(schema: JsonSchema): JsonSchema {
  if (takesSeveral(schema)) return { style: 'form', explode: false };
  return schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {};
}

/** The query parameters that several operations share, by the name of their component. */
export const sharedParameters = (parameters: readonly QueryParameter[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    parameters.flatMap((parameter) => (parameter.component ? [[parameter.component, described(parameter)]] : [])),
  );
