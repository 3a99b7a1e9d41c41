import type { Stats } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../refusal.ts';
import { isFirstOfBackup } from '../../schema/backup-manifest.ts';
import { type FileFacts, fileOf, isSame, LineDigest, tableOf } from '../archives/manifest.ts';
import { type ArrivingFile, textOf } from '../archives/read-archive.ts';
import { unfit } from '../unfit-file.ts';
import { type BackupBlob, blobIn, blobsFile } from './backup-blobs.ts';
import { damaged, filesOfBackup } from './backup-files.ts';
import { earlierFormat, earlierManifestIn, earlierManifestName, readManifestAtEnd } from './earlier-form.ts';
import { type BackupManifest, manifestName, refuseNewer } from './manifest.ts';

/** Some rows of a table, as JSON texts. */
export interface RowsOfTable {
  readonly table: string;
  readonly lines: readonly string[];
}

/**
 * Reads a backup from beginning to end and compares every table with the manifest.
 * @param tell receives the number of compressed bytes read so far.
 * @throws {Refusal} `validation_failed` if the file is no backup, is damaged, or was written by a newer program.
 */
export async function inspectBackup(file: string, tell?: (bytes: number) => void): Promise<BackupManifest> {
  const reading = readRows(file, tell);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return next.value;
  }
}

/**
 * The rows of a backup, some at a time. Returns the manifest after it has compared it with what was read.
 * @throws {Refusal} as `inspectBackup`, possibly at the end alone.
 */
export async function* readRows(
  path: string,
  tell?: (bytes: number) => void,
): AsyncGenerator<RowsOfTable, BackupManifest> {
  const found = new Map<string, FileFacts>();
  let first: BackupManifest | undefined;
  let manifest: BackupManifest | undefined;
  for await (const file of filesOfBackup(path, tell)) {
    const { name, table } = file;
    if (!first) {
      first = await firstIn(path, file);
      await refuseNewer(path, first);
      if (first.format !== earlierFormat) manifest = first;
    } else if (table !== undefined) {
      for await (const { texts } of file.lines) yield { table, lines: texts };
      found.set(fileOf(table), file.facts());
    } else if (name === blobsFile) {
      found.set(name, await factsOf(file));
    } else if (name === earlierManifestName && !manifest) {
      manifest = await parsed(path, file, earlierManifestIn);
    } else throw damaged(path);
  }
  if (!manifest) throw damaged(path);
  compare(path, manifest, found);
  return manifest;
}

/** The facts of a file whose lines nobody needs. */
async function factsOf({ lines, facts }: ArrivingFile): Promise<FileFacts> {
  const reading = lines[Symbol.asyncIterator]();
  while (!(await reading.next()).done);
  return facts();
}

/**
 * The blobs that a backup lists, some at a time. Without the rest of the file, the manifest and the list are compared.
 * @throws {Refusal} `validation_failed` if the file is no backup, or its manifest or its list is damaged.
 */
export async function* readBlobList(path: string): AsyncGenerator<readonly BackupBlob[]> {
  let manifest: BackupManifest | undefined;
  for await (const file of filesOfBackup(path)) {
    if (!manifest) {
      manifest = await firstIn(path, file);
      // Forms 1 and 2 have no list, and the manifest of form 1 comes last.
      if (manifest.format < 3 || !(blobsFile in manifest.files)) return;
    } else {
      if (file.name !== blobsFile) throw damaged(path);
      for await (const { texts } of file.lines) yield texts.map((text) => blobOf(path, text));
      compare(path, { ...manifest, files: listAlone(manifest) }, new Map([[blobsFile, file.facts()]]));
      return;
    }
  }
  throw damaged(path);
}

const listAlone = ({ files }: BackupManifest): BackupManifest['files'] => {
  const facts = files[blobsFile];
  return facts ? { [blobsFile]: facts } : {};
};

function blobOf(path: string, line: string): BackupBlob {
  try {
    const blob = blobIn(line);
    if (blob) return blob;
  } catch (cause) {
    throw damaged(path, cause);
  }
  throw damaged(path);
}

/** The first file of a backup: its manifest, or in the earlier form its origin alone. */
async function firstIn(path: string, file: ArrivingFile): Promise<BackupManifest> {
  if (file.name === manifestName) return await parsed(path, file, firstManifestIn);
  const isArchive = file.name === 'manifest.json';
  const hint = isArchive ? ' It may be an archive of one account: use "plumbline import-account".' : '';
  throw unfit(`${path} is not a backup of "plumbline backup".${hint}`);
}

function firstManifestIn(text: string): BackupManifest {
  const first: unknown = JSON.parse(text);
  if (!isFirstOfBackup(first)) throw new TypeError('the manifest lacks what a restore reads');
  return first as BackupManifest;
}

async function parsed(
  path: string,
  file: ArrivingFile,
  parse: (text: string) => BackupManifest,
): Promise<BackupManifest> {
  if (file.size > mostManifestBytes) throw damaged(path);
  const text = await textOf(file);
  try {
    return parse(text);
  } catch (cause) {
    throw damaged(path, cause);
  }
}

/** More than a manifest ever has: some hundred bytes for each table. */
const mostManifestBytes = 2 ** 20;

function compare(path: string, { files }: BackupManifest, found: ReadonlyMap<string, FileFacts>): void {
  for (const name of new Set([...Object.keys(files), ...found.keys()])) {
    if (isSame(files[name], found.get(name) ?? noRows)) continue;
    const table = tableOf(name);
    const what = table === undefined ? 'the list of its files' : `the table ${table}`;
    throw unfit(`${path} is damaged: ${what} is not as its manifest says.`);
  }
}

const noRows = new LineDigest().facts();

/**
 * Reads the manifest of a backup without the rows, which only `inspectBackup` compares with it. An earlier backup that is
 * compressed as one has to be read as a whole: then the process reads the file once, and again when it has changed.
 * @returns null if the file has no sound manifest, or is cut off.
 */
export async function readManifest(
  path: string,
  { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>,
): Promise<BackupManifest | null> {
  const first = await soundOrNull(firstOf(path));
  if (first?.format !== earlierFormat) return first?.bytes === size ? first : null;
  const atEnd = await readManifestAtEnd(path);
  if (atEnd) return atEnd;
  return (await wholes.fetch(`${size} ${mtimeMs} ${path}`, { context: path }))?.manifest ?? null;
}

async function firstOf(path: string): Promise<BackupManifest | null> {
  for await (const file of filesOfBackup(path)) return await firstIn(path, file);
  return null;
}

/** The manifests of the files that were read as a whole. */
const wholes = new LRUCache<string, { readonly manifest: BackupManifest | null }, string>({
  max: 1000,
  fetchMethod: async (_key, _stale, { context: path }) => ({ manifest: await soundOrNull(inspectBackup(path)) }),
});

/** A refused file has no manifest. */
const soundOrNull = (reading: Promise<BackupManifest | null>): Promise<BackupManifest | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
