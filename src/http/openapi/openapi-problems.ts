import type { JsonSchema } from '../../schema/json-schema.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import { type AnswerCode, errorCodes, faultCodes } from '../errors/error-codes.ts';
import { problemExamples } from './openapi-examples.ts';
import { headerReference } from './openapi-headers.ts';
import { problemMediaType } from '../errors/problem-details.ts';

const codes = Object.keys(errorCodes) as AnswerCode[];

const directoryHeader = 'Plumbline-Directory-Version';

/** The component name of each status, and its headers besides those of every response. */
const refusals: Readonly<Record<number, { readonly name: string; readonly headers?: readonly string[] }>> = {
  400: { name: 'BadRequest' },
  401: { name: 'Unauthenticated', headers: ['WWW-Authenticate'] },
  403: { name: 'Forbidden', headers: [directoryHeader] },
  404: { name: 'NotFound', headers: [directoryHeader] },
  405: { name: 'MethodNotAllowed', headers: ['Allow'] },
  408: { name: 'RequestTimeout' },
  409: { name: 'Conflict', headers: [directoryHeader] },
  412: { name: 'Stale', headers: ['ETag', directoryHeader] },
  413: { name: 'TooLarge' },
  415: { name: 'UnsupportedMediaType' },
  416: { name: 'RangeNotSatisfiable', headers: ['Content-Range', directoryHeader] },
  422: { name: 'Invalid', headers: [directoryHeader] },
  429: { name: 'RateLimited', headers: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Rate-Limited-For'] },
  431: { name: 'HeadersTooLarge' },
  500: { name: 'Internal' },
  503: { name: 'Unavailable', headers: ['Retry-After'] },
};

/** A reference to the document's response for a status. */
export const problemReference = (status: number): JsonSchema => ({
  $ref: `#/components/responses/${refusals[status]?.name ?? ''}`,
});

const text: JsonSchema = { type: 'string' };

/** The members of every problem document that RFC 9457 defines, and the code. */
const members = {
  title: { ...text, description: 'The meaning of the code.' },
  status: { type: 'integer', description: 'The HTTP status of the answer.' },
  detail: { ...text, description: 'The problem with this request, for people.' },
  code: { ...text, description: 'The problem, for programs. Codes do not change.' },
} as const;

const refusal = (status: number, headers: readonly string[]): JsonSchema => {
  const possible = codes.filter((code) => errorCodes[code].status === status);
  const meanings = possible.map((code) => `\`${code}\`: ${errorCodes[code].title}.`);
  const properties = {
    status: { ...members.status, const: status },
    code: { ...members.code, enum: possible },
  };
  return {
    description: meanings.join(' '),
    headers: Object.fromEntries(['X-Request-Id', ...headers].map((name) => [name, headerReference(name)])),
    content: {
      [problemMediaType]: {
        schema: { allOf: [schemaReference('Problem'), { type: 'object', properties }] },
        ...problemExamples(possible),
      },
    },
  };
};

/** Every error response, by its component name. */
export const problemResponses = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(refusals).map(([status, { name, headers = [] }]) => [name, refusal(Number(status), headers)]),
  );

const fault: JsonSchema = {
  type: 'object',
  description: 'One problem of the request. Further members depend on the code.',
  properties: {
    pointer: { ...text, description: 'The place in the body, as a JSON pointer (RFC 6901).' },
    parameter: { ...text, description: 'The parameter or header.' },
    code: {
      ...text,
      enum: Object.keys(faultCodes),
      description: Object.entries(faultCodes)
        .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
        .join('\n'),
    },
    message: { ...text, description: 'A message for people.' },
  },
  required: ['code', 'message'],
  // A condition instead of alternatives, because generators create a type for each alternative.
  if: { properties: { pointer: false } },
  then: { properties: { parameter: text }, required: ['parameter'] },
};

/** The schemas of error responses (RFC 9457). */
export const problemSchemas: Readonly<Record<string, JsonSchema>> = {
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457). Further members depend on the code.',
    properties: {
      type: { ...text, format: 'uri', description: 'The address that explains the code.' },
      title: members.title,
      status: members.status,
      detail: members.detail,
      instance: { ...text, description: 'The requested path.' },
      code: { ...members.code, enum: codes },
      error: { ...text, enum: codes, description: 'The same as `code`.' },
      request_id: { ...text, description: 'The id of the request, as in `X-Request-Id` and in the log.' },
      errors: { type: 'array', items: schemaReference('Fault'), description: 'All problems of the request.' },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'error', 'request_id', 'errors'],
  },
  Fault: fault,
};
