import { comparedWith, firstProblems, type Problem, queryRefusal, quoted } from '../../refusal.ts';
import { suggested } from '../../suggestion.ts';
import { parseQuery, textProblem } from '../../schema/query-text.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type {
  Handle,
  JudgedQuery,
  JudgeQuery,
  Operation,
  OperationRequest,
  QueryParameter,
} from '../contract/operation.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';

/** @param now the instant of the request. */
export type QueryCheck = (text: string, directory: Directory, now: Date) => SoundQuery;

/** A valid query: its values as sent, and the handler for the request. */
export interface SoundQuery {
  readonly query: OperationRequest['query'];
  readonly handle: Handle;
}

/**
 * Builds the validation of an operation's query string. A parameter's name can contain placeholders in braces for any
 * name: `custom_fields[{api_name}]`.
 * @returns a function that throws a `Refusal` with every problem, if there are any.
 */
export function queryCheck(operation: Operation): QueryCheck {
  const parameters = operation.query.filter(({ onlyDescribed }) => !onlyDescribed);
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const patterns = parameters
    .filter(({ name }) => name.includes('{'))
    .map((parameter) => [parameter, pattern(parameter)] as const);
  const known = [...byName.keys()].filter((name) => !name.includes('{') && !name.includes('['));
  const required = parameters.filter((parameter) => parameter.required);
  const find = (name: string) => byName.get(name) ?? patterns.find(([, expression]) => expression.test(name))?.[0];
  const isAlwaysJudged = required.length > 0 || 'judgeQuery' in operation;
  const unasked = isAlwaysJudged ? null : { query: noValues, handle: operation.handle };
  return (text, directory, now) => {
    if (text === '' && unasked) return unasked;
    const { values, problems } = parseQuery(text, (name) => listName(name, find));
    const found = Object.entries(values).map(([name, value]) => ({ name, value, parameter: find(name) }));
    const wrong = firstProblems(found, ({ name, value, parameter }, before) => {
      if (!parameter) return unknown(name, comparedWith(known, before));
      return [...valueProblems(parameter, name, value), ...exclusions(parameter, values)];
    });
    const named = found.flatMap(({ name, value, parameter }) => (parameter ? [[name, value] as const] : []));
    const judged = judgedBy(operation, Object.fromEntries(named), directory, now);
    const missing = required.filter(({ name }) => !(name in values)).map(({ name }) => absent(name));
    refuse([...problems, ...wrong, ...judged.problems], missing);
    return { query: values, handle: judged.handle };
  };
}

const noValues: OperationRequest['query'] = Object.freeze(Object.create(null) as Record<string, string>);

const judgedBy = (operation: Operation, ...judging: Parameters<JudgeQuery>): JudgedQuery =>
  'judgeQuery' in operation ? operation.judgeQuery(...judging) : { problems: [], handle: operation.handle };

function refuse(wrong: readonly Problem[], missing: readonly Problem[]): void {
  if (wrong.length === 0 && missing.length === 0) return;
  throw queryRefusal([...missing, ...wrong], wrong.length === 0 ? 'missing_parameter' : 'invalid_query');
}

const valueProblems = ({ judged, schema }: QueryParameter, name: string, value: string): readonly Problem[] =>
  [judged ? null : textProblem(name, value, schema)].filter((problem) => problem !== null);

const exclusions = (
  { name, excludes = {} }: QueryParameter,
  values: Readonly<Record<string, string>>,
): readonly Problem[] =>
  Object.entries(excludes)
    .filter(([other]) => other in values)
    .map(([other, why]) => ({
      parameter: name,
      code: 'not_allowed',
      message: `cannot be combined with ${other}${why}`,
    }));

const absent = (parameter: string): Problem => ({ parameter, code: 'required', message: 'is required' });

function unknown(parameter: string, known: readonly string[]): Problem {
  const { hint, member } = suggested(parameter, known);
  const message = `no parameter is called ${quoted(parameter)}${hint}`;
  return { parameter, code: 'unknown_parameter', message, ...member };
}

function pattern({ name }: QueryParameter): RegExp {
  const parts = name.split(/\{[^{}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\\[\\]]+')}$`);
}

/** Whether a parameter with this schema takes several values. A `$ref` refers to the values of a filter. */
export const takesSeveral = (schema: JsonSchema): boolean => schema['type'] === 'array' || '$ref' in schema;

/**
 * The name that collects the values of a repeated parameter: `include` for `include`, `include[]` and `include[0]`;
 * `null` if the parameter is unknown or takes one value.
 */
function listName(name: string, find: (name: string) => QueryParameter | undefined): string | null {
  const plain = name.replace(/\[\d{0,4}\]$/, '');
  const parameter = find(plain);
  if (!parameter) return null;
  return takesSeveral(parameter.schema) || (parameter.undescribed && namesNoOtherOperator(plain)) ? plain : null;
}

/** Whether a condition with a client-built name takes several values: without an operator, or with `in`. */
function namesNoOtherOperator(name: string): boolean {
  const path = name.split(/[[\]]+/).filter(Boolean);
  const [first, ...rest] = path[0] === 'filters' ? path.slice(1) : path;
  const operators = first === 'custom_fields' ? rest.slice(1) : rest;
  const isNamed = first !== 'custom_fields' || rest.length > 0;
  return isNamed && (operators.length === 0 || operators.join() === 'in');
}
