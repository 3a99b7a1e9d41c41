// Part of the build: src/client/operations.ts, the types of the client, from the operations of the service.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { runnerImport } from 'vite';
import { operationSchemas } from './operation-schemas.js';

const target = fileURLToPath(new URL('../src/client/operations.ts', import.meta.url));
const nodes = await openapiTypescript(operationSchemas(await builtDocument()), {
  immutable: true,
  defaultNonNullable: false,
  transform: (schema) => ('x-type' in schema ? ts.factory.createTypeReferenceNode(schema['x-type']) : undefined),
});
const text = `// scripts/client-types.js makes this file.
import type { Conditions, FileBody, Operand } from './values.ts';

${astToString(nodes.filter((node) => node.name?.text === 'components'))}
/** The schemas of the API, by name. */
export type Schemas = components['schemas'];

/** The operations of the API, by method and path. */
export type Operations = Schemas['Operations'];
`;
// Compilers and watchers start anew if the time of the file changes.
if (text !== (await readFile(target, 'utf8').catch(() => ''))) await writeFile(target, text);

/** The OpenAPI document, from the sources of the service, without a running one. */
async function builtDocument() {
  const load = async (name) => {
    const file = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
    const { module } = await runnerImport(file, { configFile: false, logLevel: 'error', oxc: { target: 'es2022' } });
    return module;
  };
  const { operations } = await load('http/operations/operations');
  const { createValidator } = await load('schema/validator');
  const { openapiDocument } = await load('http/openapi/openapi');
  const described = operations({ validator: createValidator(), feed: {}, addressRules: {} });
  return await openapiDocument(described, { publicUrl: 'https://plumbline.example.com', version: '' });
}
