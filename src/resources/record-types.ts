import type { addressParts, Field } from './fields.ts';
import type { ManagedObject } from './managed/managed-object.ts';
import type { Declaration, RecordIdentity, Resource, Row, Value } from './resource.ts';

/**
 * A stored record of a resource, by column: `RecordOf<typeof projects>`. Ids, days and instants are text. A column can
 * be null unless the declaration says that it is required or that a rule or the service fills it. For a resource that
 * is not known at compile time, it is a `Row`.
 */
export type RecordOf<R extends Resource> = R extends Resource
  ? string extends keyof R['fields']
    ? Row
    : RecordIdentity & Columns<R, Stored>
  : never;

/** The columns of a record while a change is judged: an invalid request can leave a required column empty. */
export type ValuesOf<R extends Resource> = R extends Resource
  ? string extends keyof R['fields']
    ? Values
    : Columns<R, Present>
  : never;

/** Some of those columns. */
export type PartOf<R extends Resource> = R extends Resource
  ? string extends keyof R['fields']
    ? Values
    : Partial<Columns<R, Present>>
  : never;

type Values = Readonly<Record<string, Value>>;

/** The values that a request can give for a record of a resource, by column. */
export type InputOf<R extends Resource> = Partial<Columns<R, Present, SetByService>>;

/** The secrets that a request gives for a record of a resource, as stored: a password as its hash. */
export type SecretsOf<R extends Resource> = {
  readonly [Name in keyof R['fields'] as R['fields'][Name] extends Secret ? Name : never]?: string;
};

/** The values that the service computes when it reads a record of a resource. */
export type DerivedOf<R extends Resource> = {
  readonly [Name in keyof R['fields'] as R['fields'][Name] extends Derived ? Name : never]: HeldValue<
    R['fields'][Name]
  >;
};

/** A stored object that is no resource, by column, without its secret. */
export type StoredObject<O extends ManagedObject> = Omit<RecordIdentity, 'version' | 'deleted_at'> &
  (O extends { readonly publicId: infer Column extends string } ? { readonly [Name in Column]: string } : unknown) &
  Columns<O, Stored>;

/** An object as answers show it. @typeParam User a user embedded in it. */
export type ShownObject<O extends ManagedObject, User = never> = Omit<RecordIdentity, 'version' | 'deleted_at'> & {
  readonly [Name in keyof O['fields'] as O['fields'][Name] extends Secret | Internal
    ? never
    : Name]: O['fields'][Name] extends { readonly kind: 'reference' }
    ? User
    : HeldValue<O['fields'][Name], Stored | Derived>;
};

/** A record as answers show it, with the records that it refers to embedded. */
export type ShownRecord<R extends Resource> = Omit<RecordIdentity, 'version' | 'deleted_at'> & {
  readonly [Name in keyof R['fields'] as R['fields'][Name] extends Secret | Internal | Unlisted
    ? never
    : Name]: ShownValue<R['fields'][Name]>;
};

/** A record within the one that refers to it. */
export interface EmbeddedRecord {
  readonly id: string;
  readonly name: string | null;
}

/** A user within another object. */
export interface EmbeddedUser extends EmbeddedRecord {
  readonly email: string;
}

type ShownValue<F extends Field> = F extends { readonly kind: 'reference' }
  ? EmbeddedRecord | null
  : F extends { readonly kind: 'references' | 'parts' }
    ? readonly EmbeddedRecord[]
    : F extends { readonly kind: 'address' }
      ? Readonly<Partial<Record<(typeof addressParts)[number], string | null>>> | null
      : HeldValue<F, Stored>;

type Unlisted = { readonly unlisted: true };

/** The secret of an object, which is shown only once. */
export type SecretOf<O extends ManagedObject> = {
  readonly [Name in keyof O['fields'] as O['fields'][Name] extends Secret ? Name : never]: string;
};

type Internal = { readonly internal: true };

type Derived = { readonly derived: true };

type SetByService = { readonly readOnly: true } | Internal;

type Secret = { readonly secret: true };

/** Fields that are never null, even in a new record. */
type Present = { readonly empty: boolean | 0 } | { readonly kind: 'references' | 'texts' };

/** Fields that are never null in a stored record. */
type Stored = Present | { readonly required: true } | { readonly filled: true } | { readonly kind: 'custom_fields' };

type Columns<R extends Declaration, Never, Left = never> = {
  readonly [Name in keyof R['fields'] & string as R['fields'][Name] extends Left
    ? never
    : ColumnOf<Name, R['fields'][Name]>]: HeldValue<R['fields'][Name], Never>;
};

type ColumnOf<Name extends string, F extends Field> = F extends Derived | Secret | { readonly kind: 'parts' }
  ? never
  : F extends { readonly kind: 'address' }
    ? `${Name}_${(typeof addressParts)[number]}`
    : F extends { readonly kind: 'references'; readonly requestName: infer Given extends string }
      ? Given
      : F extends { readonly kind: 'reference' }
        ? `${Name}_id`
        : Name;

type HeldValue<F extends Field, Never = Present> = ValueOf<F> | (F extends Never ? never : null);

type ValueOf<F extends Field> = F extends { readonly kind: 'choice'; readonly values: readonly (infer Choice)[] }
  ? Choice
  : F extends { readonly kind: 'texts'; readonly values: readonly (infer Choice)[] }
    ? readonly Choice[]
    : ByKind[F['kind']];

interface ByKind {
  text: string;
  long_text: string;
  url: string;
  email: string;
  texts: readonly string[];
  count: number;
  cents: number;
  amount: number;
  fraction: number;
  boolean: boolean;
  date: string;
  date_time: string;
  /** The value of each of its parts. */
  address: string;
  custom_fields: Values;
  document: Readonly<Record<string, unknown>>;
  choice: string;
  entry_key: string;
  reference: string;
  references: readonly string[];
  parts: readonly string[];
}
