import type { RowError } from '../../resources/transfer/imports.ts';
import { type LogRequest, logFiltersOf, readLog } from '../../records/reading/logs.ts';
import { withFreshDirectory } from '../../records/fresh-directory.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { asShown } from '../../resources/transfer/cell-text.ts';
import { importLog, rowLog } from '../../resources/transfer/import-lists.ts';
import type { ShownImport, ShownRow } from '../../resources/transfer/shown-import.ts';
import { type ListedRow, rowListing } from '../../store/imports/listed-rows.ts';
import { importListing, type StoredImport } from '../../store/imports/imports.ts';
import { type ListPage, mapped } from '../../store/query/page.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { foundImport, shownImport } from './imports.ts';

type Query = Readonly<Record<string, string>>;

/** The filters of a query of the list of imports, and all its problems. */
export const importFiltersOf = (query: Query, directory: Directory) => logFiltersOf(importLog, query, directory);

/** The account's imports, the newest first. */
export async function readImports(context: StoreContext, asked: LogRequest): Promise<ListPage<ShownImport>> {
  const page = await readLog<StoredImport>(context, importLog, asked, importListing);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (stored) => shownImport(fresh, stored)));
}

/** The filters of a query of the list of rows, and all its problems. */
export const rowFiltersOf = (query: Query, directory: Directory) => logFiltersOf(rowLog, query, directory);

/** The rows of an import that have a result, by number. */
export async function readRowList(context: StoreContext, id: string, asked: LogRequest): Promise<ListPage<ShownRow>> {
  const { pass } = await foundImport(context.store.engine, context, id);
  const page = await readLog<ListedRow>(context, rowLog, asked, ({ conditions, parameters }) =>
    rowListing({
      conditions: [
        ...conditions,
        `t.import_id = $${parameters.length + 1}::bigint`,
        `t.pass = $${parameters.length + 2}::integer`,
        't.result is not null',
      ],
      parameters: [...parameters, id, pass],
    }),
  );
  return mapped(page, shownRow);
}

function shownRow({ number, line, cells, result, record_id, undo, ...row }: ListedRow): ShownRow {
  const told = (row.errors ?? []) as readonly RowError[];
  const isRejected = result === 'rejected';
  return {
    number,
    line,
    cells: cells.map(asShown),
    result,
    record_id,
    undo,
    errors: isRejected ? told : [],
    warnings: isRejected ? [] : told,
    superseded_by: row.superseded_by?.number ?? null,
    superseded_by_line: row.superseded_by?.line ?? null,
  };
}
