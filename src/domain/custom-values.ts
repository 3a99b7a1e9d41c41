import { isDeepStrictEqual } from 'node:util';
import { firstProblems, pointerKey, type Problem, quoted } from '../refusal.ts';
import type { customFieldModels } from '../resources/vocabulary/choices.ts';
import type { companies } from '../resources/companies.ts';
import type { contacts } from '../resources/contacts.ts';
import type { projects } from '../resources/projects.ts';
import type { Value } from '../resources/resource.ts';
import { namesToCompare, suggested } from '../suggestion.ts';
import { type Definition, type ValueFault, faultOf, withoutEmptiness } from './custom-value.ts';
import { isWritten } from './input.ts';
import type { Change, Rule, RuleContext, Values } from './rule.ts';

type CustomizedResource = typeof companies | typeof contacts | typeof projects;

/** One value of the request, with the definition that it is for. */
interface CustomEntry {
  readonly definition: Definition;
  readonly value: Value;
}

/** Sets custom field values: a request gives them by `api_name`, a record stores them by the id of the definition. */
export const setCustomValues =
  (model: (typeof customFieldModels)[number]): Rule<CustomizedResource> =>
  (change, context) => {
    const given = change.input.custom_fields;
    if (!isWritten(change) || (change.action === 'update' && given === undefined)) return {};
    const stored = change.before?.custom_fields ?? {};
    const definitions = definitionsOf(model, context);
    // Clearing all fields clears those of live definitions: a deleted definition keeps its values until it is restored.
    const asked = given ?? emptied(definitions.keys());
    const entries = entriesOf(asked, definitions).filter(
      ({ definition, value }) => !isKept(value, stored[definition.id]),
    );
    const problems = [
      ...unknownFields(asked, definitions, context),
      ...entries.flatMap((entry) => problemOf(entry, context)),
      ...missing(change, asked, definitions),
    ];
    if (problems.length > 0) return { problems };
    const values = merged(stored, entries);
    const tooLong = sizeProblems(values, stored);
    return tooLong.length > 0 ? { problems: tooLong } : { set: { custom_fields: values } };
  };

function definitionsOf(model: string, context: RuleContext): ReadonlyMap<string, Definition> {
  const live = [...context.entries('custom_fields').values()].filter(
    (definition) => definition.model === model && definition.deleted_at === null,
  );
  return new Map(live.map((definition) => [definition.api_name, definition]));
}

const emptied = (apiNames: Iterable<string>): Record<string, null> =>
  Object.fromEntries([...apiNames].map((apiName) => [apiName, null]));

function entriesOf(asked: Values, definitions: ReadonlyMap<string, Definition>): CustomEntry[] {
  return Object.entries(asked).flatMap(([apiName, value]) => {
    const definition = definitions.get(apiName);
    return definition ? [{ definition, value: withoutEmptiness(value) }] : [];
  });
}

const isKept = (value: Value, stored: Value | undefined): boolean => isDeepStrictEqual(value, stored ?? null);

function unknownFields(
  asked: Values,
  definitions: ReadonlyMap<string, Definition>,
  { comparisons }: RuleContext,
): Problem[] {
  const known = [...definitions.keys()];
  return firstProblems(Object.keys(asked), (apiName) =>
    definitions.has(apiName) ? null : unknownField(apiName, namesToCompare(comparisons, known)),
  );
}

function unknownField(apiName: string, known: readonly string[]): Problem {
  const { hint, member } = suggested(apiName, known);
  const message = `no custom field is called ${quoted(apiName)}${hint}`;
  return { pointer: pointerTo(apiName), code: 'unknown_field', message, ...member };
}

function problemOf({ definition, value }: CustomEntry, context: RuleContext): Problem[] {
  const fault = isBlank(value) && definition.required ? isRequired : faultOf(value, definition, context);
  return fault ? [faultAt(definition.api_name, fault)] : [];
}

const isRequired: ValueFault = { code: 'required', message: 'must not be empty' };

const faultAt = (apiName: string, fault: ValueFault): Problem => ({ ...fault, pointer: pointerTo(apiName) });

const isBlank = (value: Value): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** The required fields that a new record omits or leaves empty. */
function missing(
  { action }: Pick<Change, 'action'>,
  asked: Values,
  definitions: ReadonlyMap<string, Definition>,
): Problem[] {
  if (action !== 'create') return [];
  return [...definitions]
    .filter(([apiName, definition]) => definition.required && !says(asked, apiName))
    .map(([apiName]) => faultAt(apiName, isRequired));
}

// An `api_name` may be `constructor`, a property that every object inherits.
const says = (asked: Values, apiName: string): boolean =>
  Object.hasOwn(asked, apiName) && withoutEmptiness(asked[apiName]) !== null;

function merged(stored: Values, entries: readonly CustomEntry[]): Values {
  const changed = entries.map(({ definition, value }) => [definition.id, value] as const);
  const all = { ...stored, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

const pointerTo = (apiName: string): string => `/custom_fields/${pointerKey(apiName)}`;

/** In bytes of JSON. Requests add values one by one, so a limit per request body does not bound the total. */
export const mostOfRecord = 2 ** 20;

/** The problem of a record whose custom fields are too large in total. @param before the values before the change. */
function sizeProblems(values: Values, before: Values): Problem[] {
  const changed = Object.keys({ ...before, ...values }).filter((id) => values[id] !== before[id]);
  const growth = changed.reduce((sum, id) => sum + sizeOf(id, values[id]) - sizeOf(id, before[id]), 0);
  const size = totalOf(before) + growth;
  totals.set(values, size);
  if (size <= mostOfRecord) return [];
  const message = `must have at most ${mostOfRecord} bytes of JSON, stored values included`;
  return [{ pointer: '/custom_fields', code: 'too_long', message }];
}

/** Cached, because a bulk may change one record 10,000 times: each row measures only the values that it changes. */
const totals = new WeakMap<Values, number>();

const totalOf = (values: Values): number =>
  totals.get(values) ?? Object.entries(values).reduce((sum, [id, value]) => sum + sizeOf(id, value), '{'.length);

/** In bytes, with the id and the punctuation. */
const sizeOf = (id: string, value: Value | undefined): number =>
  value === undefined
    ? 0
    : Buffer.byteLength(JSON.stringify(id)) + Buffer.byteLength(JSON.stringify(value)) + ':,'.length;
