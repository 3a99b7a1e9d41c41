import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder } from '../../../src/database/migrations/migrate.ts';

/** Copies the migrations before the one with this name into a new folder. @returns the folder. */
export async function migrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-earlier-'));
  const names = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort();
  const end = names.findIndex((file) => file.endsWith(name));
  for (const file of names.slice(0, end)) await cp(join(migrationsFolder, file), join(folder, file));
  return folder;
}

/** A folder that has the migrations up to a level, which rises. */
export interface RisingMigrations {
  readonly folder: string;
  /** The number of the last migration. */
  readonly last: number;
  /** Adds the migrations up to this level. */
  readonly riseTo: (level: number) => Promise<void>;
}

/** Makes a new folder without migrations. */
export async function risingMigrations(): Promise<RisingMigrations> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-rising-'));
  const names = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort();
  return {
    folder,
    last: names.length,
    riseTo: async (level) => {
      for (const file of names.slice(0, level)) await cp(join(migrationsFolder, file), join(folder, file));
    },
  };
}
