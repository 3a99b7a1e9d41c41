import type { Field, FieldKind } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/index.ts';
import { type TableColumn, columnsOf, ofEach, type Resource, type Row, type Value } from '../../resources/resource.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';

/** The Postgres column type of each kind of field, as `format_type` names it. */
const types: Record<Exclude<FieldKind, 'references' | 'parts'>, string> = {
  text: 'text',
  long_text: 'text',
  url: 'text',
  email: 'text',
  texts: 'text[]',
  count: 'integer',
  cents: 'numeric(15,0)',
  amount: 'numeric(15,2)',
  fraction: 'double precision',
  boolean: 'boolean',
  date: 'date',
  date_time: 'timestamp(3) with time zone',
  choice: 'text',
  entry_key: 'text',
  reference: 'bigint',
  address: 'text',
  custom_fields: 'jsonb',
  document: 'jsonb',
};

/** A count that may be greater than an integer of Postgres is stored as cents are. */
const typeOf = (field: Stored): string =>
  field.kind === 'count' && (field.maximum ?? 0) > greatestInteger ? types.cents : types[field.kind];

const greatestInteger = 2_147_483_647;

type Stored = Exclude<Field, { readonly kind: 'references' | 'parts' }>;

export interface SqlColumn {
  readonly name: string;
  readonly type: string;
}

/** A quoted SQL identifier. Some columns have the name of a keyword. */
export const quoted = (name: string): string => `"${name}"`;

const system: readonly SqlColumn[] = [
  { name: 'id', type: 'bigint' },
  { name: 'version', type: 'integer' },
  { name: 'created_at', type: types.date_time },
  { name: 'updated_at', type: types.date_time },
  { name: 'deleted_at', type: types.date_time },
];

/** The columns of a resource's own values, without `references`, which are rows of another table. */
export const valueColumns = ofEach((resource): readonly TableColumn[] =>
  columnsOf(resource).filter(({ field }) => field.kind !== 'references'),
);

function sqlColumns({ name, field }: TableColumn): SqlColumn[] {
  if (field.kind === 'references' || field.kind === 'parts') return [];
  const column = { name, type: typeOf(field) };
  return field.folded ? [column, { name: `${name}_folded`, type: 'text' }] : [column];
}

/** The type to which values are cast for a comparison: the column's type without its precision. */
export const comparedType = (field: Field): string =>
  field.kind === 'references' || field.kind === 'parts' ? 'bigint' : typeOf(field).replace(/\([^()]*\)/, '');

/** The column that a search reads, written beside the values. */
const searchColumns = ({ searched }: Resource): SqlColumn[] => (searched ? [{ name: 'search', type: 'tsvector' }] : []);

/** The columns of a resource's table that the migrations must create, without `account_id`. */
export const tableColumns = ofEach((resource): readonly SqlColumn[] => [
  ...system,
  ...columnsOf(resource).flatMap(sqlColumns),
  ...searchColumns(resource),
]);

/** A reference to a family too large for the directory: the embedded columns are read with the row's own columns. */
export interface LargeReference {
  readonly fieldName: string;
  readonly column: string;
  readonly target: Resource;
  /** `id`, the timestamps and the plain keys of the embedded form. */
  readonly embedded: readonly string[];
  /** The large records that the embedded form itself embeds. */
  readonly nested: readonly LargeReference[];
}

const references = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) =>
    field.kind === 'reference' ? [{ fieldName, column: `${fieldName}_id`, target: resourceOf(field.to), field }] : [],
  );

/** The large references that a resource's records embed. */
export const largeReferences = ofEach((resource): readonly LargeReference[] => largeAmong(resource, () => true));

/** Several references to a family too large for the directory, by the links in a table. `column` has their ids. */
export interface LargeLinks extends LargeReference {
  readonly through: string;
}

/** The large records that a resource's records embed as lists. */
export const largeLinks = ofEach((resource): readonly LargeLinks[] =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) => {
    if (field.kind !== 'references' || resourceOf(field.to).kept !== 'table') return [];
    const { through, requestName: column, to } = field;
    return [{ through, ...largeReference(fieldName, column, resourceOf(to)) }];
  }),
);

const largeReference = (fieldName: string, column: string, target: Resource): LargeReference => ({
  fieldName,
  column,
  target,
  embedded: ['id', 'created_at', 'updated_at', ...target.embedded.filter((name) => !isReference(target, name))],
  nested: largeAmong(target, (name) => target.embedded.includes(name)),
});

const largeAmong = (resource: Resource, isShown: (fieldName: string) => boolean): LargeReference[] =>
  references(resource)
    .filter(({ target, field }) => target.kept === 'table' && !field.unlisted && !field.internal)
    .filter(({ fieldName }) => isShown(fieldName))
    .map(({ fieldName, column, target }) => largeReference(fieldName, column, target));

