import { readPages } from '../../../client/pages.ts';
import { api } from '../../data/api.ts';
import type { FieldContext } from '../../fields/field-view.ts';
import type { Search } from '../address.ts';
import type { Column } from '../columns/columns.ts';
import type { ListedRecord } from '../list-query.ts';
import { csvHead, csvLines } from './csv.ts';

/** The contents of a file. */
export interface CsvFile {
  readonly plural: string;
  /** The query of the list, with the keys of the columns. */
  readonly query: Search;
  readonly columns: readonly Column[];
  readonly context: Omit<FieldContext, 'field'>;
  readonly name: string;
}

interface Reading {
  readonly signal: AbortSignal;
  /** Called with the number of rows that are read. */
  readonly onRead: (rows: number) => void;
}

const perPage = 500;

/** Reads all records of a query page by page, and has the browser save them as a file. */
export async function writeCsv(file: CsvFile, { signal, onRead }: Reading): Promise<void> {
  const { plural, query, columns, context, name } = file;
  const parts = [csvHead(columns)];
  let count = 0;
  const pages = readPages<ListedRecord>(api, { plural, query: { ...query, per_page: perPage }, signal });
  for await (const rows of pages) {
    parts.push(csvLines(columns, rows, context));
    count += rows.length;
    onRead(count);
  }
  signal.throwIfAborted();
  save(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name);
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
