import { closed, type JsonSchema } from '../../schema/json-schema.ts';
import { answerExamples } from './openapi-examples.ts';
import { headerReference } from './openapi-headers.ts';
import { problemReference } from './openapi-problems.ts';

interface PlainOperation {
  readonly id: string;
  readonly summary: string;
  readonly explanation: string;
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly security?: readonly JsonSchema[];
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
    headers: { ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } } },
    refusals: [400, 429],
  },
};

const pathItem = (plain: PlainOperation, publicUrl: string): JsonSchema => ({
  servers: [{ url: publicUrl }],
  get: {
    operationId: plain.id,
    tags: ['operation'],
    summary: plain.summary,
    description: plain.explanation,
    security: plain.security ?? [],
    responses: {
      200: {
        description: 'Success.',
        headers: { 'X-Request-Id': headerReference('X-Request-Id'), ...plain.headers },
        content: { [plain.mediaType]: { schema: plain.schema, ...answerExamples(plain.id) } },
      },
      ...(plain.id === 'showDocument' ? { 304: { description: 'Your copy is current.' } } : {}),
      ...Object.fromEntries(plain.refusals.map((status) => [status, problemReference(status)])),
    },
  },
});

/** The paths outside of the versioned API, each with its own server entry. */
export const plainPaths = (publicUrl: string): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(plainOperations).map(([path, plain]) => [path, pathItem(plain, publicUrl)]));
