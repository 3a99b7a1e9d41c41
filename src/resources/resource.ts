import { addressParts, type Field } from './fields.ts';

/** A declaration of fields, by name. */
export interface Declaration {
  readonly fields: Readonly<Record<string, Field>>;
}

/** The declaration of a resource, as plain data without behaviour. */
export interface Resource extends Declaration {
  readonly singular: string;
  /** Names the path, the wrapper of lists and the table. */
  readonly plural: string;
  /** `table`: read from its own table. `directory`: small, so the process caches all of it for each account. */
  readonly kept: 'table' | 'directory';
  /** The fields in the order of the record's keys, after `id`, `created_at` and `updated_at`. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The keys of its embedded form, after the same three. */
  readonly embedded: readonly string[];
  /** The message log reports its changes. */
  readonly announced?: true;
  /** Only an admin can write it. */
  readonly adminOnly?: true;
  /** Belongs to the user who made it, `created_by`, unless its field `shared` is set. */
  readonly personal?: true;
  /** The default order of its lists: ascending by these columns; `-created_at` without them. */
  readonly order?: readonly string[];
  /** The columns that its lists are often sorted by, besides `created_at`. Each has an index, `<plural>_by_<name>`. */
  readonly indexed?: readonly string[];
  /** The column within whose values the unique fields of live records are unique. */
  readonly uniqueWithin?: string;
  /** Further keys that a body can hold with any value. The service ignores them and never returns them. */
  readonly ignored?: readonly string[];
  /** Has no path of its own; other records embed it. */
  readonly embeddedOnly?: true;
  /** The fields that `q=` searches. Without them, its lists accept no `q`. */
  readonly searched?: SearchFields;
  /** The data that `include` can add to the record, by key. */
  readonly includes?: Readonly<Record<string, Inclusion>>;
  /** Its earlier versions are rows of `<plural>_past`, so that a read can show its records as of an instant. */
  readonly keepsPast?: true;
  /** Supports bulk requests, which identify records by `id`, or by `external_id` if it has one: its one unique field. */
  readonly bulk?: true;
}

/** The fields in which a search of a resource's list finds a word. Records of rank A come first. */
export interface SearchFields {
  /** Short texts, first the record's title. */
  readonly rankA: readonly string[];
  /** Short texts and addresses. */
  readonly rankB?: readonly string[];
  /** Long texts. */
  readonly rankC?: readonly string[];
  /** The reference to the record that it belongs to, whose title has rank B. */
  readonly through?: string;
}

/**
 * The data that `include` adds to a record: the live records of `of` whose reference or references `by` name it (`single`
 * if at most one does), the record that its own reference `at` names, or the log of its stages.
 */
export type Inclusion =
  | { readonly of: string; readonly by: string; readonly single?: true }
  | { readonly at: string }
  | { readonly log: 'stage_changes' };

/** A side table of a resource. A rule returns the rows, and the change that it judges writes them. */
export interface SideTable {
  readonly name: string;
  /** The column that names the record. */
  readonly owner: string;
  /** The other columns that are written, with their SQL types. */
  readonly columns: Readonly<Record<string, 'bigint' | 'text' | 'timestamptz' | 'integer'>>;
  /**
   * `append` adds a row. `replace` adds or overwrites the record's only row. `end` sets the columns of those rows of
   * the record whose first column is null. `delete` deletes all rows of the record.
   */
  readonly mode: 'append' | 'replace' | 'end' | 'delete';
  /** With `end`: only the rows end that have a value in this column. */
  readonly having?: string;
  /** With `end`: the value that holds the id of a row that does not end. */
  readonly sparing?: string;
  /** With `end`: a whole number. The rows end only if they have a greater one than the side row. */
  readonly after?: string;
}

/** A value as stored and as on the wire: ids, dates and times are text. */
export type Value = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>;

/** The columns that every record has. */
export type RecordIdentity = {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
};

/** A stored record of any resource, by column. */
export interface Row extends RecordIdentity {
  readonly [column: string]: Value;
}

/** A column of a resource's table: its name, and the field (or the part of it) that it stores. */
export interface TableColumn {
  readonly name: string;
  readonly field: Field;
  readonly fieldName: string;
}

/** The name of a field in requests and as a column; for an address, the prefix of its six columns. */
export function requestName(name: string, field: Field): string {
  if (field.kind === 'references') return field.requestName;
  return field.kind === 'reference' ? `${name}_id` : name;
}

