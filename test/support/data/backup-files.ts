import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeArchive } from '../../../src/transfer/archives/write-archive.ts';
import { backupName } from '../../../src/transfer/backups/backup-folder.ts';
import { type BackupManifest, backupFormat, manifestName } from '../../../src/transfer/backups/manifest.ts';
import { Spool } from '../../../src/transfer/spool.ts';
import { tarEnd, tarFile } from './tar-files.ts';

interface Kind {
  readonly isVerified?: boolean;
  /** About the size of the file. */
  readonly bytes?: number;
  /** Whether it has the form that the first versions wrote: all files are compressed as one, the manifest is last. */
  readonly isEarlier?: boolean;
}

/**
 * Writes a file that looks like a whole backup of an instant, without the rows.
 * @returns its name.
 */
export async function writeBackupFile(
  folder: string,
  madeAt: Date,
  { isVerified = true, bytes = 0, isEarlier = false }: Kind = {},
): Promise<string> {
  const name = backupName(madeAt, isVerified);
  const path = join(folder, name);
  if (isEarlier) await writeFile(path, earlierBackup(madeAt, bytes));
  else await writeLater(path, madeAt, bytes);
  return name;
}

function earlierBackup(madeAt: Date, bytes: number): Buffer {
  const origin = { format: 1, made_at: madeAt.toISOString(), migrations: [] };
  const rows = `${randomBytes(bytes).toString('base64')}\n`;
  const tables = { rows: { rows: 1, sha256: createHash('sha256').update(rows).digest('hex') } };
  return gzipSync(
    Buffer.concat([
      tarFile('backup.json', JSON.stringify(origin)),
      tarFile('tables/rows/000001.ndjson', rows),
      tarFile('manifest.json', JSON.stringify({ ...origin, tables })),
      tarEnd,
    ]),
  );
}

async function writeLater(path: string, madeAt: Date, bytes: number): Promise<void> {
  await using file = await Spool.create(path);
  const origin = { format: backupFormat, program: 'x', engine: 'embedded', made_at: madeAt.toISOString() } as const;
  await writeArchive<BackupManifest>(file, {
    manifestName,
    draft: { ...origin, migrations: [], sequences: {}, bytes: Number.MAX_SAFE_INTEGER },
    files: bytes === 0 ? [] : [{ name: 'rows.ndjson', lines: () => [[randomBytes(bytes).toString('base64')]] }],
    atEnd: (size) => Promise.resolve({ bytes: size }),
  });
}
