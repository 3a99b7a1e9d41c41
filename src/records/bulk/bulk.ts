import type { Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { releaseExternalIds } from '../../store/write/external-ids.ts';
import { lockRecords } from '../../store/write/lock-records.ts';
import { Comparisons } from '../../suggestion.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { type Part, write } from '../../store/write/write.ts';
import { beginRows, type Chunk, holdersIn, lookAhead } from './bulk-chunk.ts';
import { BulkLedger } from './bulk-ledger.ts';
import { type BulkResult, BulkResults, problemsOf } from './bulk-result.ts';
import { type Bulk, type BulkRow, externalIdOf, itemOf, targetOf } from './bulk-row.ts';
import type { Call, ChangeCall, ChangeContext } from '../call.ts';
import { done, type Outcome } from '../outcome.ts';
import { carryOut } from '../changing/change.ts';
import { chunksOf } from '../chunks.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import { rememberPart } from '../changing/remembered.ts';
import { isId } from '../ids.ts';
import { inTurns } from '../turns.ts';
import type { Attempt } from '../changing/work.ts';
import { partsOf } from '../changing/written.ts';

/**
 * Creates and updates records row by row in one transaction. Each row builds on the rows before it, as with single
 * calls of `change`, but a refused row appears in the results and does not stop the rest. The rows are judged and
 * written in chunks, so that no statement and no turn of the event loop is long.
 */
export async function changeInBulk(
  call: ChangeContext<readonly BulkResult[]>,
  { resource, rows }: Bulk,
): Promise<Outcome<readonly BulkResult[]>> {
  const looked: Chunk[] = [];
  // The bulk judges its rows before the transaction begins, because other requests wait for a transaction.
  for (const some of chunksOf(rows, ({ length }) => length)) {
    looked.push(await lookAhead(call.store.engine, call, { resource, rows: some }));
  }
  const targets = looked.flatMap(targetsOf);
  const sizes = await storedSizes(call.store.engine, resource, call.actor.accountId, targets.filter(isId));
  const chunks = looked.flatMap((chunk) => chunksAsKept(chunk, sizes));
  return await carryOut(call, (transaction, fresh) => {
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
  call: ChangeCall<readonly BulkResult[]>,
  chunks: readonly Chunk[],
): Promise<Outcome<readonly BulkResult[]>> {
  if (chunks.length > 1) await lockTargets(transaction, call, chunks);
  const results = new BulkResults();
  // The idempotency key covers all chunks: the first chunk looks it up, the last one stores it.
  const { idempotency: _, ...bare } = { ...call, comparisons: new Comparisons() };
  let current: ChangeCall = { ...call, comparisons: bare.comparisons };
  for (const [index, chunk] of chunks.entries()) {
    const attempt = await beginRows(transaction, current, chunk);
    if ('kind' in attempt) return attempt;
    current = { ...bare, directory: attempt.directory };
    const drafts = await draftsOf(attempt, chunk, results);
    const isLast = index === chunks.length - 1;
    const kept = isLast && results.changed > 0 ? rememberPart(call, results.rows) : [];
    if (drafts.length > 0 || kept.length > 0) await writeRows({ ...attempt, call: current }, drafts, kept);
  }
  return done(results.rows);
}

/** Locks the records of all chunks in one order, so that two bulks lock the same records in the same order. */
async function lockTargets(transaction: Queryable, { actor }: Call, chunks: readonly Chunk[]): Promise<void> {
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
async function draftsOf(attempt: Attempt, { rows, folded }: Chunk, results: BulkResults): Promise<Draft[]> {
  const ledger = new BulkLedger(attempt, folded);
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
    const attempt = ledger.attempt(id === null ? 'create' : 'update');
    const draft = await draftOf(attempt, itemOf(row, id), ledger.made);
    ledger.enter(draft);
    results.enterDone(draft);
    return draft;
  } catch (thrown) {
    results.enterFailed(row, id, problemsOf(thrown, row));
    return null;
  }
}

/** If an external id moves from one record to another, the first releases it before the second takes it. */
async function writeRows(attempt: Attempt, drafts: readonly Draft[], kept: readonly Part[]): Promise<void> {
  const { transaction, call, work, prepared } = attempt;
  const { accountId } = call.actor;
  const holders = holdersIn(prepared);
  const latest = new Map(drafts.map(({ row }) => [row.id, row['external_id']]));
  const outgoing = [...latest].flatMap(([id, externalId]) => {
    const holder = typeof externalId === 'string' ? holders.get(externalId) : undefined;
    return holder === undefined || holder === id ? [] : [holder];
  });
  if (outgoing.length > 0) await releaseExternalIds(transaction, work.resource, accountId, outgoing);
  const parts = drafts.length > 0 ? partsOf(attempt, drafts) : [];
  await write(transaction, accountId, [...parts, ...kept]);
}
