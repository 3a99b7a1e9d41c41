import { open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type FileFacts, fileOf } from '../archives/manifest.ts';
import { block, headerIn } from '../archives/tar-bytes.ts';
import type { BackupManifest, BackupOrigin } from './manifest.ts';

/*
 * The backups of form 1 begin with their origin alone (`backup.json`), have their tables in parts, and end with the
 * manifest. The first of them have all files compressed as one, the later ones the manifest by itself.
 */

export const earlierFormat = 1;

/** The last file of such a backup. */
export const earlierManifestName = 'manifest.json';

interface EarlierManifest extends BackupOrigin, Pick<BackupManifest, 'sequences'> {
  readonly tables: Readonly<Record<string, FileFacts>>;
}

/** Reads the text of an earlier manifest. @throws {SyntaxError} if it is none. */
export function earlierManifestIn(text: string): BackupManifest {
  const { tables, ...manifest } = JSON.parse(text) as EarlierManifest;
  const files = Object.entries(tables).map(([name, facts]) => [fileOf(name), facts] as const);
  return { ...manifest, bytes: null, files: Object.fromEntries(files) };
}

/**
 * Reads the manifest of such a backup from the end of its file.
 * @returns null if the file is cut off, or all of it is compressed as one.
 */
export async function readManifestAtEnd(path: string): Promise<BackupManifest | null> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const length = Math.min(size, mostBytes);
  const { buffer: end } = await file.read(Buffer.alloc(length), 0, length, size - length);
  // The compressed rows before the manifest may have the same three bytes.
  for (let at = end.lastIndexOf(gzipMagic); at >= 0; at = at === 0 ? -1 : end.lastIndexOf(gzipMagic, at - 1)) {
    const manifest = manifestIn(end.subarray(at));
    if (manifest) return manifest;
  }
  return null;
}

/** More than a compressed manifest ever has: some hundred bytes for each table. */
const mostBytes = 64 * 1024;
const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08]);

function manifestIn(compressed: Buffer): BackupManifest | null {
  try {
    const bytes = gunzipSync(compressed, { maxOutputLength: 2 ** 20 });
    const header = headerIn(bytes);
    if (header?.path !== earlierManifestName) return null;
    return earlierManifestIn(bytes.toString('utf8', block, block + header.size));
  } catch {
    return null;
  }
}
