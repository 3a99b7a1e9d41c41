import type { Problem } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Reversion } from '../changing/reversion.ts';
import type { ResultRow } from './bulk-result.ts';
import type { RowChunk } from './bulk-rows.ts';

/** Rows of a bulk request that one transaction may change. */
export type Chunk = RowChunk | IdChunk | ReversionChunk;

/** One id of a bulk request. */
export interface IdRow {
  /** Its JSON pointer in the body: `/ids/3`. */
  readonly pointer: string;
  /** As given; `null` if it has problems. */
  readonly id: string | null;
  readonly problems: readonly Problem[];
}

/** The ids of records to delete or to restore. */
export interface IdBulk {
  readonly resource: Resource;
  readonly action: 'delete' | 'restore';
  readonly rows: readonly IdRow[];
}

/** Ids of one transaction. */
export interface IdChunk extends IdBulk {
  readonly kind: 'ids';
}

/** One record of a bulk reversion. No other row has its id. */
export type ReversionRow = Reversion & ResultRow;

/** Records to set back to earlier versions. */
export interface ReversionBulk {
  readonly resource: Resource;
  readonly rows: readonly ReversionRow[];
  /** The age of the oldest stage move that can be taken back, in milliseconds. The default is that of `revertRecord`. */
  readonly longest?: number;
}

/** Rows of one transaction. */
export interface ReversionChunk extends ReversionBulk {
  readonly kind: 'reversions';
}
