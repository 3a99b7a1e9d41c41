import { resources } from '../resources/index.ts';
import { componentSchemas } from '../schema/components.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { answerHeaderComponents } from './openapi-headers.ts';
import { oauthPaths, oauthSchemas, oauthSecuritySchemes } from './openapi-oauth.ts';
import { operationObject } from './openapi-operation.ts';
import { parameterComponents, sharedParameters } from './openapi-parameters.ts';
import { plainPaths } from './openapi-plain.ts';
import { problemResponses, problemSchemas } from './openapi-problems.ts';
import { referencedComponents } from './openapi-references.ts';
import { tagDescription } from './openapi-tags.ts';
import type { Operation } from './operation.ts';
import { apiPrefix } from './versions.ts';

/** The OpenAPI 3.1 document of these operations and of the plain endpoints beside them. */
export function openapiDocument(
  operations: readonly Operation[],
  { publicUrl, version }: { publicUrl: string; version: string },
): object {
  const paths = { ...operationPaths(operations), ...plainPaths(publicUrl), ...oauthPaths(publicUrl) };
  const parameters = { ...parameterComponents, ...sharedParameters(operations.flatMap(({ query }) => query)) };
  const tags = [...new Set(operations.map(({ tag }) => tag)), 'operation'];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Plumbline',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Reference of this installation', url: `${publicUrl}/docs` },
    },
    servers: [{ url: publicUrl + apiPrefix }],
    security: [{ apiToken: [] }, { oauth2: [] }],
    tags: tags.map((name) => ({ name, description: tagDescription(name) })),
    paths,
    components: {
      ...referencedComponents(paths, { ...components, parameters }),
      securitySchemes: { ...securitySchemes, ...oauthSecuritySchemes(publicUrl) },
    },
  };
}

const introduction = `The pre-construction sales pipeline for general contractors.

A record goes and comes under its singular name, a list under its plural. Every key of a record is always present; \
an empty one is \`null\`. Ids are strings, times are UTC. A field that a record returns and does not accept may be \
sent back and is ignored; a field that nobody knows is refused by name. HEAD answers as GET without the body.`;

const securitySchemes: Record<string, JsonSchema> = {
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token: `Authorization: Bearer plb_…`. The token alone, without `Bearer`, is accepted too.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'What the operator has set as `METRICS_TOKEN`; none is needed when that is not set.',
  },
};

const components = {
  schemas: { ...componentSchemas(resources), ...problemSchemas, ...oauthSchemas },
  responses: problemResponses,
  headers: answerHeaderComponents,
};

function operationPaths(operations: readonly Operation[]): Record<string, JsonSchema> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation);
  }
  return paths;
}
