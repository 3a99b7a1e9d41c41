import { Header } from 'tar';
import { block, paddingOf } from '../../../src/transfer/archives/tar-bytes.ts';

/** The end of a tar archive. */
export const tarEnd = Buffer.alloc(2 * block);

/** A file of a tar archive, with its header. */
export function tarFile(path: string, content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(block);
  new Header({ path, mode: 0o600, size: bytes.length, mtime: new Date(0), type: 'File' }).encode(head);
  return Buffer.concat([head, bytes, Buffer.alloc(paddingOf(bytes.length))]);
}

/** The files of a tar archive, by name. */
export function tarFiles(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; ; ) {
    const { path = '', size = 0, nullBlock } = new Header(tar, at);
    if (nullBlock) return files;
    files.set(path, tar.subarray(at + block, at + block + size));
    at += block + size + paddingOf(size);
  }
}
