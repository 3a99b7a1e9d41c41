import type { Queryable } from '../../database/engine.ts';
import { inLongFlow } from '../../database/timed-engine.ts';
import { Refusal, unforeseen } from '../../refusal.ts';
import { beginBulk, bulkResultsStatement, endBulk, lockBulk, underWay } from '../../store/write/bulk-progress.ts';
import type { IdempotencyKey } from '../../store/write/idempotency-keys.ts';
import { write } from '../../store/write/write.ts';
import { runChange } from '../changing/change.ts';
import { findBulk, keyOf, replayOf, stillRunning, storeAnswerStatements } from '../changing/stored-answer.ts';
import { transactionLimits } from '../chunks.ts';
import type { ChangeContext } from '../request-context.ts';
import { done, type ChangeOutcome, type ReplayedAnswer } from '../results.ts';
import {
  changeChunk,
  type Prepare,
  type PreparedBulk,
  refuseTooLong,
  type Results,
  sharingComparisons,
} from './bulk-chunks.ts';
import type { Chunk } from './chunk.ts';
import { type BulkResult, BulkResults, type ResultRow } from './bulk-result.ts';

/** A row of a bulk request, with the id of its record as given. */
interface CommittedRow extends ResultRow {
  readonly id: string | null;
}

/**
 * Changes the records of a bulk, each chunk in a transaction of its own, so that other requests run in between. With an
 * idempotency key, each transaction also stores the results of its chunk: after a failure or a kill, a request with the
 * same key goes on with the next row, and answers all of them. Without a key, rows that could not be applied are results.
 */
export async function commitInChunks<Bulk extends { readonly rows: readonly CommittedRow[] }>(
  context: ChangeContext<Results>,
  bulk: Bulk,
  prepare: Prepare<Bulk>,
): Promise<ChangeOutcome<Results>> {
  const limits = transactionLimits[context.store.engine.kind];
  const long = { ...context, store: { ...context.store, engine: inLongFlow(context.store.engine) } };
  const own = bulk.rows.length > limits.records ? long : context;
  const before = await findBulk<BulkResult>(own.store.engine, own);
  if (before && 'kind' in before) return before;
  const earlier = before ?? [];
  const left = { ...bulk, rows: bulk.rows.slice(earlier.length) };
  // The service judges the rows before the transactions begin, because other requests wait for a transaction.
  const prepared = await prepare(own.store.engine, own, left, limits);
  refuseTooLong(prepared, earlier.length);
  const [only, ...others] = prepared.chunks;
  if (before === null && only && others.length === 0) return await commitOnly(own, only);
  // A few long rows are several chunks too.
  return await new BulkCommits(long, bulk.rows, new BulkResults(earlier)).run(prepared);
}

/** Changes the records of the only chunk, in one transaction with the answer. */
const commitOnly = (context: ChangeContext<Results>, chunk: Chunk): Promise<ChangeOutcome<Results>> =>
  runChange(context, async (transaction, fresh) => {
    const results = new BulkResults();
    const more = () => (results.changed > 0 ? storeAnswerStatements(context, results.rows) : []);
    const ended = await changeChunk(transaction, sharingComparisons(fresh), { chunk, results, more });
    return 'kind' in ended ? ended : done(results.rows);
  });

/** The transactions of one bulk request of several chunks. */
class BulkCommits {
  readonly #context: ChangeContext<Results>;
  readonly #rows: readonly CommittedRow[];
  readonly #results: BulkResults;
  readonly #key: IdempotencyKey | null;

  constructor(context: ChangeContext<Results>, rows: readonly CommittedRow[], results: BulkResults) {
    this.#context = context;
    this.#rows = rows;
    this.#results = results;
    this.#key = keyOf(context);
  }

  async run({ chunks }: PreparedBulk): Promise<ChangeOutcome<Results>> {
    const { idempotency: _, ...bare } = sharingComparisons(this.#context);
    let current: ChangeContext<PartDone> = bare;
    for (const chunk of chunks) {
      const outcome = await this.#orNotApplied(() =>
        runChange(current, async (transaction, fresh) => {
          const ended = await this.#lock(transaction);
          if (ended) return ended;
          const results = this.#results.next();
          const more = () => this.#progressStatements(results);
          const directory = await changeChunk(transaction, fresh, { chunk, results, more });
          return 'kind' in directory ? directory : done({ results, directory });
        }),
      );
      if (outcome === null) break;
      if (outcome.kind === 'replayed') return outcome;
      this.#results.add(outcome.value.results);
      current = { ...bare, directory: outcome.value.directory };
    }
    return await this.#end(bare);
  }

  /** Returns null if the request has no key, and rows before have changed: then the rest are results like the others. */
  async #orNotApplied<Value>(commit: () => Promise<Value>): Promise<Value | null> {
    try {
      return await commit();
    } catch (error) {
      if (this.#key || this.#results.changed === 0) throw error;
      this.#context.onFailure?.(error);
      const refusal = error instanceof Refusal ? error : unforeseen(error);
      for (const row of this.#rows.slice(this.#results.rows.length)) {
        this.#results.enterNotApplied(row, row.id, refusal);
      }
      return null;
    }
  }

  /**
   * Holds the key during a transaction. @returns the stored answer if another request has ended the bulk.
   * @throws {Refusal} `conflict` if another request has gone on with it.
   */
  async #lock(transaction: Queryable): Promise<ReplayedAnswer | null> {
    const { idempotency, at } = this.#context;
    if (!this.#key || !idempotency) return null;
    const { fingerprint } = idempotency;
    const doneBefore = this.#results.rows.length;
    if (doneBefore === 0) await beginBulk(transaction, this.#key, { fingerprint, at });
    const progress = await lockBulk(transaction, this.#key);
    const isSame = progress?.status === underWay && progress.fingerprint === fingerprint;
    if (isSame && progress.rows_done === doneBefore) return null;
    const replayed = progress && (await replayOf(transaction, this.#context, progress));
    if (!replayed) throw stillRunning();
    return replayed;
  }

  #progressStatements(next: BulkResults) {
    const rowsDone = this.#results.rows.length + next.rows.length;
    return this.#key ? [bulkResultsStatement(this.#key, rowsDone, next.rows)] : [];
  }

  /** Stores the answer in place of the progress. A bulk that changed nothing stores none. */
  async #end(bare: ChangeContext<Results>): Promise<ChangeOutcome<Results>> {
    const { rows, changed } = this.#results;
    const key = this.#key;
    if (!key) return done(rows);
    return await runChange(bare, async (transaction) => {
      const ended = await this.#lock(transaction);
      if (ended) return ended;
      await endBulk(transaction, key);
      if (changed > 0) await write(transaction, key.accountId, storeAnswerStatements(this.#context, rows));
      return done(rows);
    });
  }
}

interface PartDone {
  readonly results: BulkResults;
  readonly directory: ChangeContext<never>['directory'];
}
