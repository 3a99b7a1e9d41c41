import type { Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { historySizes } from '../../store/log/changes.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { beginKeyedSession, beginSession } from '../changing/change-session.ts';
import type { ChangeSession, Item } from '../changing/change-set.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import { itemsBack, type Reversion } from '../changing/reversion.ts';
import { type ChunkLimits, chunksOf } from '../chunks.ts';
import type { KeyedContext, RequestContext } from '../request-context.ts';
import type { ReplayedAnswer } from '../results.ts';
import type { PreparedBulk } from './bulk-chunks.ts';
import { bulkKind } from './bulk-commits.ts';
import { BulkLedger, foldedIds, judgeRows } from './bulk-ledger.ts';
import { type BulkResults, problemsOf, type ResultRow } from './bulk-result.ts';

/** One record of a bulk reversion. No other row has its id. */
export type ReversionRow = Reversion & ResultRow;

/** Records to set back to earlier versions. */
interface ReversionBulk {
  readonly resource: Resource;
  readonly rows: readonly ReversionRow[];
  /** The age of the oldest stage move that can be taken back, in milliseconds. The default is that of `revertRecord`. */
  readonly longest?: number;
}

/** Sets records back one by one, as `revertRecord` does. */
export const { inChunks: revertInBulk, within: revertInBulkWithin } = bulkKind(prepared);

/** Divides the rows into chunks by the sizes of their records and of the history that the reversion reads. */
async function prepared(
  engine: Queryable,
  { actor: { accountId } }: RequestContext,
  bulk: ReversionBulk,
  limits: ChunkLimits,
): Promise<PreparedBulk<ReversionBulk>> {
  const { resource, rows } = bulk;
  const ranges = rows.flatMap(({ id, version, until }) => (isId(id) ? [{ id, version, until }] : []));
  const past = await historySizes(engine, { accountId, resource }, ranges);
  const ids = ranges.map(({ id }) => id);
  const sizes = await storedSizes(engine, resource, accountId, ids);
  const records = { idOf: ({ id }: ReversionRow) => id, lengths: sizes };
  const chunks = chunksOf(rows, ({ id }) => past.get(id ?? '') ?? 0, { records, limits });
  return {
    chunks: chunks.map((some) => ({ ...bulk, rows: some })),
    work: { resource, key: 'reversions', sizes, lock: 'no key update', targetsOf, begin: beginReversions, draftsOf },
  };
}

const targetsOf = ({ rows }: ReversionBulk): (string | null)[] => rows.map(({ id }) => id);

/** Locks the records, reads their past values, and begins the change that sets these. */
async function beginReversions(
  transaction: Queryable,
  context: KeyedContext,
  { resource, rows, longest }: ReversionBulk,
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

/** Judges the items of a chunk's session, which are those of its rows. @returns the drafts to write. */
async function draftsOf(session: ChangeSession, { rows }: ReversionBulk, results: BulkResults): Promise<Draft[]> {
  const { items } = session.changeSet;
  const taken = items.map(({ input }) => input['external_id'] ?? null);
  const ledger = new BulkLedger(session, await foldedIds(session, taken));
  return await judgeRows(rows, {
    ledger,
    results,
    problemsIn: (_, index) => items[index]?.problems ?? [],
    idOf: ({ id }) => id,
    draft: (row, _, index) => draftOf(ledger.sessionFor('update'), items[index] ?? blank(row), 0),
  });
}
