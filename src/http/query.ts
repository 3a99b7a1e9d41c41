import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { parseQuery } from '../domain/query-text.ts';
import { Refusal, type Problem } from '../refusal.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { nearest, problemOf } from '../schema/problems.ts';
import { newSchemaCompiler } from '../schema/schema-compiler.ts';
import type { QueryParameter } from './operation.ts';

export type QueryCheck = (text: string) => Readonly<Record<string, string>>;

/**
 * What an operation's query string may hold. A parameter's name may have parts in braces,
 * `custom_fields[{api_name}]`, that stand for any name.
 * @returns a function that answers the values as sent, or throws a `Refusal` with every problem.
 */
export function queryCheck(parameters: readonly QueryParameter[]): QueryCheck {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const patterns = parameters
    .filter(({ name }) => name.includes('{'))
    .map((parameter) => [parameter, pattern(parameter)] as const);
  const known = [...byName.keys()];
  const required = parameters.filter((parameter) => parameter.required);
  const find = (name: string) => byName.get(name) ?? patterns.find(([, expression]) => expression.test(name))?.[0];
  return (text) => {
    const { values, problems } = parseQuery(text);
    const wrong = Object.entries(values).flatMap(([name, value]) => {
      const parameter = find(name);
      if (!parameter) return [unknown(name, known)];
      return parameter.judge?.(value) ?? problemsOf(name, value, parameter.schema);
    });
    const missing = required.filter(({ name }) => !(name in values)).map(({ name }) => absent(name));
    refuse([...problems, ...wrong], missing);
    return values;
  };
}

function refuse(wrong: readonly Problem[], missing: readonly Problem[]): void {
  if (wrong.length === 0 && missing.length === 0) return;
  const problems = [...missing, ...wrong];
  const [only] = problems;
  const detail =
    problems.length === 1 && only
      ? `${String(only.parameter)}: ${only.message}.`
      : `The query has ${problems.length} problems.`;
  throw new Refusal(wrong.length === 0 ? 'missing_parameter' : 'invalid_query', detail, { problems });
}

const absent = (parameter: string): Problem => ({ parameter, code: 'required', message: 'is required' });

function unknown(parameter: string, known: readonly string[]): Problem {
  const suggestion = nearest(parameter, known);
  return {
    parameter,
    code: 'unknown_parameter',
    message: `no parameter is called ${JSON.stringify(parameter)}${suggestion ? `; did you mean ${suggestion}?` : ''}`,
    ...(suggestion ? { suggestion } : {}),
  };
}

function pattern({ name }: QueryParameter): RegExp {
  const parts = name.split(/\{[^}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\\[\\]]+')}$`);
}

const compiler = newSchemaCompiler();

/** Compiled when first needed: most parameters of most operations never are. */
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

function problemsOf(parameter: string, text: string, schema: JsonSchema): Problem[] {
  const validate = compiled.get(schema) ?? compiler.compile(schema);
  compiled.set(schema, validate);
  if (validate(typed(text, schema['type']))) return [];
  return (validate.errors ?? []).flatMap((error) => inQuery(parameter, error) ?? []).slice(0, 1);
}

/** Digits are a number only where the schema wants one: everything else is judged as the text that it is. */
function typed(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
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
