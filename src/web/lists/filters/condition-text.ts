import type { ViewContext } from '../../fields/field-view.ts';
import { type Condition, valuesOf } from './conditions.ts';
import { operatorWords } from './filter-fields.ts';
import { filterText } from './filter-values.ts';

/** `Stage is Bidding or Estimating`; `Contains “roof”` for a search. A parameter that is no field stands as it is. */
export function conditionText(
  { parameter, value, field, operator, fault }: Condition,
  context: ViewContext,
  names: ReadonlyMap<string, string>,
): string {
  if (parameter === 'q') return `Contains “${value}”`;
  if (field === null) return `${parameter} = ${value}`;
  // A wrong value stands as it was written.
  if (fault !== null) return `${field.label} ${operatorWords(operator, field.field)} ${value}`;
  if (operator === 'is_null') return `${field.label} is ${value === 'false' ? 'not empty' : 'empty'}`;
  const texts = valuesOf(operator, value).map((one) => filterText(one, field, context, names));
  return `${field.label} ${operatorWords(operator, field.field)} ${texts.join(' or ')}`;
}
