import type { Value } from '../../resources/resource.ts';
import { findExternalIds } from '../../store/write/external-ids.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import type { Action, ChangeSession, Item } from '../changing/change-set.ts';
import { inTurns } from '../turns.ts';
import { itemOfId } from './begin-chunk.ts';
import { BulkLedger } from './bulk-ledger.ts';
import { type BulkResults, problemsOf, type ResultRow } from './bulk-result.ts';
import { itemOf, type RowChunk, soughtExternalIds } from './bulk-rows.ts';
import type { Chunk, IdChunk, ReversionChunk } from './chunk.ts';

/**
 * Judges the rows of a chunk in order, each on top of those before it, and enters their results.
 * @returns the drafts to write.
 */
export function judgeChunk(session: ChangeSession, chunk: Chunk, results: BulkResults): Promise<Draft[]> {
  switch (chunk.kind) {
    case 'rows':
      return judgeRows(session, chunk, results);
    case 'ids':
      return judgeIds(session, chunk, results);
    case 'reversions':
      return judgeReversions(session, chunk, results);
  }
}

async function judgeRows(session: ChangeSession, { rows, folded }: RowChunk, results: BulkResults): Promise<Draft[]> {
  const judge = new RowJudge(new BulkLedger(session, folded), results);
  await inTurns(rows, async (row) => {
    const { problems, judgedAs } = row;
    const id = row.id ?? judge.ledger.holderOf(soughtExternalIds(row));
    if (problems.length > 0) results.enterFailed(row, id, [...problems, ...judgedAs('update').problems]);
    else await judge.enter(row, { action: id === null ? 'create' : 'update', item: itemOf(row, id) });
  });
  return judge.drafts;
}

async function judgeIds(session: ChangeSession, { action, rows }: IdChunk, results: BulkResults): Promise<Draft[]> {
  // A restored record takes its external id again.
  const taken =
    action === 'restore' ? [...session.prefetched.rows.values()].map((row) => row['external_id'] ?? null) : [];
  const judge = new RowJudge(new BulkLedger(session, await foldedIds(session, taken)), results);
  await inTurns(rows, async (row) => {
    if (row.problems.length > 0) results.enterFailed(row, row.id, row.problems);
    else await judge.enter(row, { action, item: itemOfId(row) });
  });
  return judge.drafts;
}

/** The items of the session are those of the rows. */
async function judgeReversions(
  session: ChangeSession,
  { rows }: ReversionChunk,
  results: BulkResults,
): Promise<Draft[]> {
  const { items } = session.changeSet;
  const taken = items.map(({ input }) => input['external_id'] ?? null);
  const judge = new RowJudge(new BulkLedger(session, await foldedIds(session, taken)), results);
  await inTurns(rows, async (row, index) => {
    const item = items[index];
    if (!item) throw new RangeError('the session has no item of the row');
    if (item.problems.length > 0) results.enterFailed(row, row.id, item.problems);
    else await judge.enter(row, { action: 'update', item });
  });
  return judge.drafts;
}

/** Judges rows one by one, and collects the drafts to write. */
class RowJudge {
  readonly drafts: Draft[] = [];
  readonly ledger: BulkLedger;
  readonly #results: BulkResults;

  constructor(ledger: BulkLedger, results: BulkResults) {
    this.ledger = ledger;
    this.#results = results;
  }

  /** Judges a row on top of those before it, and enters its result. */
  async enter(row: ResultRow, { action, item }: { readonly action: Action; readonly item: Item }): Promise<void> {
    const { ledger } = this;
    try {
      const draft = await draftOf(ledger.sessionFor(action), item, ledger.made);
      ledger.enter(draft);
      this.#results.enterDone(draft);
      if (draft.changed) this.drafts.push(draft);
    } catch (thrown) {
      this.#results.enterFailed(row, item.id, problemsOf(thrown, row));
    }
  }
}

/** The form that all spellings of an external id share, by external id as given. Values that are no text are left out. */
async function foldedIds(
  { transaction, context, changeSet }: ChangeSession,
  externalIds: readonly Value[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(externalIds.filter((id) => typeof id === 'string'))];
  if (asked.length === 0) return new Map();
  const found = await findExternalIds(transaction, changeSet.resource, context.actor.accountId, asked);
  return new Map(found.map((one) => [one.asked, one.folded]));
}
