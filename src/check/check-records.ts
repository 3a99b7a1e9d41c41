import type { Queryable } from '../database/engine.ts';
import type { Resource } from '../resources/resource.ts';
import type { DatabaseFault } from '../store/check/finding.ts';
import { type CheckedRecord, readLog, readRecords } from '../store/check/record-cursors.ts';
import type { LoggedChange } from '../store/past/read-histories.ts';
import type { Directory } from '../store/rows/directory.ts';
import { SearchCheck } from './check-search.ts';
import { HistoryWalk, loggedValues } from './history-walk.ts';
import { ruleFaults } from './stored-rules.ts';

/** The records of one resource to check, in an open transaction. */
export interface RecordsToCheck {
  readonly transaction: Queryable;
  readonly accountId: string;
  readonly directory: Directory;
  readonly resource: Resource;
  /** Whether the sort keys and the search words are those of the present rules. Otherwise a job is writing them. */
  readonly isRefolded: boolean;
}

/** The faults of some records, and how many records these were. */
export interface CheckedBatch {
  readonly found: readonly DatabaseFault[];
  readonly count: number;
}

/** Checks every record of a resource in an account: its history, its rules and its words. */
export async function* checkRecords(to: RecordsToCheck): AsyncGenerator<CheckedBatch> {
  const { transaction, accountId, resource } = to;
  const log = new LogReader(readLog(transaction, accountId, resource));
  const search = new SearchCheck(transaction, accountId, resource);
  for await (const records of readRecords(transaction, accountId, resource)) {
    const found: DatabaseFault[] = [];
    for (const record of records) found.push(...(await faultsOf(to, record, log)));
    if (to.isRefolded) found.push(...(await search.faultsOf(records)));
    yield { found, count: records.length };
  }
  for (let change = await log.next(null); change !== null; change = await log.next(null)) {
    yield { found: [orphan(accountId, change, resource)], count: 0 };
  }
}

async function faultsOf(
  { accountId, resource, directory, isRefolded }: RecordsToCheck,
  record: CheckedRecord,
  log: LogReader,
): Promise<DatabaseFault[]> {
  const { row } = record;
  const found: DatabaseFault[] = [];
  for (let change = await log.before(row.id); change !== null; change = await log.before(row.id)) {
    found.push(orphan(accountId, change, resource));
  }
  const walk = new HistoryWalk(resource, row, loggedValues(resource, row, directory.entries('custom_fields').values()));
  for (let change = await log.next(row.id); change !== null; change = await log.next(row.id)) walk.undo(change);
  const judged = isRefolded ? record : { ...record, folded: {} };
  const problems = [...walk.end(), ...ruleFaults(resource, judged, directory)];
  return [
    ...found,
    ...problems.map((problem) => ({ account: accountId, table: resource.plural, id: row.id, problem })),
  ];
}

const orphan = (account: string, { id, record_id: record }: LoggedChange, { plural }: Resource): DatabaseFault => ({
  account,
  table: 'changes',
  id,
  problem: `It is a change of ${plural} ${record}, which does not exist.`,
});

/** Reads the log beside the records, which are in the same order. It holds one batch. */
class LogReader {
  readonly #batches: AsyncIterator<readonly LoggedChange[]>;
  #batch: readonly LoggedChange[] = [];
  #at = 0;

  constructor(batches: AsyncIterator<readonly LoggedChange[]>) {
    this.#batches = batches;
  }

  /** The next change, if it is one of this record. @param recordId null: of any record. */
  next(recordId: string | null): Promise<LoggedChange | null> {
    return this.#take((change) => recordId === null || change.record_id === recordId);
  }

  /** The next change, if its record should have come before this one. */
  before(recordId: string): Promise<LoggedChange | null> {
    return this.#take((change) => BigInt(change.record_id) < BigInt(recordId));
  }

  async #take(fits: (change: LoggedChange) => boolean): Promise<LoggedChange | null> {
    if (this.#at === this.#batch.length) {
      const next = await this.#batches.next();
      [this.#batch, this.#at] = [next.done === true ? [] : next.value, 0];
    }
    const change = this.#batch[this.#at];
    if (change === undefined || !fits(change)) return null;
    this.#at += 1;
    return change;
  }
}
