import type { JsonSchema } from '../schema/json-schema.ts';
import { closed } from '../schema/record-schemas.ts';
import { headerReference } from './openapi-headers.ts';
import { problemReference } from './openapi-problems.ts';

interface PlainOperation {
  readonly id: string;
  readonly summary: string;
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly security?: readonly JsonSchema[];
  readonly refusals: readonly number[];
}

const state = (status: string): JsonSchema =>
  closed({
    status: { type: 'string', const: status },
    engine: { type: 'string', enum: ['embedded', 'postgres'] },
    durable: { type: 'boolean', description: 'Whether what is acknowledged survives a power cut.' },
    description: { type: 'string', description: 'The engine in words.' },
    version: { type: 'string', description: 'Of Plumbline.' },
  });

const plainOperations: Readonly<Record<string, PlainOperation>> = {
  '/health': {
    id: 'showHealth',
    summary: 'Say whether the process runs',
    mediaType: 'application/json',
    schema: state('ok'),
    refusals: [400],
  },
  '/ready': {
    id: 'showReadiness',
    summary: 'Say whether the database answers too',
    mediaType: 'application/json',
    schema: state('ready'),
    refusals: [400, 503],
  },
  '/metrics': {
    id: 'showMetrics',
    summary: 'Give the figures of the process to Prometheus',
    mediaType: 'text/plain',
    schema: { type: 'string' },
    security: [{}, { metricsToken: [] }],
    refusals: [400, 401, 429],
  },
  '/openapi.json': {
    id: 'showDocument',
    summary: 'Show this document',
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
    description: `${plain.summary}. Outside of the versioned API.`,
    security: plain.security ?? [],
    responses: {
      200: {
        description: 'As asked.',
        headers: { 'X-Request-Id': headerReference('X-Request-Id'), ...plain.headers },
        content: { [plain.mediaType]: { schema: plain.schema } },
      },
      ...(plain.id === 'showDocument' ? { 304: { description: 'It is still the one you have.' } } : {}),
      ...Object.fromEntries(plain.refusals.map((status) => [status, problemReference(status)])),
    },
  },
});

/** The paths outside of the versioned API, each with a server entry of its own. */
export const plainPaths = (publicUrl: string): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(plainOperations).map(([path, plain]) => [path, pathItem(plain, publicUrl)]));
