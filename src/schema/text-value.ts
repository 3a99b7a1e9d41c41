import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Problem } from '../refusal.ts';
import type { JsonSchema } from './json-schema.ts';
import { problemOf } from './problems.ts';
import { newSchemaCompiler } from './schema-compiler.ts';

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
