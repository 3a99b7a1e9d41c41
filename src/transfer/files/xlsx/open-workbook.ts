import { fileFault } from '../file-fault.ts';
import type { FileBytes } from '../file-rows.ts';
import type { TableRow } from '../table-row.ts';
import { type Archive, asFault, openArchive, undamaged } from './archive.ts';
import { kindOfArchive } from './archive-kind.ts';
import { type CommentedCells, commentedCells } from './comments.ts';
import { linksOf } from './links.ts';
import { mergedCellsOf } from './merged-cells.ts';
import { cellFormatsOf } from './number-formats.ts';
import { sharedTextsOf } from './shared-texts.ts';
import { type BookTables, sheetRows } from './sheet-rows.ts';
import { type Sheet, type Workbook, workbookOf } from './workbook.ts';

/** A workbook whose sheets can be read, one after the other. Disposal closes it. */
export interface OpenWorkbook extends Disposable {
  readonly sheets: readonly Sheet[];
  rows(sheet: Sheet): AsyncGenerator<readonly TableRow[]>;
  /** The cells of a sheet that have comments. */
  commentedCells(sheet: Sheet): Promise<CommentedCells>;
}

/** @throws a refusal if the file is damaged, or another kind of zip archive. */
export async function openWorkbook(file: FileBytes): Promise<OpenWorkbook> {
  const archive = await openArchive(file);
  try {
    return await undamaged(async () => {
      const workbook = await workbookOf(archive);
      if (workbook === null) throw fileFault(kindOfArchive(archive.names));
      if (workbook.sheets.length === 0) throw fileFault('The workbook has no sheet of cells.');
      return readable(archive, workbook);
    });
  } catch (error) {
    archive[Symbol.dispose]();
    throw error;
  }
}

function readable(archive: Archive, workbook: Workbook): OpenWorkbook {
  let tables: Promise<BookTables> | undefined;
  return {
    sheets: workbook.sheets,
    rows: (sheet) => rowsOf(archive, sheet, () => (tables ??= tablesOf(archive, workbook))),
    commentedCells: (sheet) => undamaged(() => commentedCells(archive, sheet)),
    [Symbol.dispose]: () => archive[Symbol.dispose](),
  };
}

async function* rowsOf(
  archive: Archive,
  sheet: Sheet,
  tables: () => Promise<BookTables>,
): AsyncGenerator<readonly TableRow[]> {
  try {
    const stream = archive.part(sheet.part);
    if (stream === null) throw new Error(`the part ${sheet.part} is missing`);
    const merged = await mergedCellsOf(stream);
    const links = await linksOf(archive, sheet);
    yield* sheetRows(archive.part(sheet.part) ?? stream, { ...(await tables()), merged, links });
  } catch (error) {
    throw asFault(error);
  }
}

async function tablesOf(archive: Archive, workbook: Workbook): Promise<BookTables> {
  return {
    sharedTexts: await sharedTextsOf(archive, workbook.sharedTexts),
    formats: await cellFormatsOf(archive, workbook.styles),
    is1904: workbook.is1904,
  };
}
