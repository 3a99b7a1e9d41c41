import type { FileBytes } from './file-rows.ts';
import { pieceSize } from './limits.ts';
import { takingTurns } from './turns.ts';

/** The bytes of a file in small pieces, with turns for other work between them. */
export async function* pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const turn = takingTurns();
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceSize) {
      yield chunk.subarray(start, start + pieceSize);
      await turn();
    }
  }
}

/** The first bytes of a file. */
export async function beginning(file: FileBytes, bytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces(file.read())) {
    parts.push(piece);
    length += piece.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}
