import { type Field, addressParts } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/index.ts';
import {
  idFields,
  listedFields,
  ofEach,
  requestName,
  type Resource,
  type Row,
  type Value,
  valuesAside,
} from '../../resources/resource.ts';
import { type JsonDocument, largeLinks, type LargeReference, largeReferences, rowFromJson } from './columns.ts';
import type { Directory } from './directory.ts';
import { embeddedValues } from './embedded-columns.ts';

/** Writes a record as JSON text from its row, the account's directory and the values derived for the day. */
export type Assemble = (row: Row, directory: Directory, derived: Readonly<Record<string, Value>>) => string;

function json(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  return typeof value === 'string' && !special.test(value) ? `"${value}"` : JSON.stringify(value);
}

/** The characters that JSON escapes, including lone surrogates. Most texts contain none of them. */
const special = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The JSON of a value without characters that JSON escapes. */
const plain = (value: Value | undefined): string =>
  value === null || value === undefined ? 'null' : `"${value as string}"`;

/** Reads the embedded columns of a large reference from the row, where they are named `<path>.<column>`. */
function largePart({ target, nested }: LargeReference, path: string): Assemble {
  const write = compile(
    ['id', 'created_at', 'updated_at', ...target.embedded].map((name): [string, Assemble] => {
      const inner = nested.find(({ fieldName }) => fieldName === name);
      const column = `${path}.${name}`;
      return [name, inner ? largePart(inner, column) : (row) => json(row[column])];
    }),
  );
  const identity = `${path}.id`;
  return (row, ...more) => {
    if ((row[identity] ?? null) === null) return 'null';
    return write(row, ...more);
  };
}

function partsPart(name: string, of: string): Assemble {
  const resource = resourceOf(of);
  const assemble = embeddedAssembler(resource);
  return (row, directory) => {
    const documents = (row[name] ?? []) as unknown as readonly Readonly<Record<string, unknown>>[];
    return `[${documents.map((document) => assemble(rowFromJson(resource, document), directory, {})).join(',')}]`;
  };
}

function referencePart(resource: Resource, name: string, to: string): Assemble {
  const large = largeReferences(resource).find(({ fieldName }) => fieldName === name);
  if (large) return largePart(large, name);
  return (row, directory) => directory.embedded(to, (row[`${name}_id`] ?? null) as string | null);
}

function linksPart(resource: Resource, name: string, { to, requestName: ids }: References): Assemble {
  const large = largeLinks(resource).find(({ fieldName }) => fieldName === name);
  if (!large) {
    return (row, directory) => `[${((row[ids] ?? []) as string[]).map((id) => directory.embedded(to, id)).join(',')}]`;
  }
  const write = largePart(large, name);
  return (row, ...more) => {
    const documents = (row[name] ?? []) as unknown as readonly JsonDocument[];
    return `[${documents.map((one) => write({ ...row, ...embeddedValues(large, one, name) }, ...more)).join(',')}]`;
  };
}

type References = Extract<Field, { readonly kind: 'references' }>;

function addressPart(name: string): Assemble {
  const columns = addressParts.map((part) => `${name}_${part}`);
  const write = compile(addressParts.map((part): [string, Assemble] => [part, (row) => json(row[`${name}_${part}`])]));
  return (row, ...more) => (columns.every((column) => row[column] === null) ? 'null' : write(row, ...more));
}

function customFieldsPart(resource: Resource): Assemble {
  return (row, directory) => {
    const values = (row['custom_fields'] ?? {}) as Readonly<Record<string, Value>>;
    const shown = directory.customFields(resource.singular);
    return `{${shown.map(({ id, apiName }) => `${JSON.stringify(apiName)}:${json(values[id])}`).join(',')}}`;
  };
}

/** A value that other records decide stands in the row, where it was read beside it. */
const derivedPart = (name: string, { gathered, empty }: Field): Assemble =>
  gathered ? (row) => json(row[name] ?? empty) : (_row, _directory, derived) => json(derived[name]);

function partOf(resource: Resource, name: string, field: Field): Assemble {
  if (field.derived) return derivedPart(name, field);
  switch (field.kind) {
    case 'reference':
      return referencePart(resource, name, field.to);
    case 'references':
      return linksPart(resource, name, field);
    case 'parts':
      return partsPart(name, field.of);
    case 'address':
      return addressPart(name);
    case 'custom_fields':
      return customFieldsPart(resource);
    case 'date':
    case 'date_time':
    case 'choice':
      return (row) => plain(row[name]);
    default:
      return (row) => json(row[name] ?? field.empty);
  }
}

const identity = (['id', 'created_at', 'updated_at'] as const).map((name): [string, Assemble] => [
  name,
  (row) => `"${row[name]}"`,
]);

function compile(parts: readonly [string, Assemble][]): Assemble {
  const values = parts.map(([, part]) => part);
  // `texts` already contains the keys; each call writes the values between them.
  const texts = [...parts.flatMap(([name], index) => [`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`, '']), '}'];
  return (row, directory, derived) => {
    let at = 1;
    for (const part of values) {
      texts[at] = part(row, directory, derived);
      at += 2;
    }
    return texts.join('');
  };
}

const partsOf = (
  resource: Resource,
  isShown: (name: string) => boolean,
  fields = listedFields(resource),
): [string, Assemble][] =>
  fields.filter(([name]) => isShown(name)).map(([name, field]) => [name, partOf(resource, name, field)]);

/** The ids of the references that `isShown` names by their id keys. */
const idPartsOf = (resource: Resource, isShown: (name: string) => boolean): [string, Assemble][] =>
  idFields(resource)
    .map(([name, field]) => requestName(name, field))
    .filter(isShown)
    .map((key) => [key, (row) => JSON.stringify(row[key] ?? null)]);

/**
 * The function that writes a resource's records. The function for whole records is compiled once.
 * @param keys the keys to write, at least one; all keys by default.
 */
export function assemblerOf(resource: Resource, keys?: readonly string[]): Assemble {
  if (keys) {
    const isShown = (name: string): boolean => keys.includes(name);
    return compile([
      ...identity.filter(([name]) => isShown(name)),
      ...partsOf(resource, isShown, [...listedFields(resource), ...valuesAside(resource)]),
      ...idPartsOf(resource, isShown),
    ]);
  }
  return wholeAssemblerOf(resource);
}

const wholeAssemblerOf = ofEach((resource) => compile([...identity, ...partsOf(resource, () => true)]));

/** The function that writes the embedded form of a small resource. */
export const embeddedAssembler = (resource: Resource): Assemble =>
  compile([...identity, ...partsOf(resource, (name) => resource.embedded.includes(name))]);
