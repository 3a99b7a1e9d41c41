import { capital } from '../../resources/in-words.ts';
import { type FileResult, placeWord, type RowError } from '../../resources/transfer/imports.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import { nextWithResult } from '../../store/imports/listed-rows.ts';
import { csvWithProblems, ndjsonWithProblems, type RowWithProblems } from '../files/rows-with-problems.ts';
import { foundImport } from './imports.ts';

/** The formats of these files, with their media types. */
export const rowsFileTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

/** The number of rows that one statement reads. */
const rowsAtOnce = 500;

/** A request for the file of an import's rows with one result. */
export interface WantedRows {
  readonly id: string;
  readonly result: FileResult;
  readonly format: keyof typeof rowsFileTypes;
}

/**
 * The file of the rows with a result: the columns of the imported file, and the problems behind them.
 * @throws {Refusal} `not_found` for the format of another type of file.
 */
export async function rowsFile(context: StoreContext, { id, result, format }: WantedRows) {
  const { engine } = context.store;
  const stored = await foundImport(engine, context, id);
  const { type } = stored.format;
  if ((type === 'ndjson') !== (format === 'ndjson')) {
    const right = type === 'ndjson' ? 'ndjson' : 'csv';
    throw new Refusal('not_found', `The ${result} rows of this import are at /imports/${id}/${result}.${right}.`);
  }
  const place = capital(placeWord(stored.format));
  const columns = stored.columns.map(({ name }) => name);
  const one = { accountId: context.actor.accountId, id };
  async function* rows(gone: AbortSignal): AsyncGenerator<RowWithProblems> {
    for (let after = 0; !gone.aborted; ) {
      const page = await nextWithResult(engine, one, { after, most: rowsAtOnce, pass: stored.pass, result });
      const last = page.at(-1);
      if (!last) return;
      yield* page.map(({ cells, errors, superseded_by: by }) => {
        const replaced = by === null ? [] : [`${place} ${by.line} replaces this row.`];
        return { cells, problems: [...replaced, ...(errors ?? []).map(inWords)] };
      });
      after = last.number;
    }
  }
  const pieces = (gone: AbortSignal) =>
    format === 'ndjson'
      ? ndjsonWithProblems(columns, rows(gone))
      : csvWithProblems(columns, rows(gone), stored.format.delimiter ?? ',');
  return { fileName: `${result}-${id}.${format}`, pieces };
}

/** A problem as a sentence. Problems of rules, such as `is required`, have no subject. */
const inWords = (error: unknown): string => {
  const { column, field, message } = error as RowError;
  const where = column ?? field;
  const sentence = where === null || message.startsWith('Column ') ? message : `${where}: ${message}`;
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
};
