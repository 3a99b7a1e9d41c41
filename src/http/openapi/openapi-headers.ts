import type { JsonSchema } from '../../schema/json-schema.ts';

const text: JsonSchema = { type: 'string' };
const seconds: JsonSchema = { type: 'integer', minimum: 0 };

const header = (description: string, schema: JsonSchema = text): JsonSchema => ({ description, schema });

/** The response headers, by their HTTP name, which is also their name in the document. */
export const answerHeaderComponents: Readonly<Record<string, JsonSchema>> = {
  Allow: header('The methods that the path supports.'),
  'Accept-Ranges': header('`bytes`: the operation answers a request with `Range`.'),
  'Content-Disposition': header('`attachment`, or `inline` for a file to show, with a name for the file.'),
  'Content-Range': header('The bytes that the answer has, and the size of the file: `bytes 0-1023/18234211`.'),
  ETag: header("The version of the record's own fields, for `If-Match`; of the directory, for `If-None-Match`."),
  'Idempotent-Replayed': header(
    '`true` if this is the stored answer to the first request with this `Idempotency-Key`.',
    {
      type: 'string',
      const: 'true',
    },
  ),
  Link: header(
    'The other pages of the list (RFC 8288): `first`, `prev`, `next`, `last`. Absent if all records fit on one page.',
  ),
  Location: header('The path of the created record.'),
  'Plumbline-As-Of': header('The instant of the records, if the request has `as_of`.', {
    type: 'string',
    format: 'date-time',
  }),
  'Plumbline-Directory-Version': header(
    'The version of the directory: it differs from yours if a list, a stage, a user, a custom field or the account ' +
      'has changed since you read `/directory`.',
  ),
  'Plumbline-Ignored': header(
    'The keys of the record in your request that the service accepts and ignores, separated by `, `, if their values ' +
      'differ from those of the record before and after the change. Absent if there are none.',
  ),
  'Plumbline-Names-As-Of': header('The instant of the names and lists in an answer to a request with `as_of`: now.', {
    type: 'string',
    format: 'date-time',
  }),
  'Preference-Applied': header('`count=exact` if the request sent it.'),
  RateLimit: header('How many requests the token has left, and until when (draft-ietf-httpapi-ratelimit-headers-10).'),
  'RateLimit-Policy': header('How many requests the token may send in how many seconds.'),
  'Retry-After': header('Seconds to wait before the next attempt.', seconds),
  'Set-Cookie': header('The cookie of the session, and the cookie by which the service knows the browser again.'),
  'WWW-Authenticate': header('`Bearer`, and the reason for the refusal.'),
  'X-Rate-Limited-For': header('The same as `Retry-After`.', seconds),
  'X-Request-Id': header('Identifies the request in the log: your own `X-Request-Id` if it is valid.'),
  'X-Total-Count': header('The total number of records on all pages, with `Prefer: count=exact`.', {
    type: 'integer',
    minimum: 0,
  }),
};

export const headerReference = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });
