import type { JsonSchema } from '../../schema/json-schema.ts';
import type { QueryParameter } from './operation.ts';

/** Whether a parameter with this schema takes several values. A `$ref` refers to the values of a filter. */
export const takesSeveral = (schema: JsonSchema): boolean => schema['type'] === 'array' || '$ref' in schema;

/**
 * The name that collects the values of a repeated parameter: `include` for `include`, `include[]` and `include[0]`;
 * `null` if the parameter is unknown or takes one value.
 */
export function listName(name: string, find: (name: string) => QueryParameter | undefined): string | null {
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
