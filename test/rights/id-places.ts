import type { Operation } from '../../src/http/contract/operation.ts';
import { resources } from '../../src/resources/index.ts';
import { requestName } from '../../src/resources/resource.ts';
import { type Place, placed, placesOf } from '../support/data/hostile.ts';
import { pluralOf } from '../support/requests/sound-request.ts';
import type { Json } from '../support/service/client.ts';

/** A place in a body that takes an id, and the kind of the objects that it names. */
export interface IdPlace {
  readonly place: Place;
  readonly to: string;
  /** The operation finds deleted records. */
  readonly mayBeDeleted: boolean;
}

/** The kinds of objects, by the keys that name them in bodies. */
const targets = new Map(
  resources.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      'to' in field ? [[requestName(name, field), field.to] as const] : [],
    ),
  ),
);

/** The kinds of objects, by the keys of objects that name them in bodies. */
const objects = new Map(
  resources.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => ('to' in field ? [[name, field.to] as const] : [])),
  ),
);

/** Keys that end like a reference and are none. */
const noReferences = new Set(['external_id', 'client_id', 'account_id']);

const kept = new Map<string, IdPlace[]>();

/** Returns the places of a body that name objects. @throws if a key looks like a reference that the table lacks. */
export function idPlacesOf(document: Json, operation: Operation): IdPlace[] {
  const known = kept.get(operation.id) ?? foundPlaces(document, operation);
  kept.set(operation.id, known);
  return known;
}

function foundPlaces(document: Json, operation: Operation): IdPlace[] {
  const described = document.paths[operation.path][operation.method.toLowerCase()].requestBody;
  const schema = described.content['application/json']?.schema;
  if (schema === undefined) return [];
  return placesOf(document, schema)
    .filter((group) => group.length === 1)
    .flatMap(([place = []]) => {
      const key = String(place.at(-1) === 0 ? place.at(-2) : place.at(-1));
      const isList = key.endsWith('ids');
      if (isList !== (place.at(-1) === 0)) return [];
      const to = targetOf(operation, key, place);
      if (to === undefined && /_ids?$/.test(key) && !noReferences.has(key)) {
        throw new Error(`${operation.id} takes ${key}, and the test does not know what it names`);
      }
      return to === undefined ? [] : [{ place, to, mayBeDeleted: /\/(restore|revert)$/.test(operation.path) }];
    });
}

function targetOf(operation: Operation, key: string, place: Place): string | undefined {
  if (key !== 'id' && key !== 'ids') return targets.get(key);
  // An object that names a record is under the name of the reference, within the record.
  const [, ...within] = place.slice(0, -1).filter((part) => typeof part === 'string');
  return objects.get(within.at(-1) ?? '') ?? pluralOf(operation);
}

/** Returns the body with an id in a place. */
export const withId = (body: unknown, { place }: IdPlace, id: string): unknown => placed(body, place, id);
