import { cellText } from '../../../resources/transfer/cell-text.ts';
import { aloneFamilies, pursuitFamilies } from '../../../resources/transfer/imports.ts';
import { isBlank } from '../../files/table-row.ts';
import { type ColumnRole, columnRoles } from '../../mapping/column-roles.ts';
import { isBlankWord } from '../../mapping/proposing/samples.ts';
import { isDash } from '../../mapping/report-labels.ts';
import { nameFields, nameOf } from '../../mapping/row-name.ts';
import type { ImportWork } from '../import-work.ts';
import { mappingScope } from '../mapping-scope.ts';
import type { JudgedRow } from '../rows/judged-row.ts';
import { isWideTable } from '../rows/row-skips.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/**
 * Finds the rows of a table of several columns that make a record of its name alone: a heading, a legend or a note can
 * look so. A company or a contact may be known by its name alone, so these count only if the name is in capitals and most
 * others are not.
 */
export function findOnlyNames({ stored: { columns, family, mapping } }: ImportWork, applied: AppliedRows): RowWarnings {
  if (aloneFamilies.includes(family) || !isWideTable(columns)) return noWarnings;
  const roles = columnRoles(mapping, mappingScope(applied.directory, family, columns));
  const fieldOf = new Map(
    mapping.columns.flatMap(({ from, to }) => (nameFields.includes(to) ? from.flat().map((name) => [name, to]) : [])),
  );
  const created = createdRows(applied);
  const isHeading = pursuitFamilies.includes(family) ? () => true : unlikeOthers(created);
  return warningsOf(created, ({ row: { cells }, fields }) => {
    const [only, ...others] = roles.filter((role, at) => isFilled(cells[at], role));
    const field = fieldOf.get(only?.column ?? '');
    if (!only || others.length > 0 || field === undefined || !isHeading(fields)) return undefined;
    return {
      column: only.column,
      field,
      code: 'only_name',
      message: 'The row has nothing but a name. If it is a heading or a note, delete the row from the file.',
    };
  });
}

/** Whether a name is in capitals, unlike most names of these rows. */
function unlikeOthers(rows: readonly JudgedRow[]): (fields: JudgedRow['fields']) => boolean {
  const isShouted = (fields: JudgedRow['fields']): boolean => {
    const { text } = nameOf(fields) ?? { text: '' };
    return /\p{Lu}\P{L}*\p{Lu}/u.test(text) && text === text.toUpperCase();
  };
  const shouted = rows.filter(({ fields }) => isShouted(fields)).length;
  return (fields) => shouted * 2 < rows.length && isShouted(fields);
}

function isFilled(cell: unknown, { isListed }: ColumnRole): boolean {
  const text = cellText(cell).trim();
  return !isBlank(cell) && !isDash(text) && (isListed || !isBlankWord(text));
}
