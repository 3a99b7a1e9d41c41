import { describeFormat } from '../../../../src/transfer/files/describe-format.ts';
import { detectFormat, type FileHints } from '../../../../src/transfer/files/detect-format.ts';
import type { FileFormat } from '../../../../src/resources/transfer/imports.ts';
import type { FileCell, FileBytes, FileRow } from '../../../../src/transfer/files/file-rows.ts';
import { readRows } from '../../../../src/transfer/files/read-rows.ts';
import { type Problem, Refusal } from '../../../../src/refusal.ts';

/** A file with this content. Small pieces cut characters, cells and line breaks in two. */
export function fileOf(content: string | Uint8Array, piece = 7): FileBytes {
  const bytes = Buffer.from(content);
  return {
    size: bytes.length,
    async *read(start = 0) {
      for (let at = start; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    },
  };
}

/** A file that is made while it is read. */
export function generatedFile(parts: () => Iterable<string | Uint8Array>): FileBytes {
  return {
    size: 0,
    async *read() {
      for (const part of parts()) yield Buffer.from(part);
    },
  };
}

/** The rows of a file as the service finds its format, or by a format that corrects it. */
export async function rowsOf(
  file: FileBytes,
  { hints = {}, correction }: { hints?: FileHints; correction?: Partial<FileFormat> } = {},
): Promise<FileRow[]> {
  const found = await detectFormat(file, hints);
  const { format, columns } =
    correction === undefined ? found : await describeFormat(file, { ...found.format, ...correction });
  const rows: FileRow[] = [];
  for await (const batch of readRows(
    file,
    format,
    columns.map(({ name }) => name),
  )) {
    rows.push(...batch);
  }
  return rows;
}

export const cellsOf = async (...asked: Parameters<typeof rowsOf>): Promise<(readonly FileCell[])[]> =>
  (await rowsOf(...asked)).map(({ cells }) => cells);

/** The refusal of work: its sentence and its only problem. */
export async function refusalOf(work: Promise<unknown>): Promise<{ detail: string; problem: Problem | undefined }> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { detail: error.message, problem: error.problems[0] };
  }
  throw new Error('The work was not refused.');
}
