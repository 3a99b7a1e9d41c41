import { comparedWith, firstProblems, type Problem, quoted, mustBeAmong } from '../../refusal.ts';
import {
  customComparisons,
  hasCustomFields,
  type ListField,
  listFieldsOf,
  type Operator,
  operatorsOf,
  type Comparison,
  type RelativeKind,
} from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { suggested } from '../../suggestion.ts';
import { type Directory, liveKeys } from '../../store/rows/directory.ts';
import type { CustomFieldType } from '../../resources/vocabulary/choices.ts';
import { wireTime, isId } from '../../resources/vocabulary/formats.ts';
import { hasInvisible, withoutInvisible, withVisibleEnds } from '../../resources/vocabulary/invisible.ts';
import type { RecordNamed } from '../../resources/index.ts';
import { valueSchema } from '../../schema/field-schema.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { textProblem } from '../../schema/query-text.ts';
import type { Filter } from '../../store/query/filters.ts';

/** A filter as the request sends it. */
export interface AskedFilter extends Omit<Filter, 'values' | 'spans'> {
  readonly values: readonly (string | Relative | null)[];
}

/** A filter value that depends on the request: its acting user, or the day so many days after the account's today. */
export type Relative = { readonly is: 'me' } | { readonly is: 'day'; readonly days: number };

/** The valid filters of a query, and the problems of the others. */
export interface JudgedFilters {
  readonly filters: readonly AskedFilter[];
  readonly problems: readonly Problem[];
}

/** The parameters of a query by name. */
export type QueryValues = Readonly<Record<string, string>>;

interface FilterScope {
  readonly directory: Directory;
  readonly reserved: ReadonlySet<string>;
  /** The fields to filter by, if they are not the resource's own. */
  readonly fields?: ReadonlyMap<string, ListField>;
}

/** One filter as sent: `custom_fields[roof][gt]=2` has the path `custom_fields`, `roof`, `gt`. */
interface SentFilter {
  readonly parameter: string;
  readonly path: readonly string[];
  readonly text: string;
}

/**
 * Reads the filters of a query: `name=…`, `name[operator]=…`, `custom_fields[api_name]…`, and each of these
 * within `filters[…]`.
 * @param reserved the names with another meaning; within `filters[…]` they are free.
 */
export function filtersOf(
  resource: Resource,
  query: QueryValues,
  { directory, reserved, fields = listFieldsOf(resource) }: FilterScope,
): JudgedFilters {
  const sent = Object.entries(query)
    .filter(([parameter]) => !reserved.has(parameter))
    .map(([parameter, text]): SentFilter => ({ parameter, path: pathOf(parameter), text }));
  const filters: AskedFilter[] = [];
  const problems = firstProblems(sent, (one, found) => {
    const read = filterOf(resource, one, { directory, fields, found });
    if ('filter' in read) filters.push(read.filter);
    return 'filter' in read ? null : read.problem;
  });
  return { filters, problems };
}

/** The name of the field that a filter's parameter names: `amount` for `filters[amount][gt]`. */
export const filteredName = (parameter: string): string => pathOf(parameter)[0] ?? '';

type JudgedFilter = { readonly filter: AskedFilter } | { readonly problem: Problem };

function pathOf(parameter: string): string[] {
  const path = parameter.split(/[[\]]+/).filter(Boolean);
  return path[0] === 'filters' && path.length > 1 ? path.slice(1) : path;
}

/** The field of a filter, with the rule for its values and the allowed operators. */
interface Subject {
  readonly on: AskedFilter['on'];
  readonly rule: ValueRule;
  readonly operators: readonly Operator[];
}

interface FilterContext extends Required<Pick<FilterScope, 'directory' | 'fields'>> {
  /** The number of problems of the earlier filters. */
  readonly found: number;
}

