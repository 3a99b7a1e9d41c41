import { addressParts, type Field } from './fields.ts';

/** A noun of the product, as plain data. Behaviour is never put in here. */
export interface Resource {
  readonly singular: string;
  /** Names the path, the wrapper of lists and the table. */
  readonly plural: string;
  /** `table`: read from its own table. `directory`: small, so kept whole in the process for each account. */
  readonly kept: 'table' | 'directory';
  /** In the order of the record's keys, after `id`, `created_at` and `updated_at`. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The keys of its embedded form, after the same three. */
  readonly embedded: readonly string[];
  /** Changes of it are told in the message log. */
  readonly announced?: true;
  /** Only an admin may write it. */
  readonly adminOnly?: true;
  /** Its maker's own, whom it keeps as `created_by`, unless its field `shared` is set. */
  readonly personal?: true;
  /** How lists of it are ordered unless asked otherwise: `-created_at`, or ascending by these columns. */
  readonly order?: readonly string[];
  /** What lists of it are often sorted by, besides their time of creation: each has an index, `<plural>_by_<name>`. */
  readonly indexed?: readonly string[];
  /** Columns that are unique together among live records, besides the fields that are unique alone. */
  readonly uniqueWithin?: string;
  /** Keys that a body may hold besides, whatever their value; they mean nothing and are never answered. */
  readonly ignored?: readonly string[];
  /** Served by no path of its own: others embed it. */
  readonly embeddedOnly?: true;
  /** What `q=` looks in; without it its lists take no `q`. */
  readonly searched?: Searched;
  /** What is shown beside it on request, by the key under which it stands. */
  readonly includes?: Readonly<Record<string, Inclusion>>;
  /** Also taken by the thousand, told apart by `id` or by `external_id`, its one unique field. */
  readonly bulk?: true;
}

/** What a search of a resource's list finds a word in. */
export interface Searched {
  /** Its own short texts and addresses. The first is what it is found by through others. */
  readonly text: readonly string[];
  /** The records it belongs to, each found by the first of its own texts. */
  readonly through?: readonly string[];
  /** A long text, of which only whole words count. */
  readonly words?: string;
}

/**
 * Live records beside a record: those of a family that name it in a reference of theirs (`single` where one at most
 * does), the one that a reference of its own names, or the log of its stages.
 */
export type Inclusion =
  | { readonly of: string; readonly by: string; readonly single?: true }
  | { readonly at: string }
  | { readonly log: 'stage_changes' };

/** A value as stored and as on the wire: ids, dates and times are text. */
export type Value = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>;

/** A record as stored: by column, with `id`, `version` and the timestamps. */
export interface Row {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly [column: string]: Value;
}

/** A column of a resource's table: its name, and the field and part of it that it keeps. */
export interface Column {
  readonly name: string;
  readonly field: Field;
  readonly fieldName: string;
}

/** What a field is called in requests, and as a column; for an address the prefix of its six columns. */
export function requestName(name: string, field: Field): string {
  if (field.kind === 'references') return field.requestName;
  return field.kind === 'reference' ? `${name}_id` : name;
}

/** What follows from a resource's declaration, worked out when it is first asked for. */
export function ofEach<Result>(work: (resource: Resource) => Result): (resource: Resource) => Result {
  const known = new Map<Resource, Result>();
  return (resource) => {
    const last = known.get(resource);
    if (last !== undefined) return last;
    const result = work(resource);
    known.set(resource, result);
    return result;
  };
}

/** Every value kept for a record, one by one; `references` live in a table of their own but count as one. */
export const columnsOf = ofEach(({ fields }): readonly Column[] =>
  Object.entries(fields).flatMap(([fieldName, field]): Column[] => {
    if (field.derived || field.secret || field.kind === 'parts') return [];
    if (field.kind !== 'address') return [{ name: requestName(fieldName, field), field, fieldName }];
    return addressParts.map((part) => ({ name: `${fieldName}_${part}`, field, fieldName }));
  }),
);

type NamedFields = readonly (readonly [name: string, field: Field])[];

/** The fields that a client may give; on a change those fixed at creation are left out. */
export const acceptedFields = (resource: Resource, action: 'create' | 'update'): NamedFields =>
  accepted[action](resource);

const accepted = {
  create: ofEach(({ fields }): NamedFields => Object.entries(fields).filter(([, field]) => isGiven(field))),
  update: ofEach(
    ({ fields }): NamedFields => Object.entries(fields).filter(([, field]) => isGiven(field) && !field.fixed),
  ),
};

const isGiven = (field: Field): boolean => !field.readOnly && !field.internal && !field.derived && !field.byQuery;

/** The fields that are keys of the record, in order. */
export const listedFields = ofEach(
  ({ fields }): NamedFields =>
    Object.entries(fields).filter(([, field]) => !field.unlisted && !field.internal && !field.secret),
);

/** The keys of the record, in order. */
export const recordKeys = ofEach((resource): readonly string[] => [
  ...['id', 'created_at', 'updated_at'],
  ...listedFields(resource).map(([name]) => name),
]);
