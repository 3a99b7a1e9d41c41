import type { Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { releaseExternalIds } from '../../store/write/external-ids.ts';
import { lockRecords } from '../../store/write/lock-records.ts';
import { Comparisons } from '../../suggestion.ts';
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
  itemOf,
  targetOf,
} from './bulk-rows.ts';
import { BulkLedger } from './bulk-ledger.ts';
import { type BulkResult, BulkResults, problemsOf } from './bulk-result.ts';
import type { RequestContext, KeyedContext, ChangeContext } from '../request-context.ts';
import { done, type Outcome } from '../results.ts';
import { runChange } from '../changing/change.ts';
import { chunksOf } from '../chunks.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import { storeAnswerStatements } from '../changing/idempotency-store.ts';
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
  { resource, rows }: Bulk,
): Promise<Outcome<readonly BulkResult[]>> {
  const looked: Chunk[] = [];
  // The bulk judges its rows before the transaction begins, because other requests wait for a transaction.
  for (const some of chunksOf(rows, ({ length }) => length)) {
    looked.push(await lookAhead(context.store.engine, context, { resource, rows: some }));
  }
  const targets = looked.flatMap(targetsOf);
  const sizes = await storedSizes(context.store.engine, resource, context.actor.accountId, targets.filter(isId));
  const chunks = looked.flatMap((chunk) => chunksAsKept(chunk, sizes));
  return await runChange(context, (transaction, fresh) => {
    refuseTooLong(resource, chunks, sizes);
    return changeChunks(transaction, fresh, chunks);
  });
}

const targetsOf = ({ rows, holders }: Chunk): (string | null)[] => rows.map((row) => targetOf(row, holders));

/** Splits a chunk further if its rows are short but the records that they change are long. */
function chunksAsKept(chunk: Chunk, lengths: ReadonlyMap<string, number>): Chunk[] {
  const idOf = (row: BulkRow): string | null => targetOf(row, chunk.holders);
  return chunksOf(chunk.rows, ({ length }) => length, { idOf, lengths }).map((rows) => ({ ...chunk, rows }));
}

/** The limit of bytes that a bulk rewrites. A record counts once for each chunk that changes it. */
const mostRewritten = 64 * 2 ** 20;

function refuseTooLong({ plural }: Resource, chunks: readonly Chunk[], sizes: ReadonlyMap<string, number>): void {
  const rewritten = chunks.flatMap((chunk) => [...new Set(targetsOf(chunk))].map((id) => sizes.get(id ?? '') ?? 0));
  if (rewritten.reduce((sum, size) => sum + size, 0) <= mostRewritten) return;
  const message = `would rewrite more than ${mostRewritten / 2 ** 20} MiB of records; send the rows in several requests`;
  throw new Refusal('validation_failed', 'The rows change too much for one request; nothing was changed.', {
    problems: [{ pointer: `/${plural}`, code: 'too_many', message }],
  });
}

async function changeChunks(
  transaction: Queryable,
  context: KeyedContext<readonly BulkResult[]>,
  chunks: readonly Chunk[],
): Promise<Outcome<readonly BulkResult[]>> {
  if (chunks.length > 1) await lockTargets(transaction, context, chunks);
  const results = new BulkResults();
  // The idempotency key covers all chunks: the first chunk looks it up, the last one stores it.
  const { idempotency: _, ...bare } = { ...context, comparisons: new Comparisons() };
  let current: KeyedContext = { ...context, comparisons: bare.comparisons };
  for (const [index, chunk] of chunks.entries()) {
    const session = await beginRows(transaction, current, chunk);
    if ('kind' in session) return session;
    current = { ...bare, directory: session.directory };
    const drafts = await draftsOf(session, chunk, results);
    const isLast = index === chunks.length - 1;
    const answer = isLast && results.changed > 0 ? storeAnswerStatements(context, results.rows) : [];
    if (drafts.length > 0 || answer.length > 0) await writeRows({ ...session, context: current }, drafts, answer);
  }
  return done(results.rows);
}

/** Locks the records of all chunks in one order, so that two bulks lock the same records in the same order. */
async function lockTargets(transaction: Queryable, { actor }: RequestContext, chunks: readonly Chunk[]): Promise<void> {
  const targets = chunks.flatMap(targetsOf);
  const [first] = chunks;
  if (first)
    await lockRecords(
      transaction,
      first.resource,
      actor.accountId,
      targets.filter((id) => id !== null),
    );
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
  const id = row.id ?? ledger.holderOf(externalIdOf(row));
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
  const statements = drafts.length > 0 ? writePlan(session, drafts) : [];
  await write(transaction, accountId, [...statements, ...answer]);
}