function filterOf(resource: Resource, sent: SentFilter, { directory, fields, found }: FilterContext): JudgedFilter {
  const isCustom = hasCustomFields(resource) && sent.path[0] === 'custom_fields';
  const [name = '', operator, ...rest] = isCustom ? sent.path.slice(1) : sent.path;
  if (name === '' || rest.length > 0) return { problem: unknownField(sent, sent.path.join('.'), []) };
  const subject = isCustom ? customSubject(resource, name, directory) : ownSubject(fields.get(name), directory);
  if (!subject) {
    const known = isCustom ? customNames(resource, directory) : [...fields.keys()];
    return { problem: unknownField(sent, name, comparedWith(known, found)) };
  }
  return judged(sent, operator, subject);
}

function ownSubject(on: ListField | undefined, directory: Directory): Subject | null {
  return on ? { on, rule: ruleOf(on, directory), operators: operatorsOf[on.comparison] } : null;
}

function customSubject(resource: Resource, name: string, directory: Directory): Subject | null {
  const id = directory.customFields(resource.singular).find(({ apiName }) => apiName === name)?.id;
  const definition = directory.entries('custom_fields').get(id ?? '');
  if (!definition) return null;
  const rule = customRuleOf(definition);
  const on = { customFieldId: definition.id, type: definition.field_type };
  return { on, rule, operators: operatorsOf[rule.comparison] };
}

const customNames = (resource: Resource, directory: Directory): string[] =>
  directory.customFields(resource.singular).map(({ apiName }) => apiName);

function unknownField({ parameter }: SentFilter, name: string, known: readonly string[]): Problem {
  const { hint, member } = suggested(name, known);
  const message = `no field to filter by is called ${quoted(name)}${hint}`;
  return { parameter, code: 'unknown_parameter', message, ...member };
}

function judged(
  { parameter, text }: SentFilter,
  name: string | undefined,
  { on, rule, operators }: Subject,
): JudgedFilter {
  const operator = name === undefined ? 'in' : operators.find((known) => known === name);
  if (operator === undefined) return { problem: unknownOperator(parameter, name ?? '', operators) };
  const texts = spellingsOf(operator === 'in' ? text.split(',') : [text], operator, rule);
  const of = operandRule(operator, rule);
  const isEmpty = (value: string): boolean => value === 'null' && takesNull.has(operator);
  const [problem] = firstProblems(texts, (value) => (isEmpty(value) ? null : valueProblem(parameter, value, of)), 1);
  if (problem) return { problem };
  const values = texts.map((value) =>
    isEmpty(value) ? null : (relativeOf(value, of.relative) ?? storedText(value, of)),
  );
  return { filter: { on, operator, values } };
}

/**
 * The values to compare with. Stored texts have no characters that nobody sees at their ends, and keys have none. A name
 * may need some inside, and an older record may have any, so a text is looked for as it is sent too.
 */
function spellingsOf(values: readonly string[], operator: Operator, { comparison }: ValueRule): readonly string[] {
  const isLenient = (comparison === 'text' || comparison === 'texts') && lenient.has(operator);
  const spellings = (value: string): string[] =>
    isLenient ? [withoutInvisible(value), withVisibleEnds(value), value] : [withoutInvisible(value)];
  return [...new Set(values.flatMap((value) => (hasInvisible(value) ? spellings(value) : value)))];
}

/** The operators that compare with any of several values. */
const lenient: ReadonlySet<Operator> = new Set(['in', 'eq']);

function unknownOperator(parameter: string, name: string, allowed: readonly Operator[]): Problem {
  const { hint, member } = suggested(name, allowed);
  const message = `has no operator ${quoted(name)}${hint}`;
  return { parameter, code: 'not_allowed', message, allowed, ...member };
}

const takesNull: ReadonlySet<Operator> = new Set(['eq', 'ne', 'in']);

const truth: ValueRule = { comparison: 'plain', allowed: ['true', 'false'] };

