import type { FieldKind } from '../resources/fields.ts';
import { resourceOf } from '../resources/index.ts';
import { type Column, columnsOf, ofEach, type Resource } from '../resources/resource.ts';

/** The Postgres type that keeps a kind of field, as `format_type` names it. */
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
};

export interface SqlColumn {
  readonly name: string;
  readonly type: string;
}

/** A name as SQL wants it; some columns bear a keyword's name. */
export const quoted = (name: string): string => `"${name}"`;

const system: readonly SqlColumn[] = [
  { name: 'id', type: 'bigint' },
  { name: 'version', type: 'integer' },
  { name: 'created_at', type: types.date_time },
  { name: 'updated_at', type: types.date_time },
  { name: 'deleted_at', type: types.date_time },
];

/** The columns that hold a resource's own values, `references` left out: those are rows of another table. */
export const valueColumns = ofEach((resource): readonly Column[] =>
  columnsOf(resource).filter(({ field }) => field.kind !== 'references'),
);

function sqlColumns({ name, field }: Column): SqlColumn[] {
  if (field.kind === 'references' || field.kind === 'parts') return [];
  const column = { name, type: types[field.kind] };
  return field.folded ? [column, { name: `${name}_folded`, type: 'text' }] : [column];
}

/** The type to which a value of a kind is cast for comparing: the column's, without its precision. */
export const comparedType = (kind: FieldKind): string =>
  (types as Readonly<Partial<Record<string, string>>>)[kind]?.replace(/\(.*\)/, '') ?? 'bigint';

/** What a search reads, written beside the values. */
const searchColumns = ({ searched }: Resource): SqlColumn[] => [
  ...(searched
    ? [
        { name: 'search_text', type: 'text' },
        { name: 'search_keys', type: 'text[]' },
      ]
    : []),
];

/** A resource's table as the migrations must have made it, `account_id` aside. */
export const tableColumns = ofEach((resource): readonly SqlColumn[] => [
  ...system,
  ...columnsOf(resource).flatMap(sqlColumns),
  ...searchColumns(resource),
]);

/** A reference to records too many to hold in the process: their embedded columns are read beside the row's own. */
export interface LargeReference {
  readonly fieldName: string;
  readonly column: string;
  readonly target: Resource;
  /** `id`, the timestamps and the plain keys of the embedded form. */
  readonly embedded: readonly string[];
  /** The large records that the embedded form embeds in its turn. */
  readonly nested: readonly LargeReference[];
}

const references = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) =>
    field.kind === 'reference' ? [{ fieldName, column: `${fieldName}_id`, target: resourceOf(field.to), field }] : [],
  );

/** The large records that the shape of a resource embeds. */
export const largeReferences = ofEach((resource): readonly LargeReference[] => largeAmong(resource, () => true));

const largeAmong = (resource: Resource, isShown: (fieldName: string) => boolean): LargeReference[] =>
  references(resource)
    .filter(({ target, field }) => target.kept === 'table' && !field.unlisted && !field.internal)
    .filter(({ fieldName }) => isShown(fieldName))
    .map(({ fieldName, column, target }) => ({
      ...{ fieldName, column, target },
      embedded: ['id', 'created_at', 'updated_at', ...target.embedded.filter((name) => !isReference(target, name))],
      nested: largeAmong(target, (name) => target.embedded.includes(name)),
    }));

const isReference = (resource: Resource, name: string): boolean => resource.fields[name]?.kind === 'reference';

/** What is embedded of the records of an alias, as columns of which one is a document for each record nested. */
export function embeddedText(target: Resource, alias: string): string {
  const nested = largeAmong(target, (name) => target.embedded.includes(name)).map((inner) => {
    const within = `${alias}_${inner.fieldName}`;
    return `(select to_jsonb(e) from (select ${embeddedText(inner.target, within)} from ${inner.target.plural} ${within}
    where ${within}.account_id = ${alias}.account_id and ${within}.id = ${alias}.${inner.column}) e) as ${inner.fieldName}`;
  });
  const plain = target.embedded.filter((name) => !isReference(target, name));
  const columns = ['created_at', 'updated_at', ...plain].map((name) => `${alias}.${name}`);
  return [`${alias}.id::text as id`, ...columns, ...nested].join(', ');
}

/** Ids as text in a row written as JSON, where a number that large would be rounded. */
export const idsAsText = (resource: Resource, alias: string): string => {
  const columns = ['id', ...references(resource).map(({ column }) => column)];
  return `jsonb_build_object(${columns.map((column) => `'${column}', ${alias}.${column}::text`).join(', ')})`;
};

/** The live parts of the record of an alias, as a JSON list of documents, ids as text. */
export const partsText = (resource: Resource, of: string, alias: string): string =>
  `(select coalesce(jsonb_agg(to_jsonb(p) || ${idsAsText(resourceOf(of), 'p')} order by p.id), '[]')
    from ${of} p where p.account_id = ${alias}.account_id and p.${resource.singular}_id = ${alias}.id
      and p.deleted_at is null)`;

/** Which live parts the record of an alias has, and as which of their versions. */
export const partsMarkText = (resource: Resource, of: string, alias: string): string =>
  `array(select row(p.id, p.version, p.updated_at)::text
    from ${of} p where p.account_id = ${alias}.account_id and p.${resource.singular}_id = ${alias}.id
      and p.deleted_at is null order by p.id)`;
