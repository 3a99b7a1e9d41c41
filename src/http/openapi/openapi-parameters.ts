import type { JsonSchema } from '../../schema/json-schema.ts';
import type { QueryParameter } from '../contract/operation.ts';
import { takesSeveral } from '../contract/repeated-parameters.ts';

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
    'Any text of your own. The same request under the same key within 24 hours is done once and answered alike.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: header(
    'If-Match',
    'The `ETag` of the record as you know it, in its quotes, or `*`; when it has changed since, nothing is done and the ' +
      'answer is 412.',
    { type: 'string' },
  ),
  ActingUser: header(
    'Plumbline-Acting-User',
    'The id of the user in whose name to act. For tokens with the scope `admin` that belong to an admin.',
    { type: 'string' },
  ),
  LastEventId: header(
    'Last-Event-ID',
    'The id of the last event that has arrived, to go on after it. Without it, what happens from now on.',
    { type: 'string' },
  ),
  Prefer: header(
    'Prefer',
    'RFC 7240: with `count=exact` the answer says in `X-Total-Count` how many records all pages have together, but not for a ' +
      'search. Other preferences are passed over.',
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
