import type { StoreContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import { nextRejected } from '../../store/imports/import-rows.ts';
import type { FileColumn, FileFormat } from '../files/file-rows.ts';
import { rejectedCsv, rejectedNdjson, type RejectedRow } from '../files/rejected-rows.ts';
import { foundImport } from './imports.ts';
import type { RowError } from './row-errors.ts';

/** The formats of the file of rejected rows, with their media types. */
export const rejectedTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

/** The number of rows that one statement reads. */
const rowsAtOnce = 500;

/**
 * The file of the rejected rows: the columns of the imported file, and the problems behind them.
 * @throws {Refusal} `not_found` for the format of another type of file.
 */
export async function rejectedFile(context: StoreContext, id: string, format: keyof typeof rejectedTypes) {
  const { engine } = context.store;
  const stored = await foundImport(engine, context, id);
  const { type } = stored.format as FileFormat;
  if ((type === 'ndjson') !== (format === 'ndjson')) {
    const right = type === 'ndjson' ? 'ndjson' : 'csv';
    throw new Refusal('not_found', `The rejected rows of this import are at /imports/${id}/rejected.${right}.`);
  }
  const columns = (stored.columns as readonly FileColumn[]).map(({ name }) => name);
  const one = { accountId: context.actor.accountId, id };
  async function* rows(gone: AbortSignal): AsyncGenerator<RejectedRow> {
    for (let after = 0; !gone.aborted; ) {
      const page = await nextRejected(engine, one, { after, most: rowsAtOnce, pass: stored.pass });
      const last = page.at(-1);
      if (!last) return;
      yield* page.map(({ cells, errors }) => ({ cells, problems: (errors ?? []).map(inWords) }));
      after = last.number;
    }
  }
  const write = format === 'ndjson' ? rejectedNdjson : rejectedCsv;
  return { fileName: `rejected-${id}.${format}`, pieces: (gone: AbortSignal) => write(columns, rows(gone)) };
}

const inWords = (error: unknown): string => {
  const { column, field, message } = error as RowError;
  const where = column ?? field;
  return where === null || message.startsWith('Column ') ? message : `${where}: ${message}`;
};
