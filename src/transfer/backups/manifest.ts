import {
  type AppliedMigration,
  isSameMigration,
  migrationsFolder,
  readMigrations,
} from '../../database/migrations/migrate.ts';
import type { Refusal } from '../../refusal.ts';
import { version } from '../../version.ts';
import type { ArchiveManifest } from '../archives/manifest.ts';
import { unfit } from '../unfit-file.ts';

/**
 * The form of the backups that this program writes. It also reads form 2, which has no list of blobs, and form 1
 * (`earlier-form.ts`).
 */
export const backupFormat = 3;

export const manifestName = 'backup.json';

/** Where a backup comes from. */
export interface BackupOrigin extends Omit<ArchiveManifest, 'files'> {
  readonly engine: 'postgres' | 'embedded';
  /** The migrations of the database, in order. */
  readonly migrations: readonly AppliedMigration[];
}

/** The manifest of a backup. */
export interface BackupManifest extends BackupOrigin, Pick<ArchiveManifest, 'files'> {
  /** The size of the backup; null in an earlier form, which does not tell it. */
  readonly bytes: number | null;
  /** The last number that each sequence has given out; null if it has given out none. */
  readonly sequences: Readonly<Record<string, string | null>>;
}

/** The last migration of the database that a backup was made from. */
export const levelOf = ({ migrations }: BackupOrigin): AppliedMigration => migrations.at(-1) ?? noMigration;

const noMigration: AppliedMigration = { version: 0, name: 'none', checksum: '' };

/** @throws {Refusal} `validation_failed` if this program cannot read the backup, because a newer one has written it. */
export async function refuseNewer(file: string, origin: BackupOrigin): Promise<void> {
  if (origin.format > backupFormat) throw newer(file, origin, `it has the form ${origin.format}`);
  const own = await readMigrations(migrationsFolder);
  for (const applied of origin.migrations) {
    const known = own[applied.version - 1];
    if (known === undefined)
      throw newer(file, origin, `its database has migration ${applied.name}, which this program lacks`);
    if (!isSameMigration(known, applied)) {
      throw unfit(`${file} has migration ${applied.name}, which differs from this program's.`);
    }
  }
}

const newer = (file: string, { program }: BackupOrigin, reason: string): Refusal =>
  unfit(
    `${file} was written by version ${program} of the program, and this is version ${version}: ${reason}. ` +
      `Restore it with version ${program} or a newer one.`,
  );
