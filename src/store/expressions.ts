import type { ListField } from '../resources/list-fields.ts';
import type { Resource } from '../resources/resource.ts';
import type { Binding } from './binding.ts';
import { comparedType, quoted } from './columns.ts';
import { derivedExpression } from './derived.ts';

/** Something of a row in SQL, over `t`, and its type. */
export interface Expression {
  readonly sql: string;
  readonly type: string;
}

/** A field of a row as it reads. */
export function expressionOf(resource: Resource, { column, field }: ListField, binding: Binding): Expression {
  if (field.derived) return derivedExpression(resource.plural, column, binding);
  const type = comparedType(field.kind);
  const stored = `t.${quoted(column)}`;
  return { type, sql: field.empty === undefined ? stored : `coalesce(${stored}, ${String(field.empty)})` };
}