/** The rule for an operand, which is not always a value of the field. */
function operandRule(operator: Operator, rule: ValueRule): ValueRule {
  if (operator === 'is_null') return truth;
  return operator === 'contains' || operator === 'starts_with' ? { comparison: 'text' } : rule;
}

/** The rule for a filter's values. */
interface ValueRule {
  readonly comparison: Comparison;
  /** The relative values that it also accepts. */
  readonly relative?: RelativeKind | undefined;
  readonly schema?: JsonSchema;
  readonly allowed?: readonly string[];
  /** The request that lists all allowed values. */
  readonly listedBy?: string;
}

/** The rule for the values of a filter on a field of the record. */
function ruleOf({ comparison, field, relative }: ListField, directory: Directory): ValueRule {
  if (field.kind === 'entry_key') {
    return { comparison, relative, allowed: liveKeys(directory, field.of), listedBy: `GET /${field.of}` };
  }
  if (comparison !== 'ordered' && comparison !== 'plain') return { comparison, relative };
  const known = schemas.get(field) ?? valueSchema(field);
  schemas.set(field, known);
  return { comparison, relative, schema: known };
}

/** The rule for the values of a filter on a custom field. */
function customRuleOf(definition: RecordNamed<'custom_fields'>): ValueRule {
  const { field_type: type, options: allowed } = definition;
  const listedBy = `GET /custom_fields/${definition.id}`;
  const schema = customSchemas[type];
  return {
    ...customComparisons[type],
    ...(schema && { schema }),
    ...(type === 'select' || type === 'multi_select' ? { allowed, listedBy } : {}),
  };
}

/** The problem of a value as sent; `null` if the value is valid. */
function valueProblem(parameter: string, text: string, rule: ValueRule): Problem | null {
  const { relative, allowed, listedBy = 'the reference' } = rule;
  if (text === '') return { parameter, code: 'required', message: 'must not be empty; null matches empty values' };
  if (relativeOf(text, relative)) return null;
  if (allowed && !allowed.includes(text)) {
    return { parameter, code: 'not_allowed', ...mustBeAmong(allowed, listedBy) };
  }
  return formProblem(parameter, text, rule);
}

function formProblem(parameter: string, text: string, { comparison, relative, schema }: ValueRule): Problem | null {
  if ((comparison === 'id' || comparison === 'ids') && !isId(text)) {
    const wanted = relative === 'me' ? 'an id or me' : 'an id';
    return { parameter, code: 'invalid_format', message: `must be ${wanted}, not ${quoted(text)}` };
  }
  if (relative === 'day' && /^today/i.test(text)) return { parameter, code: 'invalid_format', message: wrongDay };
  return schema ? textProblem(parameter, text, schema) : null;
}

/** Reads a relative value; null if the text is none. A `+` that is not percent-encoded arrives as a space. */
function relativeOf(text: string, kind: RelativeKind | undefined): Relative | null {
  if (kind === 'me') return text === 'me' ? { is: 'me' } : null;
  const found = kind === 'day' && /^today(?:([+ -])(\d{1,4}))?$/.exec(text);
  return found ? { is: 'day', days: Number(found[2] ?? 0) * (found[1] === '-' ? -1 : 1) } : null;
}

const wrongDay = 'must be today, or today with up to four digits of days, such as today-30 or today+14';

/** A valid value in the form that the store compares. */
function storedText(text: string, { schema }: ValueRule): string {
  if (schema?.['format'] === 'date-time') return wireTime(text);
  return schema?.['type'] === 'number' || schema?.['type'] === 'integer' ? String(Number(text)) : text;
}

/** Cached as long as their fields exist, so that each schema is compiled once. */
const schemas = new WeakMap<object, JsonSchema>();

const customSchemas: Readonly<Partial<Record<CustomFieldType, JsonSchema>>> = {
  number: { type: 'number' },
  currency: { type: 'number', format: 'two-decimals' },
  date: { type: 'string', format: 'date' },
  boolean: { type: 'boolean' },
};
