import type { JsonSchema } from '../../schema/json-schema.ts';

const text: JsonSchema = { type: 'string' };
const seconds: JsonSchema = { type: 'integer', minimum: 0 };

const header = (description: string, schema: JsonSchema = text): JsonSchema => ({ description, schema });

/** The response headers, by their HTTP name, which is also their name in the document. */
export const answerHeaderComponents: Readonly<Record<string, JsonSchema>> = {
  Allow: header('The methods that the path has.'),
  ETag: header("The version of the record's own fields, for `If-Match`."),
  'Idempotent-Replayed': header('`true` when the answer is the one first given under this `Idempotency-Key`.', {
    type: 'string',
    const: 'true',
  }),
  Link: header('The other pages of the list (RFC 8288): `first`, `prev`, `next`, `last`. Absent when all fits on one.'),
  Location: header('The path of the record made.'),
  'Preference-Applied': header('`count=exact` where the request preferred it.'),
  RateLimit: header('What the token may still ask, and until when (draft-ietf-httpapi-ratelimit-headers-10).'),
  'RateLimit-Policy': header('How many requests the token may make in how many seconds.'),
  'Retry-After': header('Seconds to wait before asking again.', seconds),
  'WWW-Authenticate': header('`Bearer`, and what is missing.'),
  'X-Rate-Limited-For': header('The same as `Retry-After`.', seconds),
  'X-Request-Id': header('Names the request in the log: your own `X-Request-Id` where it is well-formed.'),
  'X-Total-Count': header('How many records all pages have together, with `Prefer: count=exact`.', {
    type: 'integer',
    minimum: 0,
  }),
};

export const headerReference = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });
