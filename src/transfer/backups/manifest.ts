import { type AppliedMigration, readMigrations, migrationsFolder } from '../../database/migrations/migrate.ts';
import { Refusal } from '../../refusal.ts';
import { version } from '../../version.ts';

/** The form of the backups that this program writes and reads. */
export const backupFormat = 1;

/** The first file of a backup: where it comes from. */
export interface Identity {
  /** The form of the backup. */
  readonly format: number;
  /** The version of the program that wrote it. */
  readonly program: string;
  readonly engine: 'postgres' | 'embedded';
  readonly made_at: string;
  /** The migrations of the database, in order. */
  readonly migrations: readonly AppliedMigration[];
}

/** The last file of a backup: what it has. */
export interface BackupManifest extends Identity {
  readonly tables: Readonly<Record<string, TableFacts>>;
  /** The last number that each sequence has given out. */
  readonly sequences: Readonly<Record<string, string>>;
}

/** The number of rows of a table, and the SHA-256 of their lines in hex. */
export interface TableFacts {
  readonly rows: number;
  readonly sha256: string;
}

export const identityName = 'backup.json';
export const manifestName = 'manifest.json';

/** The name of a part of a table's rows. @param number from 1. */
export const partName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.ndjson`;

/** The table whose rows a file of a backup has; undefined if it is another file. */
export const tableOfPart = (name: string): string | undefined => /^tables\/(\w+)\/\d{6,}\.ndjson$/.exec(name)?.[1];

/** The last migration of the database that a backup was made from. */
export const levelOf = ({ migrations }: Identity): AppliedMigration => migrations.at(-1) ?? noMigration;

const noMigration: AppliedMigration = { version: 0, name: 'none', checksum: '' };

/** The number of all rows. */
export const rowsOf = ({ tables }: Pick<BackupManifest, 'tables'>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** @throws {Refusal} `validation_failed` if this program cannot read the backup, because a newer one has written it. */
export async function refuseNewer(file: string, identity: Identity): Promise<void> {
  if (identity.format !== backupFormat) throw newer(file, identity, `it has the form ${identity.format}`);
  const own = await readMigrations(migrationsFolder);
  for (const { version: number, name, checksum } of identity.migrations) {
    const known = own[number - 1];
    if (known?.checksum === checksum) continue;
    if (known) {
      throw new Refusal(
        'validation_failed',
        `${file} has migration ${name}, which differs from this program's. ${nothing}`,
      );
    }
    throw newer(file, identity, `its database has migration ${name}, which this program lacks`);
  }
}

const nothing = 'Nothing was changed.';

const newer = (file: string, { program }: Identity, reason: string): Refusal =>
  new Refusal(
    'validation_failed',
    `${file} was written by version ${program} of the program, and this is version ${version}: ${reason}. ` +
      `Restore it with version ${program} or a newer one. ${nothing}`,
  );
