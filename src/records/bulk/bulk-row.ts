import type { Problem } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Item } from '../changing/change-set.ts';

/** One row of a bulk request. Only a lookup in the store tells whether it creates or updates a record. */
export interface BulkRow {
  /** Its JSON pointer in the body: `/projects/3`. */
  readonly pointer: string;
  /** In characters of JSON, as sent. */
  readonly length: number;
  /** As given, not validated. */
  readonly id: string | null;
  readonly externalId: string | null;
  /** The problems of the row both as a create and as an update. */
  readonly problems: readonly Problem[];
  /** The row's values, validated as a POST or as a PATCH; each validation runs once. */
  readonly judgedAs: (action: 'create' | 'update') => Pick<Item, 'input' | 'problems'>;
}

/** Rows of one resource, each of which creates or updates a record. */
export interface Bulk {
  readonly resource: Resource;
  readonly rows: readonly BulkRow[];
}

/** The ids of the live records that have the external ids, by external id as given. */
export type Holders = ReadonlyMap<string, string>;

/** The external id of a row; null if it is invalid, because an invalid one must not reach the store. */
export function externalIdOf(row: BulkRow): string | null {
  if (row.externalId === null || row.problems.length > 0) return null;
  const sound = row.judgedAs('update').input['external_id'];
  return typeof sound === 'string' ? sound : null;
}

/** The id of the record that a row updates; null if it creates one. */
export const targetOf = (row: BulkRow, holders: Holders): string | null =>
  row.id ?? holders.get(externalIdOf(row) ?? '') ?? null;

/** A row as an item. @param id of the record that it updates; null if it creates one. */
export const itemOf = (row: BulkRow, id: string | null): Item => ({
  pointer: row.pointer,
  id,
  ...row.judgedAs(id === null ? 'create' : 'update'),
});
