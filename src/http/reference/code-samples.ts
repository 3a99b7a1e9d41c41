import type { DescribedOperation } from './described-api.ts';
import { html, type Markup } from './html.ts';

/** The request that a code sample sends. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly authorized: boolean;
  /** `undefined` for no body. */
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly answers: boolean;
}

interface CodeSample {
  readonly language: string;
  readonly title: string;
  readonly code: string;
}

/** The URL of an operation, with examples for its path and its required query parameters. */
export function sampleUrl({ server, path, parameters }: DescribedOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(parameters, name, '1'));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${exampleOf(parameters, name, '1')}`);
  return server + filled + (query.length > 0 ? `?${query.join('&')}` : '');
}

/** The code samples of a request, in the form that the pages show. */
export const sampleBlocks = (request: SampleRequest): Markup[] =>
  codeSamples(request).map(
    ({ language, title, code }) =>
      html`<div class="sample" data-language="${language}"><p class="language">${title}</p><pre><code>${code}</code></pre></div>`,
  );

/** A request as a curl command, a program with Node's `fetch`, and one with Python's standard library. */
const codeSamples = (request: SampleRequest): CodeSample[] => [
  { language: 'curl', title: 'curl', code: curl(request) },
  { language: 'javascript', title: 'JavaScript', code: javascript(request) },
  { language: 'python', title: 'Python', code: python(request) },
];

const exampleOf = (parameters: DescribedOperation['parameters'], name: string, otherwise: string): string => {
  const example = parameters.find((parameter) => parameter.name === name)?.example;
  return encodeURIComponent(typeof example === 'string' || typeof example === 'number' ? String(example) : otherwise);
};

const indented = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

function curl({ method, url, authorized, body, mediaType }: SampleRequest): string {
  const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;
  return [
    `curl${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(authorized ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : [`-H ${quoted(`Content-Type: ${mediaType ?? ''}`)}`, `-d ${quoted(indented(body))}`]),
  ].join(' \\\n  ');
}

function javascript(request: SampleRequest): string {
  const { method, url, body, answers } = request;
  const headers = headersOf(request, [
    'authorization: `Bearer ${process.env.TOKEN}`',
    (type) => `'content-type': '${type}'`,
  ]);
  const sent = `JSON.stringify(${indented(body).replaceAll('\n', '\n  ')})`;
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...block(headers, { open: '  headers: {', close: '  },', indent: '    ' }),
    ...(body === undefined ? [] : [`  body: ${sent},`]),
  ];
  return [
    ...block(options, { open: `const response = await fetch('${url}', {`, close: '});', indent: '' }, [
      `const response = await fetch('${url}');`,
    ]),
    answers ? 'console.log(response.status, await response.json());' : 'console.log(response.status);',
  ].join('\n');
}

function python(request: SampleRequest): string {
  const { method, url, authorized, body, answers } = request;
  const token = '"Authorization": "Bearer " + os.environ["TOKEN"]';
  const headers = headersOf(request, [token, (type) => `"Content-Type": "${type}"`]);
  const sent = `json.dumps(${pythonValue(body, '    ')}).encode()`;
  return [
    ...(answers || body !== undefined ? ['import json'] : []),
    ...(authorized ? ['import os'] : []),
    ...['import urllib.request', '', 'request = urllib.request.Request(', `    "${url}",`],
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...block(headers, { open: '    headers={', close: '    },', indent: '        ' }),
    ...(body === undefined ? [] : [`    data=${sent},`]),
    ...[')', 'with urllib.request.urlopen(request) as response:'],
    answers ? '    print(response.status, json.load(response))' : '    print(response.status)',
  ].join('\n');
}

type HeaderWords = readonly [token: string, type: (mediaType: string) => string];

const headersOf = ({ authorized, body, mediaType = '' }: SampleRequest, [token, type]: HeaderWords): string[] => [
  ...(authorized ? [`${token},`] : []),
  ...(body === undefined ? [] : [`${type(mediaType)},`]),
];

interface Block {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
}

/** Indented lines between an opening and a closing line, or `otherwise` if there are no lines. */
const block = (lines: readonly string[], { open, close, indent }: Block, otherwise: string[] = []): string[] =>
  lines.length === 0 ? otherwise : [open, ...lines.map((line) => indent + line), close];

/** A Python literal. Python's names for true, false and null differ from JSON's. */
function pythonValue(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${pythonValue(item, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonValue(item, inner)},\n`);
    return `{\n${lines.join('')}${indent}}`;
  }
  return (typeof value === 'string' ? undefined : constants[String(value)]) ?? JSON.stringify(value);
}

const constants: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
