import type { FieldKind } from '../resources/fields.ts';
import { resourceOf } from '../resources/index.ts';
import { type Column, columnsOf, type Resource } from '../resources/resource.ts';

/** The Postgres type that keeps a kind of field, as `format_type` names it. */
const types: Record<Exclude<FieldKind, 'references'>, string> = {
  text: 'text',
  long_text: 'text',
  url: 'text',
  email: 'text',
  texts: 'text[]',
  count: 'integer',
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
export const valueColumns = (resource: Resource): Column[] =>
  columnsOf(resource).filter(({ field }) => field.kind !== 'references');

function sqlColumns({ name, field }: Column): SqlColumn[] {
  if (field.kind === 'references') return [];
  const column = { name, type: types[field.kind] };
  return field.folded ? [column, { name: `${name}_folded`, type: 'text' }] : [column];
}

/** What a search reads, written beside the values. */
const searchColumns = ({ searched }: Resource): SqlColumn[] => [
  ...(searched ? [{ name: 'search_text', type: 'text' }] : []),
  ...(searched?.words ? [{ name: 'search_words', type: 'text[]' }] : []),
];

const memo = new Map<Resource, readonly SqlColumn[]>();

/** A resource's table as the migrations must have made it, `account_id` aside. */
export function tableColumns(resource: Resource): readonly SqlColumn[] {
  const known = memo.get(resource) ?? [
    ...system,
    ...columnsOf(resource).flatMap(sqlColumns),
    ...searchColumns(resource),
  ];
  memo.set(resource, known);
  return known;
}

/** A reference to records too many to hold in the process: their embedded columns are read beside the row's own. */
export interface LargeReference {
  readonly fieldName: string;
  readonly column: string;
  readonly target: Resource;
  /** `id`, the timestamps and the keys of the embedded form. */
  readonly embedded: readonly string[];
}

const references = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) =>
    field.kind === 'reference' ? [{ fieldName, column: `${fieldName}_id`, target: resourceOf(field.to), field }] : [],
  );

/** The large records that the shape of a resource embeds. */
export const largeReferences = (resource: Resource): LargeReference[] =>
  references(resource)
    .filter(({ target, field }) => target.kept === 'table' && !field.unlisted && !field.internal)
    .map(({ fieldName, column, target }) => ({ fieldName, column, target, embedded: embeddedColumns(target) }));

export const embeddedColumns = (target: Resource): readonly string[] => [
  'id',
  'created_at',
  'updated_at',
  ...target.embedded,
];

/** Ids as text in a row written as JSON, where a number that large would be rounded. */
export const idsAsText = (resource: Resource, alias: string): string => {
  const columns = ['id', ...references(resource).map(({ column }) => column)];
  return `jsonb_build_object(${columns.map((column) => `'${column}', ${alias}.${column}::text`).join(', ')})`;
};
