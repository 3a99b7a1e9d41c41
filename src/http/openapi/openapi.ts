import { inTurns, Turn } from '../../records/turns.ts';
import { resources } from '../../resources/index.ts';
import { componentSchemas } from '../../schema/components.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { choiceSchemas, documentForm } from './openapi-forms.ts';
import { exampleComponents } from './openapi-examples.ts';
import { answerHeaderComponents } from './openapi-headers.ts';
import { oauthPaths, oauthSchemas, oauthSecuritySchemes } from './openapi-oauth.ts';
import { operationObject } from './openapi-operation.ts';
import { parameterComponents, sharedParameters } from './openapi-parameters.ts';
import { plainPaths } from './openapi-plain.ts';
import { problemResponses, problemSchemas } from './openapi-problems.ts';
import { signInPaths } from './openapi-sign-in.ts';
import { inReadingOrder, tagDescription } from './openapi-tags.ts';
import { deliveryParameters, webhookPaths } from './openapi-webhooks.ts';
import { isHttpsUrl } from '../contract/service-url.ts';
import type { Operation } from '../contract/operation.ts';
import { sessionCookieName } from '../contract/session-cookies.ts';
import { apiPrefix } from '../../version.ts';

/**
 * Builds the OpenAPI 3.1 document of these operations and of the plain endpoints. It yields to other requests while it
 * runs.
 */
export async function openapiDocument(
  operations: readonly Operation[],
  { publicUrl, version }: { publicUrl: string; version: string },
): Promise<object> {
  const turn = new Turn();
  const further = formOf({ ...plainPaths(publicUrl), ...oauthPaths(), ...signInPaths() });
  const paths = withFurther(await operationPaths(operations), further);
  await turn.pause();
  const webhooks = formOf(webhookPaths());
  const parameters = {
    ...parameterComponents,
    ...deliveryParameters,
    ...sharedParameters(operations.flatMap(({ query }) => query)),
  };
  const tags = inReadingOrder([...new Set(operations.map(({ tag }) => tag)), 'operation']);
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
    security: [{ apiToken: [] }, { oauth2: [] }, { session: [] }],
    tags: tags.map((name) => ({ name, description: tagDescription(name) })),
    paths,
    webhooks,
    components: {
      ...referencedComponents(
        { paths, webhooks },
        { ...componentsWith(parameters), examples: exampleComponents(publicUrl) },
      ),
      securitySchemes: { ...securitySchemes, ...oauthSecuritySchemes(publicUrl), session: sessionScheme(publicUrl) },
    },
  };
}

const introduction = `The pre-construction sales pipeline for general contractors.

A body has one key: the singular name of a record, or the plural name of a list. Every key of a record is always \
present; an empty value is \`null\`. Ids are strings, and times are in UTC. You can send back read-only fields: the \
service ignores them. It refuses unknown fields, and text with NUL or a lone surrogate. HEAD answers as GET without the \
body.`;

const securitySchemes: Record<string, JsonSchema> = {
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token: `Authorization: Bearer plb_…`. The token alone, without `Bearer`, is accepted too.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The value of `METRICS_TOKEN`. If it is not set, only requests from this machine are allowed, unless ' +
      '`METRICS_PUBLIC=1` is set.',
  },
};

const sessionScheme = (publicUrl: string): JsonSchema => ({
  type: 'apiKey',
  in: 'cookie',
  name: sessionCookieName(isHttpsUrl(publicUrl)),
  description:
    'The cookie of a session, which `POST /session` sets. The service ignores it in a request with `Authorization`. A ' +
    'change needs `Sec-Fetch-Site: same-origin`, or without that header an `Origin` of this service.',
});

const formOf = <Part extends object>(part: Part): Part => documentForm(part) as Part;

function componentsWith(parameters: Readonly<Record<string, JsonSchema>>) {
  const formed = formOf({
    schemas: { ...componentSchemas(resources), ...problemSchemas, ...oauthSchemas },
    responses: problemResponses(),
    headers: answerHeaderComponents,
    parameters,
  });
  return { ...formed, schemas: { ...formed.schemas, ...choiceSchemas } };
}

async function operationPaths(operations: readonly Operation[]): Promise<Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  await inTurns(operations, (operation) => {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = formOf(operationObject(operation));
  });
  return paths;
}

type Paths = Readonly<Record<string, JsonSchema>>;

/** An operation and an endpoint that needs no credential can share a path. */
const withFurther = (paths: Paths, further: Paths): Paths => ({
  ...paths,
  ...Object.fromEntries(Object.entries(further).map(([path, item]) => [path, { ...item, ...paths[path] }])),
});

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

/** The components that the paths use, directly or through other components. The document omits all others. */
function referencedComponents(paths: object, components: Components): Components {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const reference = (value as JsonSchema)['$ref'];
    if (typeof reference === 'string' && !found.has(reference)) {
      found.add(reference);
      const [, , kind = '', name = ''] = reference.split('/');
      visit(components[kind]?.[name]);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(paths);
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => found.has(`#/components/${kind}/${name}`))),
    ]),
  );
}
