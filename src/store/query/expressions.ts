import type { ListField } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Binding } from './binding.ts';
import { comparedType, quoted } from '../rows/columns.ts';
import { derivedExpression, type Expression } from './derived.ts';

/** The SQL expression of a field's value as clients see it. */
export function expressionOf(resource: Resource, { column, field }: ListField, binding: Binding): Expression {
  if (field.derived) return derivedExpression(resource.plural, column, binding);
  const type = comparedType(field.kind);
  const stored = `t.${quoted(column)}`;
  return { type, sql: field.empty === undefined ? stored : `coalesce(${stored}, ${String(field.empty)})` };
}
