import { errorCodes } from '../../src/http/errors/error-codes.ts';
import { checkAgainstDocument } from '../support/service/checked.ts';
import type { Json } from '../support/service/client.ts';
import type { RawAnswer } from './raw-http.ts';
import type { FuzzRequest } from './requests.ts';

/** Returns what is wrong with an answer, or an empty list. */
export function faultsOf(document: object, request: FuzzRequest, answer: RawAnswer | null): string[] {
  if (answer === null) return mayGoUnanswered(request) ? [] : ['there is no answer'];
  const { status } = answer;
  if (!(status >= 200 && status < 600)) return [`the status is ${status}`];
  const faults = [...serverFaults(answer), ...(status >= 400 ? problemFaults(request, answer) : [])];
  return [...faults, ...documentFaults(document, request, answer), ...textFaults(document, request, answer)];
}

/** A broken header or path can end a request early, so that the rest of it is another one. */
const mayBeNoHttp = new Set(['HTTP', 'headers']);

/**
 * Bytes that are no request may go without an answer. The answer to a long body that the service does not want may be
 * lost when it closes the connection, as every request of the fuzzer asks it to.
 */
const mayGoUnanswered = ({ breaks, pieces }: FuzzRequest): boolean =>
  breaks.some((one) => mayBeNoHttp.has(one)) || pieces.reduce((sum, { length }) => sum + length, 0) > 2 ** 18;

function serverFaults({ status, headers, body }: RawAnswer): string[] {
  if (status < 500) return status === 429 && !headers.has('retry-after') ? ['429 without Retry-After'] : [];
  if (status === 503 && /^\d+$/.test(headers.get('retry-after') ?? '')) return [];
  return [`the service failed: ${status} ${body.toString().slice(0, 600)}`];
}

/** Every error is a problem document with a code that the table of errors has. */
function problemFaults({ method, operationId }: FuzzRequest, { status, headers, body }: RawAnswer): string[] {
  const type = headers.get('content-type');
  if (type !== 'application/problem+json') return [`${status} has the type ${type ?? 'none'}`];
  if (method === 'HEAD') return [];
  const problem = parsed(body) ?? {};
  const known = Object.entries(errorCodes).find(([name]) => name === problem.code)?.[1];
  const claims: [isTrue: boolean, fault: string][] = [
    [known?.status === status, `${status} has the code ${String(problem.code)}`],
    [problem.status === status && isToldTwice(problem, operationId), 'the problem contradicts the answer'],
    [/^\S+$/.test(String(problem.request_id ?? '')), 'the problem has no request_id'],
  ];
  return claims.flatMap(([isTrue, fault]) => (isTrue ? [] : [fault]));
}

/** `error` repeats the code, except where OAuth has codes of its own. */
const isToldTwice = ({ error, code }: Json, operationId: string): boolean =>
  operationId === 'createAccessToken' || error === code;

function parsed(body: Buffer): Json {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function documentFaults(document: object, request: FuzzRequest, answer: RawAnswer): string[] {
  const contentType = answer.headers.get('content-type') ?? null;
  const address = addressOf(request);
  // Bytes that are no request have no operation. An answer without a type has no body to compare.
  if (!address || contentType === null || isNoHttp(answer)) return [];
  const { method } = request;
  const told = { method, path: withoutSlash(address.pathname), status: answer.status, contentType };
  try {
    const fields = fieldsOf(address.searchParams);
    checkAgainstDocument(document, { ...told, fields, body: bodyOf(answer.body, contentType) });
    return [];
  } catch (error) {
    return [String(error).slice(0, 1000)];
  }
}

/** Whether the HTTP parser refused the request, before the service knew its operation. */
const isNoHttp = ({ status, body }: RawAnswer): boolean =>
  status >= 400 && ['malformed_request', 'headers_too_large'].includes(parsed(body)?.code);

/** The path and the query of a request to the service, unless it is none. A URL would leave out `..` and `//`. */
function addressOf({ method, target }: FuzzRequest): { pathname: string; searchParams: URLSearchParams } | undefined {
  if (method === 'RAW' || !target.startsWith('/')) return undefined;
  const [, pathname = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(target) ?? [];
  return { pathname, searchParams: new URLSearchParams(query) };
}

const isFile = /^text\/|ndjson|spreadsheet|gzip/;

/** The service ignores a slash at the end, but `//` is another path than `/`. */
const withoutSlash = (path: string): string => path.replace(/(?<=[^/])\/$/, '');

function bodyOf(body: Buffer, contentType: string): unknown {
  if (body.length === 0 && !isFile.test(contentType)) return undefined;
  return isFile.test(contentType) ? body.toString() : parsed(body);
}

function fieldsOf(query: URLSearchParams): string[] | undefined {
  const named = (name: string) =>
    [name, `${name}[]`].flatMap((one) => query.getAll(one)).flatMap((all) => all.split(','));
  return named('fields').length === 0 ? undefined : [...named('fields'), ...named('include')].map((one) => one.trim());
}

/** The characters that nobody sees, of which an accepted text may lose some. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Whether a text came back as it was sent, or without characters that nobody sees. An empty text is null. */
function isKept(sent: string, got: unknown): boolean {
  if (got === (sent === '' ? null : sent)) return true;
  const visible = sent.replace(unseen, '');
  return visible !== sent && (typeof got === 'string' ? got.replace(unseen, '') : '') === visible;
}

/** What is accepted comes back exactly as it was sent, except for characters that nobody sees. */
function textFaults(document: Json, request: FuzzRequest, { status, body }: RawAnswer): string[] {
  const { body: sent, operationId, breaks } = request;
  // With another method the request is another operation.
  if ((status !== 201 && status !== 200) || breaks.includes('method')) return [];
  const [wrapper = ''] = Object.keys((sent as object | undefined) ?? {});
  const schema = propertiesOf(document, operationId);
  const [given, got] = [(sent as Json)?.[wrapper], parsed(body)?.[wrapper]];
  if (!isObject(given) || !isObject(got)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !(name in got) || !schema.has(name) || value.startsWith('@@')) return [];
    return isKept(value, got[name])
      ? []
      : [`${name} was ${JSON.stringify(value)} and became ${JSON.stringify(got[name])}`];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kept = new Map<string, ReadonlySet<string>>();

/** The text fields of the records that an operation creates or changes. */
function propertiesOf(document: Json, operationId: string): ReadonlySet<string> {
  const known = kept.get(operationId) ?? textNames(document, operationId);
  kept.set(operationId, known);
  return known;
}

function textNames(document: Json, operationId: string): ReadonlySet<string> {
  const name = /^(?:create|update)(\w+)$/.exec(operationId)?.[1] ?? '';
  const action = operationId.startsWith('create') ? 'Create' : 'Update';
  const properties = Object.entries<Json>(document.components.schemas[name + action]?.properties ?? {});
  const isText = ({ type, format, readOnly, 'x-ignored': ignored, 'x-format': other }: Json): boolean =>
    [type].flat().includes('string') && !format && !other && !readOnly && !ignored;
  return new Set(properties.filter(([, one]) => isText(one)).map(([field]) => field));
}
