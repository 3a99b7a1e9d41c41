import type { Engine, Queryable } from '../database/engine.ts';
import { resources } from '../resources/index.ts';
import { readForeignKeys, schemaFaults } from '../store/check/catalogue.ts';
import { filesWithoutContents, miscountedUsage } from '../store/check/contents-stored.ts';
import type { DatabaseFault } from '../store/check/finding.ts';
import { miscountedImports } from '../store/check/imports-counted.ts';
import { damagedPages } from '../store/check/index-contents.ts';
import {
  misplacedMessages,
  oldestKeptMessage,
  untoldChanges,
  untoldImports,
  untoldMoves,
} from '../store/check/messages-told.ts';
import { accountFaults, repairNumbers, spentNumbers } from '../store/check/numbers.ts';
import { countRecords } from '../store/check/record-cursors.ts';
import { brokenForeignKeys, brokenReferences, softReferences } from '../store/check/references.ts';
import { atOneInstant } from '../store/check/snapshot.ts';
import { brokenStageIntervals } from '../store/check/stage-intervals.ts';
import { takenNumbers } from '../store/check/taken-numbers.ts';
import { withPast } from '../records/past/rebuild-past.ts';
import { readDirectory } from '../store/rows/directories.ts';
import { isUpgrading, pastKind, refoldKind } from '../store/jobs/upgrade-jobs.ts';
import { checkPast } from './check-past.ts';
import { checkRecords } from './check-records.ts';
import { Findings } from './findings.ts';

/** A check of a database. */
export interface DatabaseCheck {
  readonly accountIds: readonly string[];
  readonly now: Date;
  /** The days for which messages are kept. */
  readonly retentionDays: number;
  /** Receives each fault. Of many faults in one table, it receives the first ones. */
  readonly tell: (finding: DatabaseFault) => void;
  /** Receives each repair. Without it, the check changes nothing. */
  readonly repaired?: (finding: DatabaseFault) => void;
  /** Receives the number of finished parts and of all of them. A part is a record, or a look at a whole account. */
  readonly progress: (done: number, whole: number) => void;
}

/** The result of a check. */
export interface CheckResult {
  /** The number of faults, also of those that were not passed on. */
  readonly count: number;
  /** False if the extension that reads pages may not be used. */
  readonly readPages: boolean;
}

/** The records that the log reports. An import is reported by its own history. */
const logged = resources.filter(({ embeddedOnly }) => !embeddedOnly);

/**
 * Checks the schema, then each account at one instant of its own. It writes nothing but repairs, and finds no fault in changes that
 * are under way.
 */
export async function checkDatabase(engine: Engine, checking: DatabaseCheck): Promise<CheckResult> {
  const findings = new Findings(checking.tell);
  if (checking.repaired) (await repairNumbers(engine)).forEach(checking.repaired);
  findings.add([...(await schemaFaults(engine)), ...(await spentNumbers(engine))]);
  const pages = await damagedPages(engine);
  findings.add(pages ?? []);
  const whole = await partsOf(engine, checking.accountIds);
  let done = 0;
  for (const accountId of checking.accountIds) {
    await atOneInstant(engine, async (transaction) => {
      for await (const { found, count } of checkAccount(transaction, accountId, checking)) {
        findings.add(found);
        done += count;
        checking.progress(Math.min(done, whole), whole);
      }
    });
  }
  return { count: findings.count, readPages: pages !== null };
}

async function partsOf(engine: Engine, accountIds: readonly string[]): Promise<number> {
  let count = accountIds.length;
  for (const accountId of accountIds) {
    for (const resource of logged) count += await countRecords(engine, accountId, resource);
  }
  return count;
}

async function* checkAccount(transaction: Queryable, accountId: string, checking: DatabaseCheck) {
  const directory = await readDirectory(transaction, accountId);
  const isRefolded = !(await isUpgrading(transaction, accountId, refoldKind));
  const hasPast = !(await isUpgrading(transaction, accountId, pastKind));
  for (const resource of logged) yield* checkRecords({ transaction, accountId, directory, resource, isRefolded });
  for (const resource of hasPast ? withPast : []) {
    for await (const found of checkPast({ transaction, accountId, directory, resource })) yield { found, count: 0 };
  }
  yield { found: await wholeFaults(transaction, accountId, checking), count: 1 };
}

/** The faults that a statement finds in all of an account. */
async function wholeFaults(
  transaction: Queryable,
  accountId: string,
  checking: DatabaseCheck,
): Promise<DatabaseFault[]> {
  const since = await toldSince(transaction, accountId, checking);
  const found = [
    ...(await accountFaults(transaction, accountId)),
    ...(await brokenStageIntervals(transaction, accountId)),
    ...(await untoldChanges(transaction, accountId, since)),
    ...(await untoldMoves(transaction, accountId, since)),
    ...(await untoldImports(transaction, accountId, since)),
    ...(await misplacedMessages(transaction, accountId)),
    ...(await miscountedImports(transaction, accountId)),
    ...(await takenNumbers(transaction, accountId)),
    ...(await filesWithoutContents(transaction, accountId)),
    ...(await miscountedUsage(transaction, accountId)),
  ];
  for (const key of await readForeignKeys(transaction)) {
    found.push(...(await brokenForeignKeys(transaction, accountId, key)));
  }
  for (const reference of softReferences) found.push(...(await brokenReferences(transaction, accountId, reference)));
  return found;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The longest time between a change and its message, whose id says which messages are deleted first. */
const slackMs = 60 * 60 * 1000;

/** The instant since which no message may be missing. The retention may have been shorter before. */
async function toldSince(
  transaction: Queryable,
  accountId: string,
  { now, retentionDays }: DatabaseCheck,
): Promise<Date> {
  const oldest = await oldestKeptMessage(transaction, accountId);
  const kept = now.getTime() - retentionDays * dayMs;
  return new Date(Math.max(kept, oldest === null ? 0 : Date.parse(oldest.at)) + slackMs);
}
