import type { FileColumn } from '../../../resources/transfer/imports.ts';

/**
 * The columns of an export of the product that need to be told apart: `id` beside the times of a record, `company_id`
 * beside `company`. Null if the file is none.
 */
export function ownColumns(columns: readonly FileColumn[]): ReadonlyMap<string, string> | null {
  const names = new Set(columns.map(({ name }) => name));
  if (!['id', 'created_at', 'updated_at'].every((name) => names.has(name))) return null;
  const ids = [...names].filter((name) => name.endsWith('_id') && names.has(name.slice(0, -3)));
  return new Map([['id', 'id'], ...ids.map((name) => [name, name.slice(0, -3)] as const)]);
}
