import { readDirectory } from '../../store/rows/directories.ts';
import type { Queryable } from '../../database/engine.ts';
import { mergedPrefetchRequest, prefetch } from '../../store/write/prefetch.ts';
import { mergedStatements, write, type WriteStatement } from '../../store/write/write.ts';
import type { RequestContext } from '../request-context.ts';
import { inTurns } from '../turns.ts';
import type { ChangedRecord, Item, SingleChange } from './change-set.ts';
import { isOutdated, numbersFor, ruleContextOf } from './change-session.ts';
import { judgeRecords } from './judge-records.ts';
import { prefetchRequestOf } from './prefetch-request.ts';

/** The change of one record by its own actor at its own time. */
export interface OwnChange {
  readonly context: RequestContext;
  readonly item: Item;
}

/**
 * Creates or updates records of one large resource within an open transaction, by two statements, each record by its own
 * actor at its own time. No two of the changes may be of one record, or take one unique value.
 */
export async function changeTogetherWithin(
  transaction: Queryable,
  { resource, action }: Pick<SingleChange, 'resource' | 'action'>,
  changes: readonly OwnChange[],
): Promise<readonly ChangedRecord[]> {
  const [first] = changes;
  if (!first) return [];
  const { directory, actor } = first.context;
  const sets = changes.map(({ context, item }) => ({ context, changeSet: { resource, action, items: [item] } }));
  const requests = sets.map(({ context, changeSet }) => prefetchRequestOf(context, changeSet));
  const prefetched = await prefetch(transaction, mergedPrefetchRequest(requests));
  if (isOutdated(first.context, { resource, action, items: [] }, prefetched)) {
    const fresh = await readDirectory(transaction, actor.accountId, directory);
    const again = changes.map(({ context, item }) => ({ item, context: { ...context, directory: fresh } }));
    return await changeTogetherWithin(transaction, { resource, action }, again);
  }
  const records: ChangedRecord[] = [];
  const statements: WriteStatement[] = [];
  const changeSets = sets.map(({ changeSet }) => changeSet);
  const numbers = numbersFor(transaction, changeSets);
  await inTurns(sets, async ({ context, changeSet }, index) => {
    const own = { ...prefetched, newIds: prefetched.newIds.slice(index, index + 1) };
    const ruleContext = ruleContextOf(context, directory);
    const session = { transaction, context, changeSet, directory, prefetched: own, ruleContext, numbers };
    const judged = await judgeRecords(session);
    records.push(...judged.records);
    statements.push(...judged.statements);
  });
  if (statements.length > 0) await write(transaction, actor.accountId, mergedStatements(statements));
  return records;
}
