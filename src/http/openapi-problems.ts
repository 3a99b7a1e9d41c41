import type { JsonSchema } from '../schema/json-schema.ts';
import { schemaReference } from '../schema/record-schemas.ts';
import { type AnswerCode, errorCodes } from './error-codes.ts';
import { faultCodes } from './fault-codes.ts';
import { headerReference } from './openapi-headers.ts';
import { problemMediaType } from './problem-details.ts';

const codes = Object.keys(errorCodes) as AnswerCode[];

/** The name of a status among the document's responses, and the headers it has besides those of every answer. */
const refusals: Readonly<Record<number, { readonly name: string; readonly headers?: readonly string[] }>> = {
  400: { name: 'BadRequest' },
  401: { name: 'Unauthenticated', headers: ['WWW-Authenticate'] },
  403: { name: 'Forbidden' },
  404: { name: 'NotFound' },
  405: { name: 'MethodNotAllowed', headers: ['Allow'] },
  408: { name: 'RequestTimeout' },
  409: { name: 'Conflict' },
  412: { name: 'Stale', headers: ['ETag'] },
  413: { name: 'TooLarge' },
  415: { name: 'UnsupportedMediaType' },
  422: { name: 'Invalid' },
  429: { name: 'RateLimited', headers: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Rate-Limited-For'] },
  431: { name: 'HeadersTooLarge' },
  500: { name: 'Internal' },
  503: { name: 'Unavailable', headers: ['Retry-After'] },
};

/** `404` → where the document describes it. */
export const problemReference = (status: number): JsonSchema => ({
  $ref: `#/components/responses/${refusals[status]?.name ?? ''}`,
});

const refusal = (status: number, headers: readonly string[]): JsonSchema => {
  const possible = codes.filter((code) => errorCodes[code].status === status);
  const meanings = possible.map((code) => `\`${code}\`: ${errorCodes[code].title}.`);
  const properties = { status: { const: status }, code: { type: 'string', enum: possible } };
  return {
    description: meanings.join(' '),
    headers: Object.fromEntries(['X-Request-Id', ...headers].map((name) => [name, headerReference(name)])),
    content: { [problemMediaType]: { schema: { allOf: [schemaReference('Problem'), { properties }] } } },
  };
};

/** Every way the service says no, by the name that operations refer to. */
export const problemResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(refusals).map(([status, { name, headers = [] }]) => [name, refusal(Number(status), headers)]),
);

const text: JsonSchema = { type: 'string' };

const fault: JsonSchema = {
  type: 'object',
  description: 'One thing that is wrong with the request. Further members depend on the code.',
  properties: {
    pointer: { ...text, description: 'Where in the body, as a JSON pointer (RFC 6901).' },
    parameter: { ...text, description: 'Which parameter or header.' },
    code: {
      ...text,
      enum: Object.keys(faultCodes),
      description: Object.entries(faultCodes)
        .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
        .join('\n'),
    },
    message: { ...text, description: 'For people.' },
  },
  required: ['code', 'message'],
  anyOf: [{ required: ['pointer'] }, { required: ['parameter'] }],
};

/** What every refusal looks like (RFC 9457). */
export const problemSchemas: Readonly<Record<string, JsonSchema>> = {
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457). Further members depend on the code.',
    properties: {
      type: { ...text, format: 'uri', description: 'Where the code is explained.' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: { ...text, description: 'The path asked for.' },
      code: { ...text, enum: codes },
      error: { ...text, enum: codes, description: 'The same as `code`.' },
      request_id: { ...text, description: 'As in `X-Request-Id`, and in the log.' },
      errors: { type: 'array', items: schemaReference('Fault'), description: 'Everything wrong with the request.' },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'error', 'request_id', 'errors'],
  },
  Fault: fault,
};
