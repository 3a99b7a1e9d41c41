import type { LRUCache } from 'lru-cache';
import { updateStatistics } from '../../database/upkeep.ts';
import { addRowCharacters, deleteRows, insertRows, nameKey, type NewRow } from '../../store/imports/staged-rows.ts';
import { type StoredImport, updateImport } from '../../store/imports/imports.ts';
import { lookupKey } from '../../store/imports/reference-lookups.ts';
import { charactersOf } from '../files/columns.ts';
import { fileFault } from '../files/file-fault.ts';
import { pursuitFamilies } from '../../resources/transfer/imports.ts';
import { isMatchedByName } from '../../resources/transfer/mapping.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import { nameKeyOf, pursuitKeyOf, textOf } from '../mapping/name-key.ts';
import { noRecordJudge } from '../mapping/no-record.ts';
import type { MappedRow, Mapping } from '../mapping/mapping.ts';
import { fileIdOf } from './imports.ts';
import type { Next } from './import-progress.ts';
import type { ImportWork } from './import-work.ts';
import { type ImportMappingScope, mappingScope } from './mapping-scope.ts';
import { digestOf } from './rows/row-digest.ts';
import { type FeedSource, RowFeed } from './rows/row-feed.ts';
import { rowReader } from './rows/row-reader.ts';
import { isWideTable, rowSkips } from './rows/row-skips.ts';
import { storedFile } from './stored-file.ts';

/** Postgres needs no statistics for fewer rows. */
const fewRows = 500;

/** The feeds of the jobs that this process works on. */
export type Feeds = LRUCache<string, RowFeed>;

/** Of a file whose rows have no more characters than this, a byte may be any number of them. */
const fewCharacters = 64 * 2 ** 20;

/** The most characters of the rows of a larger file, for each of its bytes. */
const mostOfByte = 50;

/** The most characters of the rows of all imports of an account. */
const mostOfAccount = 8 * 2 ** 30;

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
      await countRows(work, rows, after === 0);
      await insertRows(transaction, one, rows);
      feed.take();
      return { phase: 'stage', after: String(rows.at(-1)?.number ?? after) };
    }
  }
}

/** @throws a refusal if the rows of the file, or those of all imports of the account, are too large. */
async function countRows(
  { transaction, one, stored }: ImportWork,
  rows: readonly NewRow[],
  isFirst: boolean,
): Promise<void> {
  const added = rows.reduce((sum, { characters }) => sum + characters, 0);
  const { ofImport, ofAccount } = await addRowCharacters(transaction, one, added, isFirst);
  const place = { row: rows.at(-1)?.number ?? 0 };
  if (ofImport > Math.max(fewCharacters, stored.file_bytes * mostOfByte)) {
    throw fileFault(
      'The rows of the file have more than 64 Mi characters, and more than 50 for each byte of it.',
      place,
    );
  }
  if (ofAccount > mostOfAccount) {
    throw fileFault('The imports of the account have more than 8 Gi characters. Delete the files of old ones.', place);
  }
}

const feedKey = ({ job }: ImportWork): string => `${job.accountId} ${job.id}`;

/** The feed of this job. Another process may have stored rows since this one read: then it skips them. */
function feedOf(work: ImportWork, after: number, feeds: Feeds): RowFeed {
  const { store, one, stored, directory } = work;
  const known = feeds.get(feedKey(work));
  if (known?.position === after) return known;
  const file = storedFile(store.engine, { accountId: one.accountId, fileId: fileIdOf(stored) }, stored.file_bytes);
  const { format, columns, family, mapping } = stored;
  const scope = mappingScope(directory, family, columns);
  const feed = new RowFeed({
    ...{ file, format, columns, after },
    skipOf: rowSkips(format, noRecordJudge(mapping, scope, isWideTable(columns))),
    make: rowMaker(stored, scope),
  });
  feeds.set(feedKey(work), feed);
  return feed;
}

function rowMaker(stored: StoredImport, scope: ImportMappingScope): FeedSource['make'] {
  const { mapping } = stored;
  const read = rowReader(mapping, compileMapping(mapping, scope));
  return (row, skip) => {
    const { number, line, cells } = row;
    const { mapped, fault } = read(row, skip);
    const keys = { key: mapped && keyOf(stored, mapped), external_key: mapped && externalKeyOf(mapping, mapped) };
    return { number, line, cells, characters: charactersOf(cells), fault, ...keys };
  };
}

/** The digest by which the row is compared with others of the file. */
function keyOf(stored: Pick<StoredImport, 'mapping' | 'family'>, mapped: MappedRow): string | null {
  if (mapped.key !== null) return digestOf(mapped.key);
  const named = digestOf(namedBy(stored, mapped));
  return named === null ? null : nameKey(named);
}

/** The values by which rows without a key are compared with each other; null if there are none. */
function namedBy({ mapping, family }: Pick<StoredImport, 'mapping' | 'family'>, mapped: MappedRow): string | null {
  if (pursuitFamilies.includes(family)) return pursuitKeyOf(mapped);
  const named = isMatchedByName(mapping, family) ? nameKeyOf(family, mapped.fields) : null;
  return named && textOf(named);
}

/** Null if the external id alone identifies the record: then `key` is its digest. */
function externalKeyOf({ upsert_by: upsertBy }: Mapping, { fields }: MappedRow): string | null {
  const { external_id: externalId } = fields;
  const isKey = upsertBy.length === 1 && upsertBy[0] === 'external_id';
  return isKey || typeof externalId !== 'string' ? null : digestOf(lookupKey('external_id', externalId));
}
