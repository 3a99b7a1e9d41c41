import type { Problem } from '../refusal.ts';
import type { Item } from './work.ts';

/** One row of a bulk request. Whether it makes or changes a record, only the store can tell. */
export interface BulkRow {
  /** Where it stands in the body: `/projects/3`. */
  readonly pointer: string;
  /** As given, whatever it is worth. */
  readonly id: string | null;
  readonly externalId: string | null;
  /** What is wrong with it, whether it makes or changes. */
  readonly problems: readonly Problem[];
  /** What it gives, judged as a POST or as a PATCH would be; judged once for each. */
  readonly judgedAs: (action: 'create' | 'update') => Pick<Item, 'given' | 'problems'>;
}

/** By an external id that is asked for, the id of the live record that has it. */
export type Holders = ReadonlyMap<string, string>;

/** The external id that a row gives, if it can be kept: one that cannot must not reach the store. */
export function externalIdOf(row: BulkRow): string | null {
  if (row.externalId === null || row.problems.length > 0) return null;
  const sound = row.judgedAs('update').given['external_id'];
  return typeof sound === 'string' ? sound : null;
}

/** The record that a row changes; null when it makes one. */
export const targetOf = (row: BulkRow, holders: Holders): string | null =>
  row.id ?? holders.get(externalIdOf(row) ?? '') ?? null;

/** A row as the item that it is, once it is known which record it changes. */
export const itemOf = (row: BulkRow, id: string | null): Item => ({
  pointer: row.pointer,
  id,
  ...row.judgedAs(id === null ? 'create' : 'update'),
});
