import { resolved } from '../support/data/hostile.ts';
import type { Json } from '../support/service/client.ts';
import { bytesOf, damaged, soundBody, withOddValues } from './bodies.ts';
import { oddFile } from './files.ts';
import { garbage } from './garbage.ts';
import { oddHead, oddMethods, oddPath, oddTypes } from './heads.ts';
import type { Pool } from './pool.ts';
import { oddCursor, oddQuery, queryText, soundQuery } from './queries.ts';
import { type Random, randomOf } from './random.ts';
import { type RawRequest, written } from './raw-http.ts';
import type { Source } from './values.ts';

/** One operation of the document. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The operation stands outside the version prefix. */
  readonly isPlain: boolean;
  readonly operation: Json;
}

/** What requests are made of. */
export interface Material {
  readonly document: Json;
  readonly operations: readonly DescribedOperation[];
  readonly pool: Pool;
  readonly token: string;
  /** Cursors that the service has made, for the fuzzer to damage. */
  readonly cursors: readonly string[];
}

/** A request, with what it says about itself when it fails. */
export interface FuzzRequest extends RawRequest {
  readonly operationId: string;
  /** What is wrong with it. */
  readonly breaks: readonly string[];
  /** The body as a value, if it is valid JSON. */
  readonly body?: unknown;
}

export const operationsOf = (document: Json): DescribedOperation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) =>
      item[method]
        ? [{ id: item[method].operationId, method, path, isPlain: 'servers' in item, operation: item[method] }]
        : [],
    ),
  );

/** Makes the request of a seed and a number: always the same one of the same material. */
export function requestOf(material: Material, seed: number, index: number): FuzzRequest {
  const random = randomOf(seed, index);
  const authorization = `Bearer ${material.token}`;
  if (random.isIn(2)) return { ...garbage(random, authorization), operationId: 'none', breaks: ['HTTP'] };
  const described = random.pick(material.operations);
  const source: Source = { document: material.document, random, idFor: material.pool.idFor };
  const breaks = breaksOf(random);
  const parts = partsOf(material, source, described, breaks);
  const method = breaks.includes('method') ? random.pick(oddMethods) : described.method.toUpperCase();
  const headers = [
    ...(random.isIn(98) ? [['authorization', authorization] as const] : []),
    // Without a valid token, each address has a limit.
    ['x-forwarded-for', `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`] as const,
    ...(parts.bytes === undefined ? [] : [['content-type', parts.type] as const]),
    ...(random.isIn(10) ? [['idempotency-key', `key ${random.below(400)}`] as const] : []),
  ];
  const target = parts.target;
  const head = { method, target, headers: breaks.includes('headers') ? oddHead(random, headers) : headers };
  return {
    ...{ method, target, operationId: described.id, breaks },
    ...(parts.body === undefined ? {} : { body: parts.body }),
    ...paced(random, written(head, parts.bytes)),
  };
}

const kinds = ['body', 'json', 'query', 'headers', 'path', 'method', 'type', 'file'] as const;

/** A third of the requests is sound; most of the others are wrong in one way. */
function breaksOf(random: Random): string[] {
  if (random.isIn(33)) return [];
  const one = random.pick(['body', 'body', 'body', 'json', 'query', 'query', ...kinds]);
  return random.isIn(85) ? [one] : [one, random.pick(kinds)];
}

/** One in twelve arrives in pieces. */
function paced(random: Random, bytes: Buffer): Pick<RawRequest, 'pieces' | 'pauseMs'> {
  if (!random.isIn(8)) return { pieces: [bytes], pauseMs: 0 };
  const cuts = Array.from({ length: random.pick([1, 3, 8]) }, () => random.below(bytes.length)).sort((a, b) => a - b);
  const ends = [...cuts, bytes.length];
  return {
    pieces: ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)),
    pauseMs: random.pick([0, 3, 12]),
  };
}

interface Parts {
  readonly target: string;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly type: string;
}

function partsOf(material: Material, source: Source, described: DescribedOperation, breaks: readonly string[]): Parts {
  const { random } = source;
  const query = soundQuery(source, described.operation);
  const isOdd = breaks.includes('query');
  const pairs = isOdd ? oddQuery(random, query) : query;
  const cursor = isOdd && random.isIn(20) ? [['cursor', oddCursor(random, material.cursors)] as const] : [];
  const path = pathOf(material, source, described);
  const target = (breaks.includes('path') ? oddPath(random, path) : path) + queryText([...pairs, ...cursor]);
  return { target, ...bodyOf(source, described, breaks) };
}

function pathOf(
  { pool }: Material,
  { random, document }: Source,
  { path, isPlain, operation }: DescribedOperation,
): string {
  const plural = path.split('/')[1] ?? '';
  const inPath: Json[] = (operation.parameters ?? []).filter((one: Json) => one.in === 'path');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const choice = inPath.find((one) => one.name === name);
    const values = resolved(document, choice?.schema ?? {})['enum'] as string[] | undefined;
    return values ? random.pick(values) : pool.idOf(plural, random);
  });
  return isPlain ? filled : new URL(document.servers[0].url).pathname + filled;
}

function bodyOf(source: Source, { operation }: DescribedOperation, breaks: readonly string[]): Omit<Parts, 'target'> {
  const { random } = source;
  const content = operation.requestBody?.content as object | undefined;
  const type = (given: string): string => (breaks.includes('type') ? random.pick(oddTypes) : given);
  if (!content)
    return breaks.includes('body') ? { bytes: Buffer.from('{}'), type: type('application/json') } : { type: '' };
  const schema: Json = (content as Json)['application/json']?.schema;
  if (schema === undefined || breaks.includes('file')) {
    const file = oddFile(random);
    return { bytes: file.bytes, type: type(file.type) };
  }
  const sound = soundBody(source, schema);
  const body = breaks.includes('body') ? withOddValues(source, schema, sound) : sound;
  if (breaks.includes('json')) return { bytes: damaged(random, body), type: type('application/json') };
  return { body, bytes: bytesOf(body), type: type('application/json') };
}

/** Writes a request so that a person can send it again. */
export function inWords({ operationId, breaks, pieces }: FuzzRequest): string {
  const bytes = Buffer.concat([...pieces]);
  const shown =
    bytes.length > 4000
      ? `${bytes.subarray(0, 4000).toString('latin1')}… (${bytes.length} bytes)`
      : bytes.toString('latin1');
  return `${operationId} (${breaks.join(', ') || 'sound'})\n${shown.replace(/[^\n -~]/g, (one) => (one === '\r' ? '' : `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`))}`;
}
