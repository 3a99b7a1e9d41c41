import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { described } from '../contract/described.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'src/client/operations.ts');
const program = ts.createProgram([file], {
  ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, target: ts.ScriptTarget.ES2023 },
  ...{ module: ts.ModuleKind.NodeNext, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
});
const checker = program.getTypeChecker();
const operations = checker.getDeclaredTypeOfSymbol(exported('Operations'));

/** The operations of the document below the prefix of the API. Other paths have servers of their own. */
const documented = Object.entries((await described()).paths)
  .filter(([, { servers }]) => servers === undefined)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      parts: ['data', ...(path.includes('{') ? ['path'] : []), ...(requestBody === undefined ? [] : ['body'])],
    })),
  );

test('the types of the client name each operation of the document, and no other', () => {
  expect(documented.length).toBeGreaterThan(250);
  const names = operations.getProperties().map((property) => property.name);
  expect(names.sort()).toEqual(documented.map(({ name }) => name).sort());
});

test('the types of the client know the path, the body and the answer of each operation', () => {
  const loose = documented.flatMap(({ name, parts }) => {
    const operation = typeIn(operations, name);
    return parts.filter((part) => !isKnown(operation && typeIn(operation, part))).map((part) => `${name}: ${part}`);
  });
  expect(loose).toEqual([]);
});

function exported(name: string): ts.Symbol {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const found = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
  if (!found) throw new Error(`${file} does not export ${name}`);
  return found;
}

function typeIn(type: ts.Type, key: string): ts.Type | undefined {
  const property = type.getProperty(key);
  return property && checker.getNonNullableType(checker.getTypeOfSymbol(property));
}

/** Whether a type is known, and what it wraps: `{project: …}` and `{projects: …[]}`. */
function isKnown(type: ts.Type | undefined): boolean {
  if (type === undefined || isLoose(type)) return false;
  const inner = type.getProperties().map((property) => checker.getTypeOfSymbol(property));
  return inner.every((one) => !isLoose(one) && !isLoose(one.getNumberIndexType()));
}

const isLoose = (type: ts.Type | undefined): boolean =>
  type !== undefined && (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
