import { rm } from 'node:fs/promises';
import type { Engine, Queryable } from '../../database/engine.ts';
import { readAppliedMigrations } from '../../database/migrations/migrate.ts';
import { Refusal } from '../../refusal.ts';
import { countRows, readRowTexts, wholeRows } from '../../store/transfer/rows.ts';
import { readSequences } from '../../store/transfer/sequences.ts';
import { readAllTables, readTableNames, type StoredTable } from '../../store/transfer/tables.ts';
import { version } from '../../version.ts';
import { fileOf } from '../archives/manifest.ts';
import { writeArchive } from '../archives/write-archive.ts';
import { Spool } from '../spool.ts';
import { type BackupBlob, type BlobCopies, blobsFile } from './backup-blobs.ts';
import { backupFormat, type BackupManifest, type BackupOrigin, manifestName } from './manifest.ts';

/** Where a backup comes from, and where it goes. */
export interface BackupWriting {
  /** The engine of the installation; the database may be a copy of it. */
  readonly engine: BackupOrigin['engine'];
  /** The file to write. */
  readonly path: string;
  /** The time that the backup tells. */
  readonly madeAt: Date;
  readonly blobs: BlobCopies;
  /** Receives the number of rows written so far, and of all rows. */
  readonly tell: (done: number, total: number) => void;
}

/**
 * Writes all rows of a database to a file, as they are at one instant. It resolves when all of the file is on the disk.
 * @throws {Refusal} `not_found` if the database has no tables of this program.
 */
export async function writeBackup(engine: Engine, writing: BackupWriting): Promise<BackupManifest> {
  return await engine.transaction(
    async (snapshot) => {
      const origin = await readOrigin(snapshot, writing);
      await rm(writing.path, { force: true });
      await using file = await Spool.create(writing.path);
      const manifest = await writeAll(snapshot, file, { ...writing, origin });
      await file.sync();
      return manifest;
    },
    { isSnapshot: true, isLong: true },
  );
}

async function readOrigin(snapshot: Queryable, { engine, madeAt }: BackupWriting): Promise<BackupOrigin> {
  if (!(await readTableNames(snapshot)).includes('schema_migrations')) {
    throw new Refusal('not_found', 'The database is empty: there is nothing to back up.');
  }
  const migrations = await readAppliedMigrations(snapshot);
  return { format: backupFormat, program: version, engine, made_at: madeAt.toISOString(), migrations };
}

async function writeAll(
  snapshot: Queryable,
  file: Spool,
  { origin, blobs, tell }: Pick<BackupWriting, 'blobs' | 'tell'> & { readonly origin: BackupOrigin },
): Promise<BackupManifest> {
  const tables = await readAllTables(snapshot);
  const sequences = Object.keys(await readSequences(snapshot)).map((name) => [name, greatestNumber] as const);
  let [done, total] = [0, 0];
  for (const table of tables) total += await countRows(snapshot, wholeRows(table));
  async function* linesOf(table: StoredTable): AsyncGenerator<readonly string[]> {
    for await (const lines of readRowTexts(snapshot, wholeRows(table))) {
      yield lines;
      done += lines.length;
      tell(done, total);
    }
  }
  return await writeArchive<BackupManifest>(file, {
    manifestName,
    draft: { ...origin, bytes: Number.MAX_SAFE_INTEGER, sequences: Object.fromEntries(sequences) },
    files: [
      { name: blobsFile, lines: () => linesOfList(blobs.list(snapshot)) },
      ...tables.map((table) => ({ name: fileOf(table.name), lines: () => linesOf(table) })),
    ],
    // Numbers are given out regardless of the snapshot, so they are read last: no row of the backup has a greater one.
    atEnd: async (bytes) => ({ bytes, sequences: await readSequences(snapshot) }),
  });
}

async function* linesOfList(blobs: AsyncIterable<readonly BackupBlob[]>): AsyncGenerator<readonly string[]> {
  for await (const some of blobs) yield some.map((blob) => JSON.stringify(blob));
}

/** The greatest number of a sequence. */
const greatestNumber = '9223372036854775807';
