import { releaseExternalIds } from '../../store/write/external-ids.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { type WriteStatement, write } from '../../store/write/write.ts';
import {
  beginRows,
  type Chunk,
  holdersIn,
  lookAhead,
  type Bulk,
  type BulkRow,
  externalIdOf,
  soughtExternalId,
  itemOf,
  targetOf,
} from './bulk-rows.ts';
import { BulkLedger } from './bulk-ledger.ts';
import { changeChunks, type ChunkSteps } from './bulk-chunks.ts';
import { type BulkResult, type BulkResults, problemsOf } from './bulk-result.ts';
import type { Queryable } from '../../database/engine.ts';
import type { ChangeContext, RequestContext } from '../request-context.ts';
import { type Outcome, valueOf } from '../results.ts';
import { runChange } from '../changing/change.ts';
import { chunksOf } from '../chunks.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { inTurns } from '../turns.ts';
import type { ChangeSession } from '../changing/change-set.ts';
import { writePlan } from '../changing/write-plan.ts';

/**
 * Creates and updates records row by row in one transaction. Each row builds on the rows before it, as with single
 * calls of `change`, but a refused row appears in the results and does not stop the rest. The rows are judged and
 * written in chunks, so that no statement and no turn of the event loop is long.
 */
export async function changeInBulk(
  context: ChangeContext<readonly BulkResult[]>,
  bulk: Bulk,
): Promise<Outcome<readonly BulkResult[]>> {
  // The bulk judges its rows before the transaction begins, because other requests wait for a transaction.
  const { chunks, work } = await prepared(context.store.engine, context, bulk);
  return await runChange(context, (transaction, fresh) => changeChunks(transaction, fresh, chunks, work));
}

/** The same within an open transaction, without an idempotency key. */
export async function changeInBulkWithin(
  transaction: Queryable,
  context: RequestContext,
  bulk: Bulk,
): Promise<readonly BulkResult[]> {
  const { chunks, work } = await prepared(transaction, context, bulk);
  return valueOf(await changeChunks(transaction, context, chunks, work));
}

/** Looks up the records of the rows and divides the rows into chunks. */
async function prepared(engine: Queryable, context: RequestContext, { resource, rows }: Bulk) {
  const looked: Chunk[] = [];
  for (const some of chunksOf(rows, ({ length }) => length)) {
    looked.push(await lookAhead(engine, context, { resource, rows: some }));
  }
  const targets = looked.flatMap(targetsOf);
  const sizes = await storedSizes(engine, resource, context.actor.accountId, targets.filter(isId));
  const chunks = looked.flatMap((chunk) => chunksAsKept(chunk, sizes));
  const work = { resource, key: resource.plural, sizes, lock: 'no key update', targetsOf, ...steps } as const;
  return { chunks, work };
}

const steps: ChunkSteps<Chunk> = { begin: beginRows, draftsOf, write: writeRows, areIndependent };

/** Whether two chunks change different records and name different external ids. */
function areIndependent(one: Chunk, other: Chunk): boolean {
  const touched = new Set(touchedBy(one));
  return touchedBy(other).every((name) => !touched.has(name));
}

/** The records that the rows change, the external ids that they name, and the records that have these. */
const touchedBy = (chunk: Chunk): string[] =>
  chunk.rows.flatMap((row) => {
    const id = targetOf(row, chunk.holders);
    const externalId = externalIdOf(row);
    const holder = chunk.holders.get(externalId ?? '');
    return [
      ...[id, holder].flatMap((one) => (one ? [`id ${one}`] : [])),
      ...(externalId === null ? [] : [`external_id ${chunk.folded.get(externalId) ?? externalId}`]),
    ];
  });

const targetsOf = ({ rows, holders }: Chunk): (string | null)[] => rows.map((row) => targetOf(row, holders));

/** Splits a chunk further if its rows are short but the records that they change are long. */
function chunksAsKept(chunk: Chunk, lengths: ReadonlyMap<string, number>): Chunk[] {
  const idOf = (row: BulkRow): string | null => targetOf(row, chunk.holders);
  return chunksOf(chunk.rows, ({ length }) => length, { idOf, lengths }).map((rows) => ({ ...chunk, rows }));
}

/** Judges the rows of a chunk. @returns the drafts to write. */
async function draftsOf(session: ChangeSession, { rows, folded }: Chunk, results: BulkResults): Promise<Draft[]> {
  const ledger = new BulkLedger(session, folded);
  const drafts: Draft[] = [];
  await inTurns(rows, async (row) => {
    const draft = await draftOfRow(row, ledger, results);
    if (draft?.changed) drafts.push(draft);
  });
  return drafts;
}

async function draftOfRow(row: BulkRow, ledger: BulkLedger, results: BulkResults): Promise<Draft | null> {
  if (row.problems.length > 0) {
    results.enterFailed(row, row.id, [...row.problems, ...row.judgedAs('update').problems]);
    return null;
  }
  const id = row.id ?? ledger.holderOf(soughtExternalId(row));
  try {
    const session = ledger.sessionFor(id === null ? 'create' : 'update');
    const draft = await draftOf(session, itemOf(row, id), ledger.made);
    ledger.enter(draft);
    results.enterDone(draft);
    return draft;
  } catch (thrown) {
    results.enterFailed(row, id, problemsOf(thrown, row));
    return null;
  }
}

/** If an external id moves from one record to another, the first releases it before the second takes it. */
async function writeRows(
  session: ChangeSession,
  drafts: readonly Draft[],
  answer: readonly WriteStatement[],
): Promise<void> {
  const { transaction, context, changeSet, prefetched } = session;
  const { accountId } = context.actor;
  const holders = holdersIn(prefetched);
  const latest = new Map(drafts.map(({ row }) => [row.id, row['external_id']]));
  const outgoing = [...latest].flatMap(([id, externalId]) => {
    const holder = typeof externalId === 'string' ? holders.get(externalId) : undefined;
    return holder === undefined || holder === id ? [] : [holder];
  });
  if (outgoing.length > 0) await releaseExternalIds(transaction, changeSet.resource, accountId, outgoing);
  const statements = drafts.length > 0 ? await writePlan(session, drafts) : [];
  await write(transaction, accountId, [...statements, ...answer]);
}
