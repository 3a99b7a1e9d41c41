import { Turn } from '../../records/turns.ts';
import type { ExportCell } from './cells.ts';
import type { ExportColumn, ExportedRecord } from './columns.ts';

/** The pages of a list, each record as JSON text. */
export type Pages = AsyncIterable<readonly string[]>;

/** Rows of one part of a table, written by a format. */
const mostRows = 50;

/** Writes the cells of each record, some rows at a time, and lets other requests run in between. */
export async function* rowTexts(
  pages: Pages,
  columns: readonly ExportColumn[],
  write: (cells: readonly ExportCell[], record: ExportedRecord) => string,
): AsyncGenerator<string> {
  const turn = new Turn();
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += mostRows) {
      const records = page.slice(at, at + mostRows).map((text) => JSON.parse(text) as ExportedRecord);
      yield records
        .map((record) =>
          write(
            columns.map(({ cell }) => cell(record)),
            record,
          ),
        )
        .join('');
      if (turn.isOver) await turn.pause();
    }
  }
}
