import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine, Queryable, Transaction } from '../engine.ts';
import { EngineMistake, StatementError } from '../engine-errors.ts';
import { isSharded, placeNewTables, workInSequence } from '../sharding/sharded-server.ts';
import { formerChecksums } from './former-texts.ts';
import { statementsOf } from './statements.ts';

/**
 * Applies the pending migrations of `folder`, each in one transaction with the row that records it. Several
 * processes may migrate at once, and a killed migration can be repeated.
 * @param options.upTo the last migration to apply; all without it.
 * @throws {EngineMistake} if the database does not match the files, or if a migration fails.
 */
export async function migrate(
  engine: MigrationTarget,
  options: { folder: string; log?: (line: string) => void; upTo?: number },
): Promise<{ applied: string[] }> {
  const applied: string[] = [];
  const migrations = (await readMigrations(options.folder)).filter(
    ({ version }) => version <= (options.upTo ?? version),
  );
  await createRecord(engine);
  for (const migration of await unapplied(engine, migrations)) {
    if (!(await apply(engine, migration))) continue;
    applied.push(migration.name);
    options.log?.(`migration ${migration.name} applied`);
  }
  return { applied };
}

/** An engine, or a transaction that applies all migrations or none. */
export type MigrationTarget = Pick<Engine, 'query' | 'script' | 'transaction'> | Transaction;

/** The names of the migrations of `folder` that the database still lacks, in order. */
export async function pendingMigrations(engine: Queryable, folder: string): Promise<string[]> {
  const pending = await unapplied(engine, await readMigrations(folder));
  return pending.map((migration) => migration.name);
}

async function createRecord(engine: MigrationTarget): Promise<void> {
  if (await recordExists(engine)) return;
  try {
    await engine.script(
      `create table if not exists schema_migrations (
         version integer primary key,
         name text not null,
         checksum text not null,
         applied_at timestamptz(3) not null
       )`,
    );
  } catch (error) {
    // Two processes that create the same table at once collide in the catalog despite "if not exists".
    if (!(error instanceof StatementError) || !(await recordExists(engine))) throw error;
  }
}

async function recordExists(engine: Queryable): Promise<boolean> {
  const [row] = await engine.query<{ present: boolean }>(
    `select to_regclass('schema_migrations') is not null as present`,
  );
  return row?.present === true;
}

async function unapplied(engine: Queryable, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = (await recordExists(engine)) ? await readAppliedMigrations(engine) : [];
  const mistakes = rows.flatMap((row) => mistakesOf(row, migrations[row.version - 1]));
  if (mistakes.length > 0) throw new EngineMistake(mistakes);
  const versions = new Set(rows.map((row) => row.version));
  return migrations.filter((migration) => !versions.has(migration.version));
}

/** The migrations that the database has, in order. */
export const readAppliedMigrations = (engine: Queryable): Promise<AppliedMigration[]> =>
  engine.query<AppliedMigration>('select version, name, checksum from schema_migrations order by version');

/** A migration that the database has. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

function mistakesOf(row: AppliedMigration, migration: Migration | undefined): string[] {
  if (migration === undefined) {
    return [
      `The database has migration ${row.name}, which this program lacks: a newer version has used the database. Start ` +
        'that version or a later one, or restore a backup that was made before it.',
    ];
  }
  if (isSameMigration(migration, row)) return [];
  return [`Migration ${migration.name} differs from the one that the database has as ${row.name}: do not change it.`];
}

/** Whether the database has applied this migration, in its present text or in an earlier one that makes the same schema. */
export const isSameMigration = (
  migration: Pick<AppliedMigration, 'name' | 'checksum'>,
  row: AppliedMigration,
): boolean => [migration.checksum, formerChecksums[migration.name]].includes(row.checksum);

/** @returns false if another process has applied the migration first. */
async function apply(target: MigrationTarget, migration: Migration): Promise<boolean> {
  const work = (transaction: Transaction) => applyIn(transaction, migration);
  try {
    return await ('transaction' in target ? target.transaction(work, { isLong: true }) : work(target));
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new EngineMistake([`Migration ${migration.name} failed: ${reason}`], error);
  }
}

/** Sends the statements one by one: a sharded server refuses several in one call. */
async function applyIn(transaction: Transaction, { version, name, checksum, sql }: Migration): Promise<boolean> {
  // The row comes first: a late process waits for the lock, then finds the row before it changes anything.
  await transaction.script('lock table schema_migrations in access exclusive mode');
  const inserted = await transaction.query(
    `insert into schema_migrations (version, name, checksum, applied_at)
    values (${version}, '${name}', '${checksum}', now()) on conflict do nothing returning version`,
  );
  if (inserted.length === 0) return false;
  const isOnNodes = await isSharded(transaction);
  if (isOnNodes) await workInSequence(transaction);
  for (const statement of statementsOf(sql)) await transaction.script(statement);
  if (isOnNodes) await placeNewTables(transaction);
  return true;
}

/** The product's migrations, next to `src` and `dist`. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

interface Migration {
  readonly version: number;
  /** The file's name. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The folder's migrations in order. @throws {EngineMistake} with every numbering mistake at once. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const mistakes = numberingMistakes(names);
  if (mistakes.length > 0) throw new EngineMistake(mistakes);
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout on Windows may have CRLF line endings.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { version: versionOf(name), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

function numberingMistakes(names: readonly string[]): string[] {
  const misnamed = names.filter((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (misnamed.length > 0) return misnamed.map((name) => `Migration ${name} is not named like 0001-what-it-does.sql.`);
  const versions = new Set(names.map(versionOf));
  const repeated = names.filter((name, index) => index > 0 && versionOf(name) === versionOf(names[index - 1] ?? ''));
  const missing = [...Array(Math.max(0, ...versions)).keys()].filter((index) => !versions.has(index + 1));
  return [
    ...repeated.map((name) => `Migration ${name} has the number of another migration.`),
    ...missing.map((index) => `There is no migration ${String(index + 1).padStart(4, '0')}.`),
    ...(versions.has(0) ? ['Migrations are numbered from 0001.'] : []),
  ];
}

const versionOf = (name: string): number => Number(name.slice(0, 4));
