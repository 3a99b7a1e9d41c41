import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineMistake } from '../engine-mistake.ts';

/** The product's migrations, next to `src` and `dist`. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

export interface Migration {
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
