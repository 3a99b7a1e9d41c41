import type { ValidateFunction } from 'ajv/dist/2020.js';
import { newDocumentCompiler } from './document-compiler.ts';
import { keysFault, missingFault } from './sparse-keys.ts';

/** The parts of a response that the document describes. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  /** The keys in the query parameters `fields` and `include`, if `fields` is present. */
  readonly fields?: readonly string[] | undefined;
  readonly status: number;
  readonly contentType: string | null;
  /** The names of the headers, in lower case. */
  readonly headers?: readonly string[];
  readonly body: unknown;
}

/** Throws if the document does not allow the response. */
export function checkAgainstDocument(document: object, answered: Answered): void {
  const reading = readings.get(document) ?? readingOf(document as Document);
  readings.set(document, reading);
  const fault = reading.faultOf(answered);
  if (fault === null) return;
  const { method, path, status } = answered;
  throw new Error(`${method} ${path} answered ${status}, but the document says otherwise: ${fault}`);
}

interface Described {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface PathItem {
  readonly servers?: readonly unknown[];
  readonly [method: string]: unknown;
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Described>>;
    readonly schemas: Readonly<Record<string, unknown>>;
  };
}

const readings = new WeakMap<object, Reading>();
/** By the text of a document without the address of its service: to compile the schemas takes long. */
const readingsByText = new Map<string, Reading>();

function readingOf(document: Document): Reading {
  const { origin } = new URL(document.servers[0]?.url ?? '');
  const text = JSON.stringify(document).replaceAll(origin, '');
  const reading = readingsByText.get(text) ?? new Reading(document);
  readingsByText.set(text, reading);
  return reading;
}

/** The statuses that the service can return without an operation: from the router, the parser or the rate limit. */
const withoutOperation = new Set([400, 404, 405, 408, 413, 429, 431, 500, 503]);

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** The headers that tell clients of the API something. Others are of the transport, or stand in every answer. */
const speaks = /^(?:plumbline-.*|link|etag|location|x-total-count|preference-applied|idempotent-replayed)$/;

function headersFault({ status, headers = [] }: Answered, described: Described): string | null {
  if (status >= 300) return null;
  const names = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()));
  const strays = headers.filter((name) => speaks.test(name) && !names.has(name));
  return strays.length === 0 ? null : `it lists no header ${strays.join(', ')}`;
}

const mediaTypeOf = (contentType: string | null): string => contentType?.split(';')[0]?.trim() ?? '';

/** The keys of a whole record, if the records of the answer may also be sparse. */
function wholeKeys(content: unknown, { components }: Document): readonly string[] | undefined {
  const forms = /"anyOf":\[\{"\$ref":"[^"]*\/(\w+)"\},\{"\$ref":"[^"]*Sparse"\}\]/.exec(JSON.stringify(content));
  return forms ? (components.schemas[forms[1] ?? ''] as { required: readonly string[] }).required : undefined;
}

/** Most schemas judge few responses, so to compile them costs more than to apply them. */
const quickToCompile = { inlineRefs: false, code: { optimize: false } };

class Reading {
  readonly #document: Document;
  readonly #prefix: string;
  readonly #paths: readonly { readonly path: string; readonly pattern: RegExp }[];
  readonly #ajv = newDocumentCompiler({ allErrors: true, ...quickToCompile });

  constructor(document: Document) {
    this.#document = document;
    this.#prefix = new URL(document.servers[0]?.url ?? '').pathname;
    // Literal paths come before paths with parameters.
    const paths = Object.keys(document.paths).sort((one, other) => one.split('{').length - other.split('{').length);
    this.#paths = paths.map((path) => ({ path, pattern: this.#pattern(path) }));
    this.#ajv.addSchema({ ...document, $id: 'document' });
  }

  faultOf(answered: Answered): string | null {
    const method = answered.method === 'HEAD' ? 'get' : answered.method.toLowerCase();
    // The router goes on to a path with parameters where a literal one lacks the method.
    const fitting = this.#paths.filter(({ pattern }) => pattern.test(answered.path));
    const path = fitting.find((one) => method in (this.#document.paths[one.path] ?? {}))?.path ?? '';
    const operation = this.#document.paths[path]?.[method] as { responses: Record<string, Described> } | undefined;
    if (operation === undefined) return this.#stray(answered);
    const described = operation.responses[answered.status];
    if (described === undefined) return `${path} lists no such status`;
    if (described.$ref === undefined) {
      const at = pointer('paths', path, method, 'responses', String(answered.status));
      return headersFault(answered, described) ?? this.#bodyFault(answered, described, at);
    }
    const shared = this.#document.components.responses[described.$ref.split('/').at(-1) ?? ''];
    return this.#bodyFault(answered, shared, described.$ref.slice(1));
  }

  #pattern(path: string): RegExp {
    const isPlain = this.#document.paths[path]?.servers !== undefined;
    const source = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${isPlain ? '' : this.#prefix}${source}$`);
  }

  /** Returns the fault of a response to a request for which the document has no operation. */
  #stray(answered: Answered): string | null {
    if (!answered.path.startsWith('/api/') || answered.method === 'OPTIONS') return null;
    if (!withoutOperation.has(answered.status)) return 'there is no such operation';
    if (answered.method === 'HEAD') return null;
    if (answered.contentType !== 'application/problem+json') return `${answered.contentType} is no problem document`;
    return this.#schemaFault(answered.body, '/components/schemas/Problem');
  }

  #bodyFault(answered: Answered, described: Described | undefined, at: string): string | null {
    const { method, contentType, body } = answered;
    if (described?.content === undefined) return body === undefined ? null : 'it has no body';
    const mediaType = mediaTypeOf(contentType);
    const content = described.content[mediaType];
    if (content === undefined) return `its content type is not ${mediaType || 'absent'}`;
    if (method === 'HEAD') return null;
    const schemaAt = `${at}${pointer('content', mediaType, 'schema')}`;
    const whole = wholeKeys((content as { schema: unknown }).schema, this.#document);
    const fault = this.#schemaFault(body, schemaAt);
    if (fault !== null || whole === undefined) return fault;
    return answered.fields ? keysFault(body, answered.fields) : missingFault(body, whole);
  }

  #schemaFault(body: unknown, at: string): string | null {
    const validate = this.#ajv.getSchema(`document#${at}`);
    if (validate === undefined) return `it has no schema at ${at}`;
    return this.#faultBy(validate, body);
  }

  #faultBy(validate: ValidateFunction, body: unknown): string | null {
    if (validate(body)) return null;
    return this.#ajv.errorsText(validate.errors, { separator: '\n', dataVar: 'body' });
  }
}
