import type { Resource } from '../resources/resource.ts';
import type { Queryable } from '../store/engine.ts';
import { findExternalIds, releaseExternalIds } from '../store/external-ids.ts';
import type { Prepared } from '../store/prepare.ts';
import type { Store } from '../store/store.ts';
import { write } from '../store/write.ts';
import { BulkLedger } from './bulk-ledger.ts';
import { type BulkResult, bulkAnswer, doneResult, failedResult, problemsOf } from './bulk-result.ts';
import { type BulkRow, externalIdOf, type Holders, itemOf, targetOf } from './bulk-row.ts';
import type { Answer, Call } from './call.ts';
import { begin } from './attempt.ts';
import { carryOut } from './change.ts';
import { type Draft, draftOf } from './draft.ts';
import { inTurns } from './turns.ts';
import type { Attempt, Task } from './work.ts';
import { partsOf } from './written.ts';

/** Rows of one resource, each of which makes or changes a record. */
export interface Bulk {
  readonly resource: Resource;
  readonly rows: readonly BulkRow[];
}

/**
 * Makes and changes records row by row, each on top of those before it, all in one transaction: as `change` would
 * one by one, except that a row that is refused is told in the results and does not stop the rest.
 */
export async function changeInBulk(store: Store, call: Call, bulk: Bulk): Promise<Answer> {
  // What takes long is done before the transaction begins: there others would wait for it.
  const asked = new Set<string>();
  await inTurns(bulk.rows, (row) => asked.add(externalIdOf(row) ?? ''));
  asked.delete('');
  const found =
    asked.size === 0 ? [] : await findExternalIds(store.engine, bulk.resource, call.actor.accountId, [...asked]);
  const holders = new Map(
    found.flatMap(({ asked: externalId, id }) => (id === null ? [] : [[externalId, id] as const])),
  );
  await inTurns(soundRows(bulk), (row) => itemOf(row, targetOf(row, holders)));
  const folded = new Map(found.map(({ asked: externalId, folded: key }) => [externalId, key]));
  return await carryOut(store, call, (transaction, fresh) =>
    changeRows(transaction, fresh, { ...bulk, holders, folded }),
  );
}

const soundRows = ({ rows }: Bulk): readonly BulkRow[] => rows.filter(({ problems }) => problems.length === 0);

/** The rows, with what is thought of their external ids. */
interface Looked extends Bulk {
  readonly holders: Holders;
  /** What all spellings of an external id have in common. */
  readonly folded: ReadonlyMap<string, string>;
}

async function changeRows(transaction: Queryable, call: Call, looked: Looked): Promise<Answer> {
  const attempt = await beginRows(transaction, call, looked);
  if ('status' in attempt) return attempt;
  const ledger = new BulkLedger(attempt, looked.folded);
  const results: BulkResult[] = [];
  const drafts: Draft[] = [];
  await inTurns(looked.rows, async (row) => {
    const outcome = await outcomeOf(row, ledger);
    results.push('result' in outcome ? outcome : doneResult(outcome));
    if ('changed' in outcome && outcome.changed) drafts.push(outcome);
  });
  const answer = bulkAnswer(results);
  if (drafts.length > 0) await writeRows(attempt, drafts, answer);
  return answer;
}

/** Who has an external id may have got or lost it since it was looked up: what is locked must be what is changed. */
async function beginRows(transaction: Queryable, call: Call, looked: Looked): Promise<Attempt | Answer> {
  const attempt = await begin(transaction, call, taskOf(looked));
  if ('status' in attempt) return attempt;
  const holders = holdersIn(attempt.prepared);
  const isAsLooked = soundRows(looked).every((row) => targetOf(row, holders) === targetOf(row, looked.holders));
  return isAsLooked ? attempt : await beginRows(transaction, call, { ...looked, holders });
}

function taskOf(looked: Looked): Task {
  const { resource, holders } = looked;
  const rows = soundRows(looked);
  const items = rows.map((row) => itemOf(row, targetOf(row, holders)));
  // A record that a row names by its id may lose the external id by which a later row would have found it.
  const renamed = new Set(items.flatMap(({ id, given }) => (id !== null && 'external_id' in given ? [id] : [])));
  const unnamed = rows
    .map((row, index) => (row.id === null ? items[index] : undefined))
    .filter((item) => item !== undefined);
  const newIds = unnamed.filter(({ id }) => id === null || renamed.has(id)).length;
  return { resource, action: 'create', items, newIds };
}

function holdersIn({ taken }: Prepared): Holders {
  const held = [...(taken.get('external_id') ?? [])];
  return new Map(held.flatMap(([asked, [holder]]) => (holder ? [[asked, String(holder['id'])] as const] : [])));
}

async function outcomeOf(row: BulkRow, ledger: BulkLedger): Promise<Draft | BulkResult> {
  if (row.problems.length > 0) {
    return failedResult(row, row.id, [...row.problems, ...row.judgedAs('update').problems]);
  }
  const id = row.id ?? ledger.holderOf(externalIdOf(row));
  try {
    const attempt = ledger.attempt(id === null ? 'create' : 'update');
    const draft = await draftOf(attempt, itemOf(row, id), ledger.made);
    ledger.enter(draft);
    return draft;
  } catch (thrown) {
    return failedResult(row, id, problemsOf(thrown, row));
  }
}

/** A value that goes from one record to another is taken from the one before it is given to the other. */
async function writeRows(attempt: Attempt, drafts: readonly Draft[], answer: Answer): Promise<void> {
  const { transaction, call, work, prepared } = attempt;
  const { accountId } = call.actor;
  const holders = holdersIn(prepared);
  const latest = new Map(drafts.map(({ row }) => [row.id, row['external_id']]));
  const outgoing = [...latest].flatMap(([id, externalId]) => {
    const holder = typeof externalId === 'string' ? holders.get(externalId) : undefined;
    return holder === undefined || holder === id ? [] : [holder];
  });
  if (outgoing.length > 0) await releaseExternalIds(transaction, work.resource, accountId, outgoing);
  await write(transaction, accountId, partsOf(attempt, drafts, answer));
}
