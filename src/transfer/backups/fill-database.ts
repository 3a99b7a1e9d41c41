import type { Engine, Queryable, Transaction } from '../../database/engine.ts';
import { migrate, migrationsFolder, readAppliedMigrations } from '../../database/migrations/migrate.ts';
import { updateStatistics } from '../../database/upkeep.ts';
import { Refusal, unchanged } from '../../refusal.ts';
import { removeIndexes } from '../../store/transfer/rebuilt.ts';
import { countRows, insertRowTexts, readRowTexts, wholeRows } from '../../store/transfer/rows.ts';
import { writeSequences } from '../../store/transfer/sequences.ts';
import { dropAllTables, readAllTables, readTableNames, type StoredTable } from '../../store/transfer/tables.ts';
import { fileOf, isSame, LineDigest } from '../archives/manifest.ts';
import { type BackupManifest, levelOf } from './manifest.ts';
import { readRows } from './read-backup.ts';

/** A backup to restore. */
export interface DatabaseFill {
  readonly file: string;
  readonly manifest: BackupManifest;
  /** Whether the rows of the backup take the place of all that the database has. */
  readonly replaces: boolean;
  /** Whether to apply the migrations that the backup lacks. */
  readonly migrates: boolean;
  /** Work at the end of the transaction: if it fails, nothing is restored. */
  readonly atEnd?: (transaction: Queryable) => Promise<void>;
  /** Receives the number of rows restored so far. */
  readonly tell: (rows: number) => void;
}

/**
 * Restores a backup into a database in one transaction. If it fails, the database is as it was before.
 * @throws {Refusal} `conflict` if the database is not empty, unless the backup replaces what it has; `validation_failed`
 * if the file is damaged.
 * @returns the migrations applied to the restored rows.
 */
export async function fillDatabase(engine: Engine, filling: DatabaseFill): Promise<readonly string[]> {
  const applied = await engine.transaction(
    async (transaction) => {
      await makeRoom(transaction, filling);
      await migrate(transaction, { folder: migrationsFolder, upTo: levelOf(filling.manifest).version });
      await fill(transaction, filling);
      const applied = filling.migrates ? (await migrate(transaction, { folder: migrationsFolder })).applied : [];
      await filling.atEnd?.(transaction);
      return applied;
    },
    { isLong: true },
  );
  const tables = await readAllTables(engine);
  await updateStatistics(
    engine,
    tables.map(({ name }) => name),
  );
  return applied;
}

/** The tables by which this program's databases are known. */
const own = ['accounts', 'schema_migrations'];

async function makeRoom(transaction: Transaction, { replaces, manifest }: DatabaseFill): Promise<void> {
  const names = await readTableNames(transaction);
  if (names.length === 0 || (await isBlank(transaction, names, manifest))) return;
  const isOwn = own.every((name) => names.includes(name));
  if (replaces && isOwn) {
    await dropAllTables(transaction);
    return;
  }
  throw new Refusal(
    'conflict',
    isOwn
      ? `The database is not empty. Give an empty one, or replace all that it has with --replace. ${unchanged}`
      : `The database has tables of another program, such as ${names[0]}. Give an empty one. ${unchanged}`,
  );
}

/** Whether the database is as the migrations of the backup leave it, without a row. */
async function isBlank(transaction: Queryable, names: readonly string[], manifest: BackupManifest): Promise<boolean> {
  if (!names.includes('schema_migrations')) return false;
  if ((await readAppliedMigrations(transaction)).length !== manifest.migrations.length) return false;
  for (const table of await readAllTables(transaction)) {
    if ((await countRows(transaction, wholeRows(table))) > 0) return false;
  }
  return true;
}

async function fill(transaction: Queryable, { file, manifest, tell }: DatabaseFill): Promise<void> {
  const tables = new Map((await readAllTables(transaction)).map((table) => [table.name, table]));
  const making = await removeIndexes(transaction);
  let done = 0;
  for await (const { table, lines } of readRows(file)) {
    await insertRowTexts(transaction, wholeRows(known(tables, table)), lines);
    done += lines.length;
    tell(done);
  }
  await writeSequences(transaction, manifest.sequences);
  for (const text of making) await transaction.query(text);
  for (const [name, table] of tables) {
    const count = await countRows(transaction, wholeRows(table));
    const rows = manifest.files[fileOf(name)]?.rows ?? 0;
    if (count !== rows) throw new Error(`the table ${name} has ${count} rows instead of ${rows}`);
  }
}

function known(tables: ReadonlyMap<string, StoredTable>, name: string): StoredTable {
  const table = tables.get(name);
  if (table) return table;
  throw new Refusal('validation_failed', `The backup has a table ${name}, which its migrations do not make.`);
}

/**
 * Compares all rows of a restored database with the manifest of its backup.
 * @throws {Refusal} `validation_failed` with the first table that differs.
 */
export async function compareContent(
  engine: Engine,
  manifest: BackupManifest,
  tell: (rows: number) => void,
): Promise<void> {
  await engine.transaction(
    async (snapshot) => {
      let done = 0;
      for (const table of await readAllTables(snapshot)) {
        const digest = new LineDigest();
        for await (const lines of readRowTexts(snapshot, wholeRows(table))) digest.add(lines);
        const found = digest.facts();
        if (!isSame(manifest.files[fileOf(table.name)], found)) {
          throw new Refusal('validation_failed', `The restored table ${table.name} differs from the backup's.`);
        }
        done += found.rows;
        tell(done);
      }
    },
    { isSnapshot: true, isLong: true },
  );
}
