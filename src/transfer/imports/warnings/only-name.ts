import { cellText } from '../../../resources/transfer/cell-text.ts';
import { pursuitFamilies } from '../../../resources/transfer/imports.ts';
import { isBlank } from '../../files/table-row.ts';
import { type ColumnRole, columnRoles } from '../../mapping/column-roles.ts';
import { isBlankWord } from '../../mapping/proposing/samples.ts';
import { isDash } from '../../mapping/report-labels.ts';
import type { ImportWork } from '../import-work.ts';
import { mappingScope } from '../mapping-scope.ts';
import { isWideTable } from '../rows/row-skips.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/**
 * Finds the rows of a table of several columns that make a project or a lead of its name alone: a heading, a legend or a
 * note can look so.
 */
export function findOnlyNames({ stored: { columns, family, mapping } }: ImportWork, applied: AppliedRows): RowWarnings {
  if (!pursuitFamilies.includes(family) || !isWideTable(columns)) return noWarnings;
  const roles = columnRoles(mapping, mappingScope(applied.directory, family, columns));
  const sources = new Set(mapping.columns.flatMap(({ from, to }) => (to === 'name' ? from.flat() : [])));
  return warningsOf(createdRows(applied), ({ row: { cells } }) => {
    const [only, ...others] = roles.filter((role, at) => isFilled(cells[at], role));
    if (!only || others.length > 0 || !sources.has(only.column)) return undefined;
    return {
      column: only.column,
      field: 'name',
      code: 'only_name',
      message: 'The row has nothing but a name. If it is a heading or a note, delete the row from the file.',
    };
  });
}

function isFilled(cell: unknown, { isListed }: ColumnRole): boolean {
  const text = cellText(cell).trim();
  return !isBlank(cell) && !isDash(text) && (isListed || !isBlankWord(text));
}
