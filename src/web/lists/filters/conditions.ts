import type { Fault } from '../../../client/problem.ts';
import { operators, type Operator } from '../../../resources/list-fields.ts';
import { filtersOf, type Search } from '../../queries/address.ts';
import type { FilterField } from './filter-fields.ts';

/** A condition of an address. */
export interface Condition {
  /** As the address has it: `amount[gt]`. */
  readonly parameter: string;
  readonly value: string;
  /** Null if the list has no such field. */
  readonly field: FilterField | null;
  readonly operator: Operator;
  /** The words of the service, if it refuses the condition. */
  readonly fault: string | null;
}

/** The conditions of an address, in its order, and every other parameter that the service refuses. */
export function conditionsOf(
  search: Search,
  fields: readonly FilterField[],
  faults: readonly Fault[],
): readonly Condition[] {
  const refused = new Map(faults.map(({ parameter = '', message }) => [parameter, message]));
  const filters = Object.keys(filtersOf(search)).filter((name) => name !== 'view');
  const others = Object.keys(search).filter((name) => refused.has(name) && !filters.includes(name));
  return [...filters, ...others].map((parameter) => {
    const { name, operator } = split(parameter);
    return {
      parameter,
      value: search[parameter] ?? '',
      field: fields.find((field) => field.name === name) ?? null,
      operator,
      // The service names a condition, or the field of several.
      fault: refused.get(parameter) ?? refused.get(name) ?? null,
    };
  });
}

/** `amount[gt]` → the field `amount` and the operator `gt`. */
function split(parameter: string): { readonly name: string; readonly operator: Operator } {
  const operator = operators.find((one) => parameter.endsWith(`[${one}]`));
  if (operator === undefined) return { name: parameter, operator: 'in' };
  return { name: parameter.slice(0, -operator.length - 2), operator };
}

/** The parameter of a condition. Several values are any-of, which needs no operator. */
export const parameterOf = ({ name }: FilterField, operator: Operator): string =>
  operator === 'in' ? name : `${name}[${operator}]`;

/** The values of a condition: several, if it has no operator. */
export const valuesOf = (operator: Operator, value: string): readonly string[] =>
  operator === 'in' ? value.split(',').filter((one) => one !== '') : [value];
