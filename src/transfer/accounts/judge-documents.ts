import { type Document, documentProblems } from '../../domain/document.ts';
import { mostOfDisplay, mostOfMapping } from '../../domain/document.ts';
import { mostOfPreferences } from '../../records/access/preferences.ts';
import type { Problem } from '../../refusal.ts';
import { charactersOf } from '../files/columns.ts';
import type { ArchiveRow } from './parsed-row.ts';

const mebibyte = 2 ** 20;

/**
 * The limit of bytes of each JSON column of an archived table, by table and column. `CustomValues` judges custom fields.
 * A row of a file has a mebi of characters, each of which takes up to six bytes.
 */
const mostOfDocuments: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  changes: { fields: 8 * mebibyte },
  import_mappings: { mapping: mostOfMapping },
  import_rows: { cells: 8 * mebibyte, fault: mebibyte, ambiguous: 2 * mebibyte, errors: 4 * mebibyte },
  import_states: {
    format: 4096,
    sheets: 2 * mebibyte,
    columns: 4 * mebibyte,
    oddities: mebibyte,
    mapping: mostOfMapping,
    counts: 1024,
    dry_run: 1024,
    undo: 1024,
    summary: 4 * mebibyte,
  },
  preferences: { document: mostOfPreferences },
  saved_views: { display: mostOfDisplay },
};

/** The problems of the JSON columns of a row whose form is right: too many bytes, or values that no store can keep. */
export const documentsProblems = (table: string, row: ArchiveRow, pointer: string): Problem[] => [
  ...Object.entries(mostOfDocuments[table] ?? {}).flatMap(([column, most]) => {
    const value = row[column] ?? null;
    return value === null ? [] : documentProblems(value as Document, { most, pointer: `${pointer}/${column}` });
  }),
  ...(table === 'import_rows' ? sizeProblems(row, pointer) : []),
];

/** The steps of an import read rows up to a limit of characters. A row of an earlier version has no number of them. */
function sizeProblems({ characters, cells }: ArchiveRow, pointer: string): Problem[] {
  if (characters === null || (characters as number) >= charactersOf(cells as readonly unknown[])) return [];
  return [
    { pointer: `${pointer}/characters`, code: 'out_of_range', message: 'must count the characters of the cells' },
  ];
}
