import { acceptedFields, type Declaration, isReference, ofEach, requestName } from '../resources/resource.ts';
import { inputColumns, type InputFields } from './input.ts';
import type { Values } from './rule.ts';

/** The key and the value by which an object in a body names a record: its `id`, or another key that is unique. */
export interface RecordName {
  readonly key: string;
  readonly value: string;
}

/** The objects that a body gives for a reference, instead of ids. */
export interface GivenReference {
  /** The key in the body: `company`. */
  readonly name: string;
  /** The column of the ids: `company_id`. */
  readonly column: string;
  /** The plural of the records. */
  readonly to: string;
  readonly isList: boolean;
  /** One for each object, and none to clear the reference. */
  readonly records: readonly RecordName[];
}

type ReferenceKey = Omit<GivenReference, 'records'>;

const keysOf = (declaration: Declaration, action: 'create' | 'update'): readonly ReferenceKey[] =>
  acceptedFields(declaration, action).flatMap(([name, field]) =>
    isReference(field)
      ? [{ name, column: requestName(name, field), to: field.to, isList: field.kind === 'references' }]
      : [],
  );

const keys = {
  create: ofEach((declaration: Declaration) => keysOf(declaration, 'create')),
  update: ofEach((declaration: Declaration) => keysOf(declaration, 'update')),
};

/** The values that a valid body gives: by column, and the references that it gives as objects. */
export interface GivenValues {
  readonly input: Values;
  readonly references?: readonly GivenReference[] | undefined;
}

/** The values of a body. Skips fields that the resource does not accept. */
export const givenValues = (
  declaration: Declaration,
  action: 'create' | 'update',
  fields: InputFields,
): GivenValues => ({
  input: inputColumns(declaration, action, fields),
  references: givenReferences(declaration, action, fields),
});

/** Undefined if there are none. */
function givenReferences(
  declaration: Declaration,
  action: 'create' | 'update',
  fields: InputFields,
): readonly GivenReference[] | undefined {
  const given = keys[action](declaration).filter(({ name }) => Object.hasOwn(fields, name));
  if (given.length === 0) return undefined;
  return given.map((key) => ({ ...key, records: namesIn(fields[key.name]) }));
}

const namesIn = (value: unknown): RecordName[] =>
  [(value ?? []) as NamingObject | readonly NamingObject[]].flat().map((object) => {
    const key = Object.hasOwn(object, 'id') ? 'id' : (Object.keys(object)[0] ?? '');
    return { key, value: object[key] ?? '' };
  });

type NamingObject = Readonly<Record<string, string>>;
