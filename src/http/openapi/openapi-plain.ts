import { closed, type JsonSchema } from '../../schema/json-schema.ts';
import { answerExamples, parameterExample } from './openapi-examples.ts';
import { headerReference } from './openapi-headers.ts';
import { problemReference } from './openapi-problems.ts';

interface PathParameter extends JsonSchema {
  readonly name: string;
  readonly in: 'path';
}

interface PlainOperation {
  readonly id: string;
  readonly summary: string;
  readonly explanation: string;
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly parameters?: readonly PathParameter[];
  readonly security?: readonly JsonSchema[];
  readonly tag?: string;
  readonly refusals: readonly number[];
}

const state = (status: string): JsonSchema =>
  closed({
    status: { type: 'string', const: status, description: `Always \`${status}\` in an answer of 200.` },
    engine: { type: 'string', enum: ['embedded', 'postgres'], description: 'The database that the service uses.' },
    durable: { type: 'boolean', description: 'Whether an acknowledged change survives a power failure.' },
    description: { type: 'string', description: 'A description of the database.' },
    version: { type: 'string', description: 'The version of Plumbline.' },
  });

const text: JsonSchema = { type: 'string' };

const forIfNoneMatch: JsonSchema = { description: 'For `If-None-Match`.', schema: { type: 'string' } };

const plainOperations: Readonly<Record<string, PlainOperation>> = {
  '/': {
    id: 'showService',
    summary: 'Show the addresses of the service',
    explanation: 'A browser gets a page with the same content. No token is needed.',
    mediaType: 'application/json',
    schema: closed({
      name: { ...text, description: 'The name of the product.' },
      version: { ...text, description: 'The version of Plumbline.' },
      api: { ...text, description: 'The address of the API.' },
      reference: { ...text, description: 'The address of the reference page.' },
      openapi: { ...text, description: 'The address of this document.' },
      health: { ...text, description: 'The address that shows whether the process runs.' },
    }),
    refusals: [400, 429],
  },
  '/health': {
    id: 'showHealth',
    summary: 'Check whether the process runs',
    explanation: 'The answer does not wait for the database. No token is needed.',
    mediaType: 'application/json',
    schema: state('ok'),
    refusals: [400],
  },
  '/ready': {
    id: 'showReadiness',
    summary: 'Check whether the database answers',
    explanation: 'The answer is 503 until the database answers. No token is needed.',
    mediaType: 'application/json',
    schema: state('ready'),
    refusals: [400, 503],
  },
  '/metrics': {
    id: 'showMetrics',
    summary: 'Get the metrics for Prometheus',
    explanation:
      'The text format of Prometheus. If `METRICS_TOKEN` is set, the request needs that token. Otherwise only ' +
      'requests from this machine to `localhost`, a loopback address or the host of `PUBLIC_URL` are allowed, unless ' +
      '`METRICS_PUBLIC=1` is set.',
    mediaType: 'text/plain',
    schema: { type: 'string' },
    security: [{}, { metricsToken: [] }],
    refusals: [400, 401, 403, 429, 503],
  },
  '/openapi.json': {
    id: 'showDocument',
    summary: 'Show this document',
    explanation: 'OpenAPI 3.1. No token is needed.',
    mediaType: 'application/json',
    schema: { type: 'object' },
    headers: { ETag: forIfNoneMatch },
    refusals: [400, 429],
  },
  '/feeds/{secret}.ics': {
    id: 'readCalendarFeed',
    tag: 'calendar_feeds',
    summary: 'Read a calendar feed',
    explanation:
      'Calendar programs read this address. It is the only credential: everybody who has it can read the feed. The ' +
      'answer has the open projects that meet the query of the feed and whose bids are due from 30 days before today ' +
      'until 365 days after it, at most 5,000, each as an event (RFC 5545). It has no amounts. An unknown feed, a ' +
      'deleted or expired one, one of a deactivated user and one whose query the list of projects does not accept any ' +
      'more get the same 404. A feed can be read 60 times a minute.',
    parameters: [
      {
        name: 'secret',
        in: 'path',
        required: true,
        description: 'The secret of the feed, as in its `url`.',
        schema: { type: 'string' },
      },
    ],
    mediaType: 'text/calendar',
    schema: { type: 'string' },
    headers: { ETag: forIfNoneMatch },
    refusals: [400, 404, 429, 503],
  },
};

const withExample = (id: string, parameter: PathParameter): JsonSchema => ({
  ...parameter,
  ...parameterExample(id, parameter.in, parameter.name),
});

const pathItem = (plain: PlainOperation, publicUrl: string): JsonSchema => ({
  servers: [{ url: publicUrl }],
  get: {
    operationId: plain.id,
    tags: [plain.tag ?? 'operation'],
    summary: plain.summary,
    description: plain.explanation,
    ...(plain.parameters ? { parameters: plain.parameters.map((one) => withExample(plain.id, one)) } : {}),
    security: plain.security ?? [],
    responses: {
      200: {
        description: 'Success.',
        headers: { 'X-Request-Id': headerReference('X-Request-Id'), ...plain.headers },
        content: { [plain.mediaType]: { schema: plain.schema, ...answerExamples(plain.id) } },
      },
      ...(plain.headers?.['ETag'] ? { 304: { description: 'Your copy is current.' } } : {}),
      ...Object.fromEntries(plain.refusals.map((status) => [status, problemReference(status)])),
    },
  },
});

/** The paths outside of the versioned API, each with its own server entry. */
export const plainPaths = (publicUrl: string): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(plainOperations).map(([path, plain]) => [path, pathItem(plain, publicUrl)]));
