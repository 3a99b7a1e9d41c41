import type { Problem } from '../refusal.ts';
import type { CustomFieldType } from '../resources/choices.ts';
import { hasCustomFields, type ListField, listFieldsOf, type Operator, operatorsOf } from '../resources/list-fields.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { suggested } from '../schema/problems.ts';
import type { Directory } from '../store/directory.ts';
import type { Filter } from '../store/filters.ts';
import { customRuleOf, ruleOf, storedText, type ValueRule, valueProblem } from './filter-values.ts';

/** The filters of a query that hold, and what is wrong with the others. */
export interface Filtered {
  readonly filters: readonly Filter[];
  readonly problems: readonly Problem[];
}

type Query = Readonly<Record<string, string>>;

interface Within {
  readonly directory: Directory;
  readonly reserved: ReadonlySet<string>;
  /** What there is to filter by, where that is not the resource's own. */
  readonly fields?: ReadonlyMap<string, ListField>;
}

/** One filter as sent: `custom_fields[roof][gt]=2` has the path `custom_fields`, `roof`, `gt`. */
interface Sent {
  readonly parameter: string;
  readonly path: readonly string[];
  readonly text: string;
}

/**
 * Reads the filters of a query: `name=…`, `name[operator]=…`, `custom_fields[api_name]…`, and each of these
 * within `filters[…]`.
 * @param reserved the names that mean something else; within `filters[…]` they are free.
 */
export function filtersOf(
  resource: Resource,
  query: Query,
  { directory, reserved, fields = listFieldsOf(resource) }: Within,
): Filtered {
  const sent = Object.entries(query)
    .filter(([parameter]) => !reserved.has(parameter))
    .map(([parameter, text]): Sent => ({ parameter, path: pathOf(parameter), text }));
  const read = sent.map((one) => filterOf(resource, one, { directory, fields }));
  return {
    filters: read.flatMap((one) => ('filter' in one ? [one.filter] : [])),
    problems: read.flatMap((one) => ('filter' in one ? [] : one.problems)),
  };
}

type Read = { readonly filter: Filter } | { readonly problems: readonly Problem[] };

function pathOf(parameter: string): string[] {
  const path = parameter.split(/[[\]]+/).filter(Boolean);
  return path[0] === 'filters' && path.length > 1 ? path.slice(1) : path;
}

/** What a filter is about, and what its operator and its values must be. */
interface Subject {
  readonly on: Filter['on'];
  readonly rule: ValueRule;
  readonly operators: readonly Operator[];
}

type Known = Required<Pick<Within, 'directory' | 'fields'>>;

function filterOf(resource: Resource, sent: Sent, { directory, fields }: Known): Read {
  const isCustom = hasCustomFields(resource) && sent.path[0] === 'custom_fields';
  const [name = '', operator, ...rest] = isCustom ? sent.path.slice(1) : sent.path;
  if (name === '' || rest.length > 0) return { problems: [unknownField(sent, sent.path.join('.'), [])] };
  const subject = isCustom ? customSubject(resource, name, directory) : ownSubject(fields.get(name), directory);
  if (!subject) {
    const known = isCustom ? customNames(resource, directory) : [...fields.keys()];
    return { problems: [unknownField(sent, name, known)] };
  }
  return judged(sent, operator, subject);
}

function ownSubject(on: ListField | undefined, directory: Directory): Subject | null {
  return on ? { on, rule: ruleOf(on, directory), operators: operatorsOf[on.comparison] } : null;
}

function customSubject(resource: Resource, name: string, directory: Directory): Subject | null {
  const id = directory.customFields(resource.singular).find(({ apiName }) => apiName === name)?.id;
  const definition: Row | undefined = directory.entries('custom_fields').get(id ?? '');
  if (!definition) return null;
  const rule = customRuleOf(definition);
  const on = { customFieldId: definition.id, type: definition['field_type'] as CustomFieldType };
  return { on, rule, operators: operatorsOf[rule.comparison] };
}

const customNames = (resource: Resource, directory: Directory): string[] =>
  directory.customFields(resource.singular).map(({ apiName }) => apiName);

function unknownField({ parameter }: Sent, name: string, known: readonly string[]): Problem {
  const { hint, member } = suggested(name, known);
  const message = `no field to filter by is called ${JSON.stringify(name)}${hint}`;
  return { parameter, code: 'unknown_parameter', message, ...member };
}

function judged({ parameter, text }: Sent, name: string | undefined, { on, rule, operators }: Subject): Read {
  const operator = name === undefined ? 'in' : operators.find((known) => known === name);
  if (operator === undefined) return { problems: [unknownOperator(parameter, name ?? '', operators)] };
  const texts = operator === 'in' ? [...new Set(text.split(','))] : [text];
  const of = operandRule(operator, rule);
  const isEmpty = (value: string): boolean => value === 'null' && takesNull.has(operator);
  const wrong = texts.flatMap((value) => (isEmpty(value) ? [] : (valueProblem(parameter, value, of) ?? [])));
  if (wrong.length > 0) return { problems: wrong.slice(0, 1) };
  return { filter: { on, operator, values: texts.map((value) => (isEmpty(value) ? null : storedText(value, of))) } };
}

function unknownOperator(parameter: string, name: string, allowed: readonly Operator[]): Problem {
  const { hint, member } = suggested(name, allowed);
  const message = `has no operator ${JSON.stringify(name)}${hint}`;
  return { parameter, code: 'not_allowed', message, allowed, ...member };
}

const takesNull: ReadonlySet<Operator> = new Set(['eq', 'ne', 'in']);

const truth: ValueRule = { comparison: 'plain', allowed: ['true', 'false'] };

/** What stands behind an operator is not always a value of the field. */
function operandRule(operator: Operator, rule: ValueRule): ValueRule {
  if (operator === 'is_null') return truth;
  return operator === 'contains' || operator === 'starts_with' ? { comparison: 'text' } : rule;
}
