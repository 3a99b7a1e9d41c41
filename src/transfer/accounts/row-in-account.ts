import { resources } from '../../resources/index.ts';
import { fold } from '../../resources/vocabulary/formats.ts';
import { rowFromJson, valueColumns } from '../../store/rows/columns.ts';
import { searchValues } from '../../store/rows/search-words.ts';
import type { ArchiveRow } from './parsed-row.ts';

/** A row of an archive as an account stores it. The service computes sort keys and search words anew. */
export function rowInAccount(table: string, row: ArchiveRow, accountId: string): ArchiveRow {
  const resource = resources.find(({ plural }) => plural === table);
  if (!resource) return row;
  const folded = valueColumns(resource)
    .filter(({ field }) => field.folded)
    .map(({ name }) => [`${name}_folded`, typeof row[name] === 'string' ? fold(row[name]) : null] as const);
  return { ...row, ...Object.fromEntries(folded), ...searchValues(resource, rowFromJson(resource, row), accountId) };
}
