import type { Problem } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Item } from '../changing/change-set.ts';
import type { Queryable } from '../../database/engine.ts';
import { findExternalIds } from '../../store/write/external-ids.ts';
import type { RequestContext } from '../request-context.ts';
import { inTurns } from '../turns.ts';

/** One row of a bulk request. Only a lookup in the store tells whether it creates or updates a record. */
export interface BulkRow {
  /** Its JSON pointer in the body: `/projects/3`. */
  readonly pointer: string;
  /** The JSON pointer of its id. */
  readonly idPointer: string;
  /** In characters of JSON, as sent. */
  readonly length: number;
  /** As given, not validated. */
  readonly id: string | null;
  readonly externalId: string | null;
  /** Whether a row without an id updates the record that has its external id. */
  readonly isFoundByExternalId: boolean;
  /** The problems of the row both as a create and as an update. */
  readonly problems: readonly Problem[];
  /** The row's values, validated as a POST or as a PATCH; each validation runs once. */
  readonly judgedAs: (action: 'create' | 'update') => Pick<Item, 'input' | 'references' | 'problems' | 'sent'>;
}

/** Rows of one resource, each of which creates or updates a record. */
export interface Bulk {
  readonly resource: Resource;
  readonly rows: readonly BulkRow[];
}

/** The ids of the live records that have the external ids, by external id as given. */
export type Holders = ReadonlyMap<string, string>;

/**
 * The external ids of a row, the one to look for first: without characters that nobody sees, and as sent, because an
 * older record may have it so. An invalid one must not reach the store.
 */
function externalIdsOf(row: BulkRow): string[] {
  if (row.externalId === null || row.problems.length > 0) return [];
  const { input, sent } = row.judgedAs('update');
  return [input['external_id'], sent?.['external_id']].filter((id) => typeof id === 'string');
}

/** The external ids by which a row finds its record, the one to look for first. */
export const soughtExternalIds = (row: BulkRow): string[] => (row.isFoundByExternalId ? externalIdsOf(row) : []);

/** The id of the record that a row updates; null if it creates one. */
export function targetOf(row: BulkRow, holders: Holders): string | null {
  if (row.id !== null) return row.id;
  const held = soughtExternalIds(row).find((id) => holders.has(id));
  return held === undefined ? null : (holders.get(held) ?? null);
}

/** A row as an item. @param id of the record that it updates; null if it creates one. */
export const itemOf = (row: BulkRow, id: string | null): Item => ({
  pointer: row.pointer,
  id,
  ...row.judgedAs(id === null ? 'create' : 'update'),
});

/** A chunk of rows that create and update records, with the last known holders of their external ids. */
export interface RowChunk extends Bulk {
  readonly kind: 'rows';
  readonly holders: Holders;
  /** The folded form that all spellings of an external id share, by external id as given. */
  readonly folded: ReadonlyMap<string, string>;
}

/** Looks up the holders of the rows' external ids, and validates each row as the create or update it probably is. */
export async function lookAhead(engine: Queryable, context: RequestContext, bulk: Bulk): Promise<RowChunk> {
  const { resource, rows } = bulk;
  const asked = new Set<string>();
  await inTurns(rows, (row) => externalIdsOf(row).forEach((id) => asked.add(id)));
  const found = asked.size === 0 ? [] : await findExternalIds(engine, resource, context.actor.accountId, [...asked]);
  const holders = new Map(
    found.flatMap(({ asked: externalId, id }) => (id === null ? [] : [[externalId, id] as const])),
  );
  const folded = new Map(found.map(({ asked: externalId, folded: key }) => [externalId, key]));
  await inTurns(soundRows(bulk), (row) => itemOf(row, targetOf(row, holders)));
  return { kind: 'rows', ...bulk, holders, folded };
}

/** The rows without problems. */
export const soundRows = ({ rows }: Pick<Bulk, 'rows'>): readonly BulkRow[] =>
  rows.filter(({ problems }) => problems.length === 0);
