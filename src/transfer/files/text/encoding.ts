import type { FileEncoding } from '../../../resources/transfer/imports.ts';
import type { FileBytes } from '../file-rows.ts';
import { pieces } from '../pieces.ts';
import { Utf8Check, type Utf8Findings } from './utf8-check.ts';

/** The encoding that the first bytes of a file tell; null if the whole file must be checked. */
export function encodingOfHead(head: Buffer): FileEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.indexOf('efbbbf', 0, 'hex') === 0) return 'utf-8';
  return utf16WithoutMark(head);
}

/** Judges whether a file is UTF-8. Reads all of it. */
export async function utf8Of(file: FileBytes): Promise<Utf8Findings> {
  const check = new Utf8Check();
  for await (const piece of pieces(file.read())) check.add(piece);
  return check.end();
}

/** Most characters of a table are ASCII: in UTF-16, every second byte of them is zero. */
function utf16WithoutMark(head: Buffer): FileEncoding | null {
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  }
  const [even, odd] = zeros.map((count) => count / Math.max(1, head.length / 2)) as [number, number];
  if (odd > 0.4 && even < 0.05) return 'utf-16le';
  return even > 0.4 && odd < 0.05 ? 'utf-16be' : null;
}