const isReference = (resource: Resource, name: string): boolean => resource.fields[name]?.kind === 'reference';

/**
 * The embedded columns of the records of an alias, with one JSON document for each nested record. `$1` is the account.
 */
export function embeddedText(target: Resource, alias: string): string {
  const nested = largeAmong(target, (name) => target.embedded.includes(name)).map((inner) => {
    const within = `${alias}_${inner.fieldName}`;
    return `(select to_jsonb(e) from (select ${embeddedText(inner.target, within)} from ${inner.target.plural} ${within}
    where ${within}.account_id = $1::bigint and ${within}.id = ${alias}.${inner.column}) e) as ${inner.fieldName}`;
  });
  const plain = target.embedded.filter((name) => !isReference(target, name));
  const columns = ['created_at', 'updated_at', ...plain].map((name) => `${alias}.${name}`);
  return [`${alias}.id::text as id`, ...columns, ...nested].join(', ');
}

/** The ids of a row as JSON text, because JSON numbers of that size would be rounded. */
export const idsAsText = (resource: Resource, alias: string): string => {
  const columns = ['id', ...references(resource).map(({ column }) => column)];
  return `jsonb_build_object(${columns.map((column) => `'${column}', ${alias}.${column}::text`).join(', ')})`;
};

/** The records that an alias's record links to, with their place in the list. */
const linkedText = ({ singular }: Resource, { through, target }: LargeLinks, alias: string): string =>
  `from ${through} l join ${target.plural} x on x.account_id = $1::bigint and x.id = l.${target.singular}_id
    where l.account_id = $1::bigint and l.${singular}_id = ${alias}.id`;

/** The embedded forms of those records as a JSON array of documents, in the order of the list. `$1` is the account. */
export const linksText = (resource: Resource, links: LargeLinks, alias: string): string =>
  `(select coalesce(jsonb_agg(to_jsonb(e) order by e.position), '[]') from (
    select l.position, ${embeddedText(links.target, 'x')} ${linkedText(resource, links, alias)}
  ) e)`;

/** The ids and versions of those records, in the order of the list. `$1` is the account. */
export const linksFingerprintText = (resource: Resource, links: LargeLinks, alias: string): string =>
  `array(select row(x.id, x.version, x.updated_at)::text ${linkedText(resource, links, alias)} order by l.position)`;

/** The live parts of an alias's record as a JSON array of documents, with ids as text. `$1` is the account. */
export const partsText = (resource: Resource, of: string, alias: string): string =>
  `(select coalesce(jsonb_agg(to_jsonb(p) || ${idsAsText(resourceOf(of), 'p')} order by p.id), '[]')
    from ${of} p where p.account_id = $1::bigint and p.${resource.singular}_id = ${alias}.id
      and p.deleted_at is null)`;

/** The ids and versions of the live parts of an alias's record. `$1` is the account. */
export const partsFingerprintText = (resource: Resource, of: string, alias: string): string =>
  `array(select row(p.id, p.version, p.updated_at)::text
    from ${of} p where p.account_id = $1::bigint and p.${resource.singular}_id = ${alias}.id
      and p.deleted_at is null order by p.id)`;

/** A row or a part of one, as Postgres wrote it as JSON. */
export type JsonDocument = Readonly<Record<string, unknown>>;

const read: Readonly<Record<string, (value: unknown) => Value>> = {
  date_time: (value) => wireTime(String(value)),
  reference: String,
  references: (value) => (value as unknown[]).map(String),
};

/** Converts a value of a field that Postgres wrote as JSON; null if it is absent. */
export function valueFromJson(field: Field | undefined, value: unknown = null): Value {
  return value === null || field === undefined ? (value as Value) : (read[field.kind]?.(value) ?? (value as Value));
}

/** Converts a row that Postgres wrote as JSON to the form of a row from a statement's columns. */
export function rowFromJson(resource: Resource, document: JsonDocument): Row {
  const row: Record<string, Value> = {};
  for (const { name, field } of columnsOf(resource)) {
    row[name] = valueFromJson(field, document[name]);
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind === 'parts') row[name] = (document[name] ?? []) as Value;
  }
  return { ...row, ...identityFromJson(document) };
}

/** The columns of every record. */
export function identityFromJson(document: JsonDocument) {
  const deletedAt = (document['deleted_at'] ?? null) as string | null;
  return {
    id: String(document['id']),
    version: Number(document['version'] ?? 1),
    created_at: wireTime(String(document['created_at'])),
    updated_at: wireTime(String(document['updated_at'])),
    deleted_at: deletedAt === null ? null : wireTime(deletedAt),
  };
}
