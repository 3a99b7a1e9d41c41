import type { LRUCache } from 'lru-cache';
import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import { updateStatistics } from '../../database/upkeep.ts';
import { mapInTurns } from '../../records/turns.ts';
import { deleteRows, insertRows } from '../../store/imports/import-rows.ts';
import { updateImport } from '../../store/imports/imports.ts';
import { lookupKey } from '../../store/imports/reference-lookups.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import type { FileColumn, FileFormat, FileRow } from '../files/file-rows.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import type { MappedRow, Mapping } from '../mapping/mapping.ts';
import { fileIdOf } from './imports.ts';
import type { Next } from './import-progress.ts';
import type { ImportWork } from './import-work.ts';
import { mappingScope } from './mapping-scope.ts';
import { digestOf } from './rows/row-digest.ts';
import { RowFeed } from './rows/row-feed.ts';
import { storedFile } from './stored-file.ts';

/** Postgres needs no statistics for fewer rows. */
const fewRows = 500;

/** The feeds of the jobs that this process works on. */
export type Feeds = LRUCache<string, RowFeed>;

/** The number of rows that one step deletes. */
const clearedAtOnce = 5000;

/** Deletes the rows of an earlier format or mapping. */
export async function clearRows(work: ImportWork, feeds: Feeds): Promise<Next> {
  const isMore = await deleteRows(work.transaction, work.one, clearedAtOnce);
  return isMore ? { phase: 'clear', after: '0' } : await stageRows(work, { after: 0, feeds });
}

/** Stores the next rows of the file as they are, with the digest of the fields by which each names its record. */
export async function stageRows(
  work: ImportWork,
  { after, feeds }: { readonly after: number; readonly feeds: Feeds },
): Promise<Next> {
  const { transaction, one, now } = work;
  const feed = feedOf(work, after, feeds);
  const { fed } = feed;
  switch (fed.state) {
    case 'reading':
      return { waitFor: fed.ready };
    case 'failed':
      feeds.delete(feedKey(work));
      throw fed.error;
    case 'ended':
      feeds.delete(feedKey(work));
      if (after >= fewRows) await updateStatistics(transaction, ['import_rows']);
      await updateImport(transaction, one, { staged: true, total: after }, now);
      return { phase: 'match', after: '0' };
    case 'rows': {
      const { rows } = fed;
      await insertRows(transaction, one, await withKeys(work, rows));
      feed.take();
      return { phase: 'stage', after: String(rows.at(-1)?.number ?? after) };
    }
  }
}

const feedKey = ({ job }: ImportWork): string => `${job.accountId} ${job.id}`;

/** The feed of this job. Another process may have stored rows since this one read: then it skips them. */
function feedOf(work: ImportWork, after: number, feeds: Feeds): RowFeed {
  const { engine, one, stored } = work;
  const known = feeds.get(feedKey(work));
  if (known?.position === after) return known;
  const file = storedFile(engine, { accountId: one.accountId, fileId: fileIdOf(stored) }, stored.file_bytes);
  const columns = (stored.columns as readonly FileColumn[]).map(({ name }) => name);
  const feed = new RowFeed(file, stored.format as FileFormat, columns, after);
  feeds.set(feedKey(work), feed);
  return feed;
}

async function withKeys({ transaction, one, stored }: ImportWork, rows: readonly FileRow[]) {
  const directory = await readDirectory(transaction, one.accountId);
  const scope = mappingScope(directory, stored.family as ImportedFamily, stored.columns as readonly FileColumn[]);
  const mapping = stored.mapping as Mapping;
  const map = compileMapping(mapping, scope);
  return await mapInTurns(rows, ({ number, line, cells, problem }) => {
    const mapped = problem ? null : map(cells);
    const keys = { key: digestOf(mapped?.key ?? null), external_key: mapped && externalKeyOf(mapping, mapped) };
    return { number, line, cells, fault: problem ?? null, ...keys };
  });
}

/** Null if the external id alone identifies the record: then `key` is its digest. */
function externalKeyOf({ upsert_by: upsertBy }: Mapping, { fields }: MappedRow): string | null {
  const { external_id: externalId } = fields;
  const isKey = upsertBy.length === 1 && upsertBy[0] === 'external_id';
  return isKey || typeof externalId !== 'string' ? null : digestOf(lookupKey('external_id', externalId));
}
