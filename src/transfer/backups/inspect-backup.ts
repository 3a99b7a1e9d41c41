import { createHash, type Hash } from 'node:crypto';
import { Refusal } from '../../refusal.ts';
import { damaged, readEntries } from './backup-entries.ts';
import {
  type BackupManifest,
  type Identity,
  identityName,
  manifestName,
  refuseNewer,
  type TableFacts,
  tableOfPart,
} from './manifest.ts';

/** Some rows of a table, as JSON texts. */
export interface RowsOfTable {
  readonly table: string;
  readonly lines: readonly string[];
}

/**
 * Reads a backup from beginning to end and compares every table with the manifest.
 * @param tell receives the number of compressed bytes read so far.
 * @throws {Refusal} `validation_failed` if the file is no backup, is damaged, or was written by a newer program.
 */
export async function inspectBackup(file: string, tell?: (bytes: number) => void): Promise<BackupManifest> {
  const reading = readRows(file, tell);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return next.value;
  }
}

/**
 * The rows of a backup, some at a time. Returns the manifest after it has compared it with what was read.
 * @throws {Refusal} as `inspectBackup`, possibly at the end alone.
 */
export async function* readRows(
  file: string,
  tell?: (bytes: number) => void,
): AsyncGenerator<RowsOfTable, BackupManifest> {
  const found = new Map<string, { rows: number; hash: Hash }>();
  let identity: Identity | undefined;
  let manifest: BackupManifest | undefined;
  for await (const { name, content } of readEntries(file, tell)) {
    const table = tableOfPart(name);
    if (!identity) {
      identity = identityIn(file, name, content);
      await refuseNewer(file, identity);
    } else if (manifest) throw damaged(file);
    else if (table !== undefined) {
      const lines = content.toString('utf8').split('\n');
      if (lines.pop() !== '') throw damaged(file);
      const facts = found.get(table) ?? { rows: 0, hash: createHash('sha256') };
      found.set(table, { rows: facts.rows + lines.length, hash: facts.hash.update(content) });
      yield { table, lines };
    } else if (name === manifestName) manifest = JSON.parse(content.toString('utf8')) as BackupManifest;
    else throw damaged(file);
  }
  if (!manifest) throw damaged(file);
  compare(file, manifest, found);
  return manifest;
}

function identityIn(file: string, name: string, content: Buffer): Identity {
  if (name === identityName) return JSON.parse(content.toString('utf8')) as Identity;
  const hint = name === manifestName ? 'It may be an archive of one account: use "plumbline import-account". ' : '';
  throw new Refusal('validation_failed', `${file} is not a backup of "plumbline backup". ${hint}Nothing was changed.`);
}

function compare(
  file: string,
  { tables }: BackupManifest,
  found: ReadonlyMap<string, { rows: number; hash: Hash }>,
): void {
  for (const name of new Set([...Object.keys(tables), ...found.keys()])) {
    const { rows = 0, hash = createHash('sha256') } = found.get(name) ?? {};
    if (isSame(tables[name], { rows, sha256: hash.digest('hex') })) continue;
    const detail = `${file} is damaged: the table ${name} is not as its manifest says. Nothing was changed.`;
    throw new Refusal('validation_failed', detail);
  }
}

/** Whether two tables have the same rows. */
export const isSame = (one: TableFacts | undefined, other: TableFacts): boolean =>
  one?.rows === other.rows && one.sha256 === other.sha256;
