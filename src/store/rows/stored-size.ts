import type { FieldKind } from '../../resources/fields.ts';
import { ofEach, type Resource } from '../../resources/resource.ts';
import { batchesOf } from './batches.ts';
import { quoted, valueColumns } from './columns.ts';
import type { Queryable } from '../../database/engine.ts';

/** The kinds of fields whose values may be long. They are read only if the answer shows them. */
export const longKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'long_text',
  'custom_fields',
  'document',
  'texts',
]);

const texts: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'long_text', 'url', 'email', 'address']);

/**
 * The size of a document or an array, in bytes. Postgres knows the size of an uncompressed value without reading it.
 * The migrations make these columns uncompressed, so Postgres must read only older values.
 */
export const documentSize = (column: string): string =>
  `coalesce(case when pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`;

/** The size of a text, in bytes, which Postgres knows without reading the text. */
const textSize = (column: string): string => `coalesce(octet_length(${column}), 0)`;

/** The total size of the texts and documents of a row of `t`, in bytes, as `row_size`. */
export const rowSizeText = ofEach((resource) => storedSizeSql(resource, () => true));

/** Like `rowSizeText`, but counts long columns only if `isAsked` names them. */
export function storedSizeSql(resource: Resource, isAsked: (fieldName: string) => boolean): string {
  const sizes = valueColumns(resource).flatMap(({ name, field, fieldName }) => {
    if (longKinds.has(field.kind) && !isAsked(fieldName)) return [];
    const column = `t.${quoted(name)}`;
    if (texts.has(field.kind)) return [textSize(column)];
    return longKinds.has(field.kind) ? [documentSize(column)] : [];
  });
  return `${sizes.length === 0 ? '0' : sizes.join(' + ')} as row_size`;
}

/** The total size of the texts and documents of each record, in bytes, by id, without reading the values. */
export async function storedSizes(
  engine: Queryable,
  resource: Resource,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const batch of batchesOf([...new Set(ids)])) {
    const rows = await engine.query<{ id: string; row_size: number }>(
      `select t.id, ${rowSizeText(resource)} from ${resource.plural} t
      where t.account_id = $1::bigint and t.id = any($2::bigint[])`,
      [accountId, batch],
    );
    for (const { id, row_size: size } of rows) sizes.set(id, size);
  }
  return sizes;
}
