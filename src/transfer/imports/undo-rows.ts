import { changeByIdsWithin } from '../../records/bulk/bulk-ids.ts';
import { revertInBulkWithin } from '../../records/bulk/bulk-reversion.ts';
import { changeOneWithin } from '../../records/changing/change.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import { type AppliedRow, lastApplied, writeUndo } from '../../store/imports/row-undos.ts';
import { updateImport } from '../../store/imports/imports.ts';
import { lastMade, type MadeRecord, writeMadeUndo } from '../../store/imports/made-records.ts';
import { filledFields, unchangedByUndone, versionsOf } from '../../store/imports/reference-lookups.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import { countReferrers } from '../../store/query/referrers.ts';
import type { Next } from './import-progress.ts';
import { contextOf, familyOf, type ImportWork } from './import-work.ts';

/** The number of records that one step restores. */
const recordsAtOnce = 100;

/** Takes back what the last rows did, unless someone has changed the record since. */
export async function undoRows(work: ImportWork, before: number): Promise<Next> {
  const { transaction, stored, one } = work;
  const rows = await lastApplied(transaction, one, { before, most: recordsAtOnce, pass: stored.pass });
  const last = rows.at(-1);
  if (!last) return { phase: 'undo made', after: '0' };
  const family = familyOf(work);
  const context = contextOf(work);
  const versions = await versionsOf(transaction, family, one.accountId, [
    ...new Set(rows.map(({ record_id: id }) => id)),
  ]);
  const untouched = await untouchedAmong(work, family, rows, versions);
  const [created, updated] = (['created', 'updated'] as const).map((result) => idsAndVersions(untouched, result));
  const deleted = await deleteUntouched(
    work,
    context,
    family,
    (created ?? []).map(({ id }) => id),
  );
  const reverted = await revertLast(work, context, family, updated ?? []);
  const done = new Set([...deleted, ...reverted]);
  const isUndone = new Set(untouched.filter(({ record_id: id }) => done.has(id)).map(({ number }) => number));
  const results = rows.map(({ number }) => ({ number, undo: isUndone.has(number) ? 'undone' : 'kept' }) as const);
  await writeUndo(transaction, one, results);
  await count(work, results);
  return { phase: 'undo rows', after: String(last.number) };
}

type Versions = Awaited<ReturnType<typeof versionsOf>>;

/** The records that nobody has changed since. An import that was undone does not count. */
async function untouchedAmong<One extends { readonly record_id: string; readonly version: number }>(
  { transaction, one }: ImportWork,
  resource: Resource,
  records: readonly One[],
  versions: Versions,
): Promise<readonly One[]> {
  const live = records.filter(({ record_id: id }) => versions.get(id)?.isDeleted === false);
  const isSame = ({ record_id: id, version }: One): boolean => versions.get(id)?.version === version;
  const changed = live.filter((record) => !isSame(record)).map(({ record_id: id, version }) => ({ id, version }));
  const unchanged = await unchangedByUndone(transaction, resource, one.accountId, changed);
  return live.filter((record) => isSame(record) || unchanged.has(record.record_id));
}

const idsAndVersions = (rows: readonly AppliedRow[], result: AppliedRow['result']) =>
  rows.filter((row) => row.result === result).map(({ record_id: id, version }) => ({ id, version }));

/** Takes back the last change of each record, at any age. @returns the ids of the records. */
async function revertLast(
  { transaction }: ImportWork,
  context: RequestContext,
  resource: Resource,
  records: readonly { readonly id: string; readonly version: number }[],
): Promise<readonly string[]> {
  const rows = records.map(({ id, version }) => ({
    pointer: '',
    id,
    problems: [],
    version: version - 1,
    versionPointer: '',
    until: version,
    force: true,
  }));
  const results = await revertInBulkWithin(transaction, context, { resource, rows, longest: Infinity });
  return results.flatMap(({ id, result }) => (result === 'failed' || id === null ? [] : [id]));
}

/** Deletes records that no live record refers to. @returns the ids of those deleted. */
async function deleteUntouched(
  work: ImportWork,
  context: RequestContext,
  resource: Resource,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { transaction, one } = work;
  const family = familyOf(work);
  const entries = ids.map((id) => ({ id, version: 0, created_at: '', updated_at: '', deleted_at: null }));
  const uses = await countReferrers(transaction, resource, one.accountId, entries);
  const held = resource.plural === 'custom_fields' ? await filledFields(transaction, family, one.accountId, ids) : none;
  const free = ids.filter((id) => (uses.get(id) ?? 0) === 0 && !held.has(id));
  if (!resource.bulk) return await deleteEach(transaction, context, resource, free);
  const rows = free.map((id) => ({ pointer: '', id, problems: [] }));
  if (rows.length === 0) return [];
  const results = await changeByIdsWithin(transaction, context, { resource, action: 'delete', rows });
  return results.flatMap(({ id, result }) => (result === 'deleted' && id !== null ? [id] : []));
}

const none: ReadonlySet<string> = new Set();

async function deleteEach(
  transaction: ImportWork['transaction'],
  context: RequestContext,
  resource: Resource,
  ids: readonly string[],
): Promise<string[]> {
  const deleted: string[] = [];
  for (const id of ids) {
    const item = { pointer: '', id, input: {}, problems: [] };
    try {
      await changeOneWithin(transaction, context, { resource, action: 'delete', item });
      deleted.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return deleted;
}

async function count({ transaction, stored, one, now }: ImportWork, results: readonly { readonly undo: string }[]) {
  const undone = results.filter(({ undo }) => undo === 'undone').length;
  const before = stored.undo ?? { undone: 0, kept: 0 };
  const undo = { undone: before.undone + undone, kept: before.kept + results.length - undone };
  await updateImport(transaction, one, { undo, done: stored.done + results.length }, now);
}

/** Deletes the records that the import made besides those of its rows, unless they are used or changed since. */
export async function undoMade(work: ImportWork): Promise<Next> {
  const { transaction, one, now } = work;
  const made = await lastMade(transaction, one, recordsAtOnce);
  if (made.length === 0) {
    await updateImport(transaction, one, { status: 'undone', undone_at: now.toISOString() }, now);
    return 'ended';
  }
  const results: (Pick<MadeRecord, 'resource' | 'record_id'> & { readonly undo: 'undone' | 'kept' })[] = [];
  for (const plural of new Set(made.map(({ resource }) => resource))) {
    const own = made.filter(({ resource }) => resource === plural);
    const deleted = new Set(await deleteUnchanged(work, resourceOf(plural), own));
    results.push(...own.map(({ resource, record_id }) => ({ resource, record_id, undo: undoOf(deleted, record_id) })));
  }
  await writeMadeUndo(transaction, one, results);
  await count(work, results);
  return { phase: 'undo made', after: '0' };
}

const undoOf = (deleted: ReadonlySet<string>, id: string): 'undone' | 'kept' => (deleted.has(id) ? 'undone' : 'kept');

async function deleteUnchanged(
  work: ImportWork,
  resource: Resource,
  made: readonly MadeRecord[],
): Promise<readonly string[]> {
  const ids = made.map(({ record_id: id }) => id);
  const versions = await versionsOf(work.transaction, resource, work.one.accountId, ids);
  const unchanged = await untouchedAmong(work, resource, made, versions);
  const { transaction, one, directory } = work;
  // The directory changes with each deletion of an entry.
  const context = { ...contextOf(work), directory: await readDirectory(transaction, one.accountId, directory) };
  return await deleteUntouched(
    work,
    context,
    resource,
    unchanged.map(({ record_id: id }) => id),
  );
}
