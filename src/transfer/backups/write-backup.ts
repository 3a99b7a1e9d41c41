import { readAppliedMigrations } from '../../database/migrations/migrate.ts';
import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Engine, Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import { readAllTables, readTableNames, type WholeTable } from '../../store/transfer/all-tables.ts';
import { countWholeRows, readSequences, readWholeRows } from '../../store/transfer/whole-rows.ts';
import { version } from '../../version.ts';
import { BackupWriter } from './backup-writer.ts';
import {
  backupFormat,
  type BackupManifest,
  type Identity,
  identityName,
  manifestName,
  partName,
  type TableFacts,
} from './manifest.ts';

/** Where a backup comes from, and where it goes. */
export interface Writing {
  /** The engine of the installation; the database may be a copy of it. */
  readonly engine: Identity['engine'];
  /** The file to write. */
  readonly path: string;
  /** The time that the backup tells. */
  readonly madeAt: Date;
  /** Receives the number of rows written so far, and of all rows. */
  readonly tell: (done: number, total: number) => void;
}

/**
 * Writes all rows of a database to a file, as they are at one instant.
 * @throws {Refusal} `not_found` if the database has no tables of this program.
 */
export async function writeBackup(engine: Engine, writing: Writing): Promise<BackupManifest> {
  return await engine.transaction(
    async (snapshot) => {
      await rm(writing.path, { force: true });
      await using writer = new BackupWriter(writing.path, writing.madeAt);
      const manifest = await writeAll(snapshot, writer, writing);
      await writer.finish();
      return manifest;
    },
    { isSnapshot: true, isLong: true },
  );
}

async function writeAll(snapshot: Queryable, writer: BackupWriter, writing: Writing): Promise<BackupManifest> {
  const identity = await readIdentity(snapshot, writing);
  await writer.add(identityName, jsonFile(identity));
  const all = await readAllTables(snapshot);
  const progress = { done: 0, total: 0 };
  for (const table of all) progress.total += await countWholeRows(snapshot, table);
  const tables: Record<string, TableFacts> = {};
  for (const table of all) {
    tables[table.name] = await writeTable(snapshot, writer, table, (rows) => {
      progress.done += rows;
      writing.tell(progress.done, progress.total);
    });
  }
  // Numbers are given out regardless of the snapshot, so they are read last: no row of the backup has a greater one.
  const manifest = { ...identity, tables, sequences: await readSequences(snapshot) };
  await writer.add(manifestName, jsonFile(manifest));
  return manifest;
}

async function readIdentity(snapshot: Queryable, { engine, madeAt }: Writing): Promise<Identity> {
  if (!(await readTableNames(snapshot)).includes('schema_migrations')) {
    throw new Refusal('not_found', 'The database is empty: there is nothing to back up.');
  }
  const migrations = await readAppliedMigrations(snapshot);
  return { format: backupFormat, program: version, engine, made_at: madeAt.toISOString(), migrations };
}

const jsonFile = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The least bytes of a part but the last. */
const partBytes = 2 ** 20;

async function writeTable(
  snapshot: Queryable,
  writer: BackupWriter,
  table: WholeTable,
  tell: (rows: number) => void,
): Promise<TableFacts> {
  const hash = createHash('sha256');
  let [rows, parts, length] = [0, 0, 0];
  let waiting: Buffer[] = [];
  const write = async (): Promise<void> => {
    parts += 1;
    await writer.add(partName(table.name, parts), Buffer.concat(waiting));
    [waiting, length] = [[], 0];
  };
  for await (const lines of readWholeRows(snapshot, table)) {
    const bytes = hashed(hash, lines);
    waiting.push(bytes);
    rows += lines.length;
    length += bytes.length;
    tell(lines.length);
    if (length >= partBytes) await write();
  }
  if (length > 0) await write();
  return { rows, sha256: hash.digest('hex') };
}

function hashed(hash: Hash, lines: readonly string[]): Buffer {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  hash.update(bytes);
  return bytes;
}

/** Counts and hashes the rows of a table as `writeBackup` does. */
export async function readFacts(snapshot: Queryable, table: WholeTable): Promise<TableFacts> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of readWholeRows(snapshot, table)) {
    hashed(hash, lines);
    rows += lines.length;
  }
  return { rows, sha256: hash.digest('hex') };
}
