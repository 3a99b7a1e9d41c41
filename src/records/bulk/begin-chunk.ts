import type { Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import type { PrefetchedRows } from '../../store/write/prefetch.ts';
import { beginKeyedSession, beginSession } from '../changing/change-session.ts';
import type { ChangeSession, ChangeSet, Item } from '../changing/change-set.ts';
import { itemsBack } from '../changing/reversion.ts';
import type { KeyedContext } from '../request-context.ts';
import type { ReplayedAnswer } from '../results.ts';
import { problemsOf } from './bulk-result.ts';
import { type Holders, itemOf, type RowChunk, soundRows, targetOf } from './bulk-rows.ts';
import type { Chunk, IdChunk, IdRow, ReversionChunk, ReversionRow } from './chunk.ts';

/** The ids of the records that the rows of a chunk change; null for each that is created. */
export const targetsOf = (chunk: Chunk): readonly (string | null)[] =>
  chunk.kind === 'rows' ? chunk.rows.map((row) => targetOf(row, chunk.holders)) : chunk.rows.map(({ id }) => id);

/** Prepares a chunk, or returns the stored answer if the idempotency key was used before. */
export function beginChunk(
  transaction: Queryable,
  context: KeyedContext,
  chunk: Chunk,
): Promise<ChangeSession | ReplayedAnswer> {
  switch (chunk.kind) {
    case 'rows':
      return beginRows(transaction, context, chunk);
    case 'ids':
      return beginIds(transaction, context, chunk);
    case 'reversions':
      return beginReversions(transaction, context, chunk);
  }
}

/**
 * Prepares rows that create and update records. A record may have gained or lost its external id since the lookup, also
 * through an earlier row. The function repeats until the lookup matches the locked records.
 */
async function beginRows(
  transaction: Queryable,
  context: KeyedContext,
  chunk: RowChunk,
): Promise<ChangeSession | ReplayedAnswer> {
  const session = await beginKeyedSession(transaction, context, changeSetOf(chunk));
  if ('kind' in session) return session;
  const holders = holdersIn(session.prefetched);
  const isAsLooked = soundRows(chunk).every((row) => targetOf(row, holders) === targetOf(row, chunk.holders));
  return isAsLooked ? session : await beginRows(transaction, context, { ...chunk, holders });
}

function changeSetOf(chunk: RowChunk): ChangeSet {
  const { resource, holders } = chunk;
  const rows = soundRows(chunk);
  const items = rows.map((row) => itemOf(row, targetOf(row, holders)));
  // A row that names a record by id may change the external id by which a later row would find that record.
  const renamed = new Set(items.flatMap(({ id, input }) => (id !== null && 'external_id' in input ? [id] : [])));
  const unnamed = rows
    .map((row, index) => (row.id === null ? items[index] : undefined))
    .filter((item) => item !== undefined);
  const newIds = unnamed.filter(({ id }) => id === null || renamed.has(id)).length;
  return { resource, action: 'create', items, newIds };
}

/** The holder of each external id that was looked up. */
export function holdersIn({ uniqueHolders }: PrefetchedRows): Holders {
  const held = [...(uniqueHolders.get('external_id') ?? [])];
  return new Map(held.flatMap(([asked, [holder]]) => (holder ? [[asked, String(holder['id'])] as const] : [])));
}

/** An id as the part of a change. */
export const itemOfId = ({ pointer, id }: IdRow): Item => ({ pointer, id, input: {}, problems: [] });

const beginIds = (transaction: Queryable, context: KeyedContext, { resource, action, rows }: IdChunk) =>
  beginKeyedSession(transaction, context, { resource, action, items: rows.map(itemOfId) });

/** Locks the records, reads their past values, and begins the change that sets these. */
async function beginReversions(
  transaction: Queryable,
  context: KeyedContext,
  { resource, rows, longest }: ReversionChunk,
): Promise<ChangeSession | ReplayedAnswer> {
  const changeSet = { resource, action: 'update' } as const;
  const locked = await beginKeyedSession(transaction, context, { ...changeSet, items: rows.map(blank) });
  if ('kind' in locked) return locked;
  const { idempotency: _, ...bare } = context;
  const found = await itemsBack(locked, rows, longest);
  const items = rows.map((row, index): Item => {
    const one = found[index];
    if (row.problems.length > 0 || !one) return blank(row);
    return one instanceof Refusal ? { ...blank(row), problems: problemsOf(one, row) } : one;
  });
  return await beginSession(transaction, { ...bare, directory: locked.directory }, { ...changeSet, items });
}

const blank = ({ pointer, id, problems }: ReversionRow): Item => ({ pointer, id, input: {}, problems });
