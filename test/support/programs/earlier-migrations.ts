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
