import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/schema/json-schema.ts';
import { resolved } from '../support/data/hostile.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import type { Described } from './described.ts';

/** The token endpoint without the prefix. The document mentions it in the description of the other one. */
const shorter = 'POST /oauth/token';

/** Pages for people and assistants, which the document leaves out. */
const pages = /^GET \/(docs(\/|$)|llms\.txt$)/;

const routes = new Set<string>();
let service: TestService;
let document: Described;

/** Fastify reports only the routes that are added after the hook. */
const learnRoutes = (message: unknown): void => {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.add(`${name} ${url.replace(/:(\w+)/g, '{$1}')}`);
  });
};

beforeAll(async () => {
  diagnostics.subscribe('fastify.initialization', learnRoutes);
  service = await startTestService();
  diagnostics.unsubscribe('fastify.initialization', learnRoutes);
  document = (await service.document()) as Described;
});
afterAll(() => service.stop());

/** Returns routes like `GET /api/2023-01/projects`. */
function describedRoutes(): string[] {
  const { pathname } = new URL(document.servers[0]?.url ?? '');
  return Object.entries(document.paths).flatMap(([path, { servers, ...item }]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      writtenOut(path, operation).map((written) => `${method.toUpperCase()} ${servers ? '' : pathname}${written}`),
    ),
  );
}

/** Returns the path of an operation, once for each value of a path parameter that has few. */
function writtenOut(path: string, { parameters }: JsonSchema): string[] {
  const inPath = (parameters as Parameter[] | undefined)?.filter((one) => one.in === 'path') ?? [];
  const written = inPath.flatMap(({ name, schema }) => {
    const values = resolved(document, schema ?? {})['enum'] as string[] | undefined;
    return values?.map((value) => path.replace(`{${name}}`, value)) ?? [];
  });
  return written.length > 0 ? written : [path];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: JsonSchema;
}

test('the service has exactly the routes of the document', () => {
  const served = [...routes].filter((route) => !route.startsWith('HEAD ') && !pages.test(route));
  expect(served.toSorted()).toEqual([...describedRoutes(), shorter].toSorted());
});

test('every route with GET also has HEAD', () => {
  const got = [...routes].filter((route) => route.startsWith('GET ')).map((route) => route.replace('GET', 'HEAD'));
  expect([...routes]).toEqual(expect.arrayContaining(got));
});

test('the document names the service that serves it', () => {
  expect(document.servers).toEqual([{ url: `${service.url}/api/2023-01` }]);
});

const plain = ['/', '/health', '/ready', '/openapi.json'];

test.each(plain)('%s returns 200 without a token', async (path) => {
  const { status } = await service.client(null).get(service.url + path);
  expect(status).toBe(200);
});
