import { createHash } from 'node:crypto';

/*
 * An archive is a compressed tar archive. Its first file is the manifest, in JSON; then come files of rows, one JSON
 * object a line, in the order in which the manifest names them. Archives of accounts and backups of whole installations
 * differ in the name of the manifest, in what else it says, and in the rows.
 */

/** The keys of every manifest. */
export interface ArchiveManifest {
  /** The form of the archive. */
  readonly format: number;
  /** The version of the program that wrote it. */
  readonly program: string;
  readonly made_at: string;
  /** The files with rows, by name. */
  readonly files: Readonly<Record<string, FileFacts>>;
}

/** The number of rows of a file, and the SHA-256 of its bytes in hex. */
export interface FileFacts {
  readonly rows: number;
  readonly sha256: string;
}

/** Whether two files have the same rows. */
export const isSame = (one: FileFacts | undefined, other: FileFacts): boolean =>
  one?.rows === other.rows && one.sha256 === other.sha256;

/** The file with the rows of a table. */
export const fileOf = (table: string): string => `${table}.ndjson`;

/**
 * The table whose rows a file has; undefined if it has none. Backups of form 1 have tables in parts, such as
 * `tables/projects/000001.ndjson`.
 */
export const tableOf = (file: string): string | undefined =>
  /^(?:tables\/)?(\w+)(?:\/\d{6,})?\.ndjson$/.exec(file)?.[1];

/** The number of all rows of tables. */
export const rowsOf = ({ files }: Pick<ArchiveManifest, 'files'>): number =>
  Object.entries(files).reduce((sum, [name, { rows }]) => sum + (tableOf(name) === undefined ? 0 : rows), 0);

/** Counts and hashes the lines of a file. */
export class LineDigest {
  readonly #hash = createHash('sha256');
  /** The number of lines so far. */
  rows = 0;

  /** Adds lines. @returns their bytes. */
  add(lines: readonly string[]): Buffer {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    this.hash(bytes);
    this.rows += lines.length;
    return bytes;
  }

  /** Adds bytes alone, whose lines are counted later. */
  hash(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** The facts of what was added so far. */
  facts(): FileFacts {
    return { rows: this.rows, sha256: this.#hash.copy().digest('hex') };
  }
}