/** Whether the records of a resource have an id in another system. */
export const hasExternalIds = ({ fields }: Resource): boolean => 'external_id' in fields;

/** Whether the field refers to other records of the account. */
export const isReference = (
  field: Field | undefined,
): field is Extract<Field, { readonly kind: 'reference' | 'references' }> =>
  field?.kind === 'reference' || field?.kind === 'references';

/** Computes a result from a declaration on first use and caches it. */
export function ofEach<Result, Declared = Resource>(
  work: (declaration: Declared) => Result,
): (declaration: Declared) => Result {
  const known = new Map<Declared, Result>();
  return (declaration) => {
    const last = known.get(declaration);
    if (last !== undefined) return last;
    const result = work(declaration);
    known.set(declaration, result);
    return result;
  };
}

/** The columns of all stored values of a record. `references` are stored in their own table but count as one column. */
export const columnsOf = ofEach(({ fields }: Declaration): readonly TableColumn[] =>
  Object.entries(fields).flatMap(([fieldName, field]): TableColumn[] => {
    if (field.derived || field.secret || field.kind === 'parts') return [];
    if (field.kind !== 'address') return [{ name: requestName(fieldName, field), field, fieldName }];
    return addressParts.map((part) => ({ name: `${fieldName}_${part}`, field, fieldName }));
  }),
);

/** The columns whose values refer to records or list entries. */
export const namingColumns = ofEach((declaration: Declaration): readonly TableColumn[] =>
  columnsOf(declaration).filter(({ field: { kind } }) => ['reference', 'references', 'entry_key'].includes(kind)),
);

type NamedFields = readonly (readonly [name: string, field: Field])[];

/** The fields that a client can send. A change excludes the fields fixed at creation. */
export const acceptedFields = (declaration: Declaration, action: 'create' | 'update'): NamedFields =>
  accepted[action](declaration);

const accepted = {
  create: ofEach(
    ({ fields }: Declaration): NamedFields => Object.entries(fields).filter(([, field]) => isGiven(field)),
  ),
  update: ofEach(
    ({ fields }: Declaration): NamedFields =>
      Object.entries(fields).filter(([, field]) => field.settable || (isGiven(field) && !field.fixed)),
  ),
};

const isGiven = (field: Field): boolean => !field.readOnly && !field.internal && !field.derived && !field.byQuery;

/** The fields that are keys of the record, in order. */
export const listedFields = ofEach(
  ({ fields }: Declaration): NamedFields =>
    Object.entries(fields).filter(([, field]) => !field.unlisted && !field.internal && !field.secret),
);

/** The references of a record whose ids a read can show, as `company_id` or `industry_ids`, by name. */
export const idFields = ofEach(
  ({ fields }: Declaration): NamedFields =>
    Object.entries(fields).filter(([, field]) => isReference(field) && !field.internal),
);

/** The field whose text names one live record of the account: `external_id`, `email`, or the `name` of an entry. */
export const namingField = ofEach(
  ({ fields }): string | undefined =>
    Object.entries(fields).find(
      ([, { kind, unique, internal }]) => unique && !internal && (kind === 'text' || kind === 'email'),
    )?.[0],
);

/** The values of a record that are not among its keys. Reads show them on request. */
export const valuesAside = ofEach(
  ({ fields }): NamedFields =>
    Object.entries(fields).filter(([, field]) => field.unlisted && field.kind !== 'reference'),
);

/** The keys that a read can select: those of the record, its values aside, and the ids of the records it refers to. */
export const selectableKeys = ofEach((resource): readonly string[] => [
  ...recordKeys(resource),
  ...valuesAside(resource).map(([name]) => name),
  ...idFields(resource).map(([name, field]) => requestName(name, field)),
]);

/** Whether a read of these keys shows a value derived from the record; a read without `keys` shows all. */
export const showsDerived = ({ fields }: Resource, keys?: readonly string[]): boolean =>
  keys === undefined || keys.some((key) => fields[key]?.derived && !fields[key].gathered);

/** The keys of the record, in order. */
export const recordKeys = ofEach((resource): readonly string[] => [
  ...['id', 'created_at', 'updated_at'],
  ...listedFields(resource).map(([name]) => name),
]);
