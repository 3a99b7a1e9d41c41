import type { Engine, Queryable } from '../../database/engine.ts';
import { inLongFlow } from '../../database/timed-engine.ts';
import type { JobStep, StepResult } from '../../jobs/job-runner.ts';
import type { Log } from '../../log.ts';
import { Refusal } from '../../refusal.ts';
import { holdAccount, isHeld } from '../../store/access/held-accounts.ts';
import { findAccount } from '../../store/access/accounts.ts';
import { claimJob, endJob, insertJob, type Job, keepJob } from '../../store/jobs/jobs.ts';
import { type AccountImage, deleteSomeRows, readImage, writeImage } from '../../store/transfer/account-image.ts';
import { deleteRows } from '../../store/transfer/rows.ts';
import { readAccountTables } from '../../store/transfer/tables.ts';
import type { Manifest } from './archive-file.ts';
import type { RestoredAccount } from './hand-over.ts';
import { puttingBlobs } from './put-blobs.ts';
import { archivedTables } from './contents.ts';
import { endRestore, fill, refuseRecords, type AccountRestore } from './restore-account.ts';

/*
 * The embedded engine has one session, so a transaction that writes a whole account would hold up every request. Here
 * each batch of rows is a transaction. The account is held meanwhile, so that nobody else changes it, and has no users
 * and no tokens of its own. A job has what the account was. It takes the restore back when the restore fails, or in the
 * next process when this one ends.
 */

/** The kind of the jobs that take a restore back. */
export const restoreKind = 'account_restore';

/** The limit of rows that an account without records may have: lists, settings and their log. */
const mostRows = 20_000;

/** The limit of rows that one step deletes. */
const rowsAtOnce = 500;

/** Restores a judged archive as `restoreJudged` does, but in many transactions. */
export async function restoreInSteps(
  requests: Engine,
  { manifest, ...restoring }: AccountRestore & { readonly manifest: Manifest },
): Promise<RestoredAccount> {
  const { accountId, now } = restoring;
  const engine = inLongFlow(requests);
  const release = holdAccount(engine, accountId);
  try {
    await engine.transaction((transaction) => begin(transaction, accountId, now));
    const tables = archivedTables(await readAccountTables(engine));
    return await puttingBlobs(restoring.to, async (put) => {
      await fill((work) => engine.transaction(work), { ...restoring, tables, put });
      return await engine.transaction(async (transaction) => {
        const job = await claimJob(transaction, accountId, { kinds: [restoreKind], now });
        if (job) await endJob(transaction, job);
        return await endRestore(transaction, { ...restoring, tables, manifest });
      });
    });
  } catch (error) {
    await takeAllBack(engine, accountId, now);
    throw error;
  } finally {
    release();
  }
}

async function begin(transaction: Queryable, accountId: string, now: Date): Promise<void> {
  await findAccount(transaction, accountId, 'for update');
  const tables = await readAccountTables(transaction);
  await refuseRecords(transaction, accountId, archivedTables(tables));
  const image = await readImage(transaction, accountId, { tables, most: mostRows });
  if (!image) throw new Refusal('conflict', `Account ${accountId} is in use: it has more than ${mostRows} rows.`);
  for (const table of tables.toReversed()) await deleteRows(transaction, { accountId, table });
  await insertJob(transaction, { accountId, kind: restoreKind, subjectId: null, input: image }, now);
}

/** If it fails, the job takes the restore back later. The caller gets the reason why the restore itself failed. */
async function takeAllBack(engine: Engine, accountId: string, now: Date): Promise<void> {
  try {
    while (await takeBack(engine, accountId, now));
  } catch {
    // The job runner logs what keeps it from taking the restore back.
  }
}

/** Takes a part of a failed restore back. @returns whether there is more. */
const takeBack = (engine: Engine, accountId: string, now: Date): Promise<boolean> =>
  engine.transaction(async (transaction) => {
    const job = await claimJob(transaction, accountId, { kinds: [restoreKind], now });
    if (!job) return false;
    const { state } = await takeBackSome(transaction, job);
    if (state === 'ended') await endJob(transaction, job);
    else await keepJob(transaction, job, { progress: {}, failures: 0, now });
    return state !== 'ended';
  });

/**
 * The program of the jobs that take a restore back: it deletes what was restored, then stores what was there before. It
 * waits for a restore that is still under way.
 */
export const takeBackStep =
  (engine: Engine, log: Log): JobStep =>
  async (transaction, job) => {
    const { accountId } = job;
    if (isHeld(engine, accountId)) return { state: 'waiting' };
    const result = await takeBackSome(transaction, job);
    if (result.state === 'ended') log.warn({ account: accountId }, 'a restore that did not end is taken back');
    return result;
  };

async function takeBackSome(transaction: Queryable, { accountId, input }: Job): Promise<StepResult> {
  const tables = await readAccountTables(transaction);
  for (const table of tables.filter(({ name }) => name !== 'jobs').toReversed()) {
    const isMore = await deleteSomeRows(transaction, { accountId, table, most: rowsAtOnce });
    if (isMore) return { state: 'under way', progress: {} };
  }
  await writeImage(transaction, accountId, { tables, image: input as AccountImage });
  return { state: 'ended' };
}
