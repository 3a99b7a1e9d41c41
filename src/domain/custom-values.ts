import { isDeepStrictEqual } from 'node:util';
import { closest } from 'fastest-levenshtein';
import { mostProblems, type Problem } from '../refusal.ts';
import type { customFieldModels } from '../resources/choices.ts';
import type { Row, Value } from '../resources/resource.ts';
import { type Fault, faultOf, withoutEmptiness } from './custom-value.ts';
import { isWritten } from './given.ts';
import type { Change, Rule, RuleContext } from './rule.ts';

type Stored = Readonly<Record<string, Value>>;

/** One value of the request, with the definition that it is for. */
interface Entry {
  readonly definition: Row;
  readonly value: Value;
}

/** The values of the account's own fields: given by `api_name`, kept by the id of their definition. */
export const setCustomValues =
  (model: (typeof customFieldModels)[number]): Rule =>
  (change, context) => {
    const given = change.given['custom_fields'];
    if (!isWritten(change) || (change.action === 'update' && given === undefined)) return {};
    const stored = (change.before?.['custom_fields'] ?? {}) as Stored;
    const definitions = definitionsOf(model, context);
    // Clearing them all clears those that can be seen: a deleted definition keeps its values until it is restored.
    const asked = (given ?? emptied(definitions.keys())) as Readonly<Record<string, unknown>>;
    const entries = entriesOf(asked, definitions).filter(
      ({ definition, value }) => !isKept(value, stored[definition.id]),
    );
    const problems = [
      ...unknownFields(asked, definitions),
      ...entries.flatMap((entry) => problemOf(entry, context)),
      ...missing(change, asked, definitions),
    ];
    return problems.length > 0 ? { problems } : { set: { custom_fields: merged(stored, entries) } };
  };

function definitionsOf(model: string, context: RuleContext): ReadonlyMap<string, Row> {
  const live = [...context.entries('custom_fields').values()].filter(
    (definition) => definition['model'] === model && definition.deleted_at === null,
  );
  return new Map(live.map((definition) => [definition['api_name'] as string, definition]));
}

const emptied = (apiNames: Iterable<string>): Record<string, null> =>
  Object.fromEntries([...apiNames].map((apiName) => [apiName, null]));

function entriesOf(asked: Readonly<Record<string, unknown>>, definitions: ReadonlyMap<string, Row>): Entry[] {
  return Object.entries(asked).flatMap(([apiName, value]) => {
    const definition = definitions.get(apiName);
    return definition ? [{ definition, value: withoutEmptiness(value) }] : [];
  });
}

const isKept = (value: Value, stored: Value | undefined): boolean => isDeepStrictEqual(value, stored ?? null);

const longestApiName = 63;

function unknownFields(asked: Readonly<Record<string, unknown>>, definitions: ReadonlyMap<string, Row>): Problem[] {
  return Object.keys(asked)
    .filter((apiName) => !definitions.has(apiName))
    .slice(0, mostProblems + 1)
    .map((apiName): Problem => {
      const suggestion = nearest(apiName, definitions);
      const hint = suggestion === null ? '' : `; did you mean ${suggestion}?`;
      return {
        pointer: pointerTo(apiName),
        code: 'unknown_field',
        message: `no custom field is called ${JSON.stringify(apiName)}${hint}`,
        ...(suggestion === null ? {} : { suggestion }),
      };
    });
}

function nearest(apiName: string, definitions: ReadonlyMap<string, Row>): string | null {
  // A longer name is no slip of the pen, and comparing it would take long.
  if (definitions.size === 0 || apiName.length > longestApiName) return null;
  return closest(apiName, [...definitions.keys()]);
}

function problemOf({ definition, value }: Entry, context: RuleContext): Problem[] {
  const fault = isBlank(value) && definition['required'] === true ? isRequired : faultOf(value, definition, context);
  return fault ? [faultAt(definition['api_name'] as string, fault)] : [];
}

const isRequired: Fault = { code: 'required', message: 'must not be empty' };

const faultAt = (apiName: string, fault: Fault): Problem => ({ ...fault, pointer: pointerTo(apiName) });

const isBlank = (value: Value): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** The required fields that a new record says nothing about, or says that they are empty. */
function missing(
  change: Change,
  asked: Readonly<Record<string, unknown>>,
  definitions: ReadonlyMap<string, Row>,
): Problem[] {
  if (change.action !== 'create') return [];
  return [...definitions]
    .filter(([apiName, definition]) => definition['required'] === true && !says(asked, apiName))
    .map(([apiName]) => faultAt(apiName, isRequired));
}

// An `api_name` may be `constructor`, which every object seems to have.
const says = (asked: Readonly<Record<string, unknown>>, apiName: string): boolean =>
  Object.hasOwn(asked, apiName) && withoutEmptiness(asked[apiName]) !== null;

function merged(stored: Stored, entries: readonly Entry[]): Stored {
  const changed = entries.map(({ definition, value }) => [definition.id, value] as const);
  const all = { ...stored, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

const pointerTo = (apiName: string): string => `/custom_fields/${apiName.replaceAll('~', '~0').replaceAll('/', '~1')}`;
