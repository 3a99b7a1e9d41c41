import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { block, paddingOf } from '../../../src/transfer/archives/tar-bytes.ts';
import { tarEnd, tarFile, tarFiles } from './tar-files.ts';

/** The files of an archive in order, by name. */
export type ArchiveFiles = ReadonlyMap<string, string>;

/** The files of an archive of an account. */
export const archiveFiles = (archive: Uint8Array): ArchiveFiles =>
  new Map([...tarFiles(gunzipSync(archive))].map(([name, content]) => [name, content.toString()]));

/** An archive of files, whose manifest has the digests and the numbers of lines of the others. */
export function archiveOf(files: ArchiveFiles): Buffer {
  const { 'manifest.json': manifest = '{}', ...others } = Object.fromEntries(files);
  const facts = Object.entries(others).map(([name, text]) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return [name, { rows: text.split('\n').length - 1, sha256 }] as const;
  });
  const said = JSON.stringify({ ...JSON.parse(manifest), files: Object.fromEntries(facts) });
  const parts = [[manifestName, said], ...Object.entries(others)].map(([path = '', text = '']) => tarFile(path, text));
  return gzipSync(Buffer.concat([...parts, tarEnd]), { level: 1 });
}

/** An archive with another text of its manifest, whatever it says. */
export function withManifest(archive: Uint8Array, change: (manifest: string) => string): Buffer {
  const tar = gunzipSync(archive);
  const { size = 0 } = new Header(tar);
  const text = change(tar.toString('utf8', block, block + size));
  return gzipSync(Buffer.concat([tarFile(manifestName, text), tar.subarray(block + size + paddingOf(size))]));
}

/** Fields of a tar header with a size that is too large for a number of JavaScript, and with negative ones. */
export const sizesOfNoFile = [
  Buffer.from('80ffffffffffffffffffffff', 'hex'),
  Buffer.from('ffffffffffffffffffffff00', 'hex'),
  Buffer.from('-0000000777\0'),
] as const;

/** A tar archive whose first header has another size, and a checksum that fits. */
export function withSize(tar: Buffer, size: Buffer): Buffer {
  const spoilt = Buffer.from(tar);
  size.copy(spoilt, 124);
  spoilt.fill(' ', 148, 156);
  const sum = spoilt.subarray(0, block).reduce((total, byte) => total + byte, 0);
  spoilt.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return spoilt;
}

const manifestName = 'manifest.json';

type Row = Readonly<Record<string, unknown>>;

/** The rows of a file. */
export const rowsOf = (files: ArchiveFiles, name: string): Row[] =>
  (files.get(name) ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);

/** The files with other rows in one of them. */
export const withRows = (files: ArchiveFiles, name: string, rows: readonly (Row | string)[]): ArchiveFiles =>
  new Map(files).set(name, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''));
