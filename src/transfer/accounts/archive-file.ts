import type { Refusal } from '../../refusal.ts';
import { type ArchiveManifest, tableOf } from '../archives/manifest.ts';
import { type ArrivingArchive, type ArrivingFile, readArchive } from '../archives/read-archive.ts';
import { unfit } from '../unfit-file.ts';

/** The manifest of an archive of an account. */
export interface Manifest extends ArchiveManifest {
  /** The last migration of the database that it was written from. */
  readonly schema: string;
  readonly account: { readonly id: string; readonly name: string };
  /** The tables that the archive leaves out, each with the reason. */
  readonly left_out: Readonly<Record<string, string>>;
  /** The contents of files in numbers; null if the archive leaves them out. Form 1 has none. */
  readonly blobs?: { readonly count: number; readonly bytes: number } | null;
}

/** The form of the archives that this program writes. It also reads form 1, which has no contents of files. */
export const archiveFormat = 2;

export const manifestName = 'manifest.json';

/** The file with the settings of the account. It comes before the tables. */
export const accountFile = 'account.ndjson';

/** The file with contents, by their SHA-256. Such files come after the tables, in the order of their names. */
export const blobFile = (sha256: string): string => `files/${sha256}`;

/** The SHA-256 that the name of a file with contents says; undefined for another file. */
export const digestOfFile = (name: string): string | undefined => /^files\/([\da-f]{64})$/.exec(name)?.[1];

/** The number of rows of each table that has any. */
export const tableRows = ({ files }: Manifest): Record<string, number> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([name, { rows }]) => rows > 0 && name !== accountFile)
      .map(([name, { rows }]) => [tableOf(name) ?? name, rows]),
  );

/**
 * Reads the files of an archive of an account.
 * @param most the limit of unpacked bytes.
 * @throws {Refusal} as `readArchive`.
 */
export const readAccountArchive = (archive: ArrivingArchive, most: number): AsyncGenerator<ArrivingFile> =>
  readArchive(archive, { ...limits, unpacked: most });

const limits = {
  // Rows of text shrink to a thirtieth or so, and gzip at best to a thousandth.
  ratio: 400,
  // A record has at most a mebibyte of custom values, and a change has both states.
  line: 16 * 2 ** 20,
  lines: 100,
  notWhole: (archive: string, cause?: unknown): Refusal =>
    unfit(
      `${archive} is not a whole archive of an account, as "Settings > Data" and "plumbline export" write it.`,
      cause,
    ),
};
