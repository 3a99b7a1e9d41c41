import type { Param } from '../../database/engine.ts';
import type { ListField } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { comparedType } from '../rows/columns.ts';
import { ownColumn } from '../rows/select.ts';
import { type QueryDay, type DayBinding, derivedExpression, type Expression } from './derived-values.ts';

/** Collects the values of a statement as its parameters. */
export interface Binding extends DayBinding {
  readonly parameters: readonly Param[];
  /** Whether the statement depends on the time so far. */
  readonly isDated: boolean;
  hold(value: Param): string;
}

/** The SQL expression of a field's value as clients see it. */
export function expressionOf(resource: Resource, { column, field }: ListField, binding: Binding): Expression {
  if (field.derived) return derivedExpression(resource.plural, column, binding);
  const type = comparedType(field);
  const stored = ownColumn(column);
  return { type, sql: field.empty === undefined ? stored : `coalesce(${stored}, ${String(field.empty)})` };
}

/**
 * Creates a binding with the account as `$1`.
 * @param parameters those of another binding of the same statement, which has a day of its own.
 */
export function newBinding(accountId: string, day: QueryDay, parameters: Param[] = [accountId]): Binding {
  const places = new Map<keyof QueryDay, string>();
  const hold = (value: Param): string => `$${parameters.push(value)}`;
  return {
    parameters,
    hold,
    get isDated() {
      return places.has('now') || places.has('today');
    },
    holdDay(name) {
      const place = places.get(name) ?? hold(day[name]);
      places.set(name, place);
      return place;
    },
  };
}
