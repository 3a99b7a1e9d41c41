import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { mostProblems, type Problem } from '../refusal.ts';
import type { JsonSchema } from './json-schema.ts';
import { problemOf } from './problems.ts';
import { newSchemaCompiler } from './schema-compiler.ts';

/** The parameters of a query string as sent, and the problems of its text. */
export interface QueryText {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

/**
 * Decodes a query string strictly: it replaces no invalid bytes, and reports a repeated parameter as a problem.
 * @param listName the name of the list that a parameter belongs to: its values are joined by commas.
 */
export function parseQuery(text: string, listName: (name: string) => string | null = () => null): QueryText {
  const values = Object.create(null) as Record<string, string>;
  const problems: Problem[] = [];
  for (const pair of text.split('&').filter(Boolean)) {
    if (problems.length > mostProblems) break;
    const [sent, value] = nameAndValue(pair);
    const list = listName(sent);
    const name = list ?? sent;
    const problem = problemWith(name, value, list === null ? values : {});
    if (problem) problems.push(problem);
    else values[name] = joined(values[name], value);
  }
  return { values, problems };
}

const joined = (before: string | undefined, value = ''): string =>
  before === undefined ? value : `${before},${value}`;

function nameAndValue(pair: string): [name: string, value: string | undefined] {
  const mark = pair.indexOf('=');
  if (mark < 0) return [decode(pair) ?? pair, ''];
  const name = pair.slice(0, mark);
  return [decode(name) ?? name, decode(pair.slice(mark + 1))];
}

function problemWith(name: string, value: string | undefined, known: Readonly<Record<string, string>>): Problem | null {
  if (value === undefined) return { parameter: name, code: 'invalid_format', message: 'must be percent-encoded UTF-8' };
  if (value.includes('\0')) return { parameter: name, code: 'invalid_text', message: 'must not contain NUL' };
  if (name in known) return { parameter: name, code: 'duplicate', message: 'must be given once' };
  return null;
}

/** A part of a form or a query as text; undefined if it is not percent-encoded UTF-8. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const compiler = newSchemaCompiler();

/** The compiled schemas, cached on first use: most parameters of most operations are never used. */
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** The problem of a query value by the schema of one value; `null` if there is none. */
export function textProblem(parameter: string, text: string, schema: JsonSchema): Problem | null {
  const validate = compiled.get(schema) ?? compiler.compile(schema);
  compiled.set(schema, validate);
  if (validate(typed(text, schema['type']))) return null;
  return (validate.errors ?? []).flatMap((error) => inQuery(parameter, error) ?? [])[0] ?? null;
}

/** Converts text to the number or boolean that the schema expects. Other text stays text. */
function typed(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

function inQuery(parameter: string, error: ErrorObject): Problem | null {
  if (error.keyword === 'pattern') return { parameter, code: 'invalid_format', message: 'has the wrong form' };
  const problem = problemOf(error, '');
  if (problem === null) return { parameter, code: 'invalid_format', message: error.message ?? 'has the wrong form' };
  const { pointer: inBody, ...rest } = problem;
  return inBody === '' ? { ...rest, parameter } : null;
}
