import { changeByIdsWithin } from '../records/bulk/bulk-ids.ts';
import { changeOneWithin } from '../records/changing/change.ts';
import { changeTogetherWithin } from '../records/changing/change-together.ts';
import type { RequestContext } from '../records/request-context.ts';
import { Refusal } from '../refusal.ts';
import type { Resource } from '../resources/resource.ts';
import type { Queryable } from '../database/engine.ts';
import {
  lockSampleRows,
  type Sample,
  sampleFamilies,
  type SampleRow,
  sampleRows,
  usersWithCredentials,
} from '../store/jobs/sample-rows.ts';
import { countReferrers } from '../store/query/referrers.ts';
import { readDirectory } from '../store/rows/directories.ts';

/** The numbers of records that one part deletes, and that it reads at most. */
const [deletedAtOnce, readAtOnce] = [50, 200];

/** How far the removal is: the family that comes next, the last id that was read of it, and what it has done. */
export interface RemovalProgress {
  readonly family: number;
  readonly after: string;
  readonly removed: number;
  readonly kept: number;
}

export const removalBegin: RemovalProgress = { family: 0, after: '0', removed: 0, kept: 0 };

/** The removal of an account's sample data. */
export interface Removal {
  readonly sample: Sample;
  /** Of the admin who removes it. */
  readonly context: RequestContext;
  /** Whether records that people have changed or use are removed too. */
  readonly isConfirmed: boolean;
}

/** Deletes the next records of the sample data. @returns null at the end. */
export async function removeNext(
  transaction: Queryable,
  removal: Removal,
  progress: RemovalProgress,
): Promise<RemovalProgress | null> {
  const resource = sampleFamilies[progress.family];
  if (!resource) return null;
  const next = { after: progress.after, most: readAtOnce };
  // A statement does not see changes that commit while it waits for a lock, so the rows are locked before they are read.
  await lockSampleRows(transaction, resource, removal.sample.accountId, next);
  const rows = await sampleRows(transaction, resource, removal.sample, next);
  const own = rows.filter(({ isLive, isSample }) => isLive && isSample).slice(0, deletedAtOnce);
  const removed = await deleteFree(transaction, removal, resource, own);
  const counts = { removed: progress.removed + removed, kept: progress.kept + own.length - removed };
  const last = own.length === deletedAtOnce ? own.at(-1) : rows.at(-1);
  const isAtEnd = rows.length < readAtOnce && last === rows.at(-1);
  if (isAtEnd || !last) return { family: progress.family + 1, after: '0', ...counts };
  return { family: progress.family, after: last.id, ...counts };
}

/** Deletes the records that nobody has changed and no live record refers to, or all if that is confirmed. */
async function deleteFree(
  transaction: Queryable,
  { sample: { accountId }, context, isConfirmed }: Removal,
  resource: Resource,
  rows: readonly SampleRow[],
): Promise<number> {
  // An admin of the sample firm who removes it stays.
  const others = rows.filter(({ id }) => resource.plural !== 'users' || id !== context.actor.userId);
  const unchanged = others.filter(({ isChanged }) => !isChanged);
  const free = isConfirmed ? others : await unused(transaction, { accountId, resource, now: context.at }, unchanged);
  if (free.length === 0) return 0;
  const directory = await readDirectory(transaction, accountId, context.directory);
  return await deleteAll(transaction, { ...context, directory }, resource, free);
}

async function unused(
  transaction: Queryable,
  { accountId, resource, now }: { readonly accountId: string; readonly resource: Resource; readonly now: Date },
  rows: readonly SampleRow[],
): Promise<readonly SampleRow[]> {
  const entries = rows.map(({ id }) => ({ id, version: 0, created_at: '', updated_at: '', deleted_at: null }));
  const uses = await countReferrers(transaction, resource, accountId, entries);
  const ids = resource.plural === 'users' ? rows.map(({ id }) => id) : [];
  const active = await usersWithCredentials(transaction, accountId, ids, now);
  return rows.filter(({ id }) => (uses.get(id) ?? 0) === 0 && !active.has(id));
}

const itemOf = ({ id }: SampleRow) => ({ pointer: '', id, input: {}, problems: [] });

async function deleteAll(
  transaction: Queryable,
  context: RequestContext,
  resource: Resource,
  rows: readonly SampleRow[],
): Promise<number> {
  if (resource.bulk) {
    const results = await changeByIdsWithin(transaction, context, {
      resource,
      action: 'delete',
      rows: rows.map(itemOf),
    });
    return results.filter(({ result }) => result === 'deleted').length;
  }
  if (resource.kept === 'table') {
    const changes = rows.map((row) => ({ context, item: itemOf(row) }));
    return (await changeTogetherWithin(transaction, { resource, action: 'delete' }, changes)).length;
  }
  return await deleteEach(transaction, context, resource, rows);
}

/** Deletes entries of the directory. Each deletion changes the directory. */
async function deleteEach(
  transaction: Queryable,
  context: RequestContext,
  resource: Resource,
  rows: readonly SampleRow[],
): Promise<number> {
  let deleted = 0;
  for (const row of rows) {
    try {
      await changeOneWithin(transaction, context, { resource, action: 'delete', item: itemOf(row) });
      deleted += 1;
    } catch (error) {
      // A rule keeps the record, such as the last admin.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return deleted;
}
