import { cellText } from '../../resources/transfer/cell-text.ts';
import { pursuitFamilies } from '../../resources/transfer/imports.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import { isBlank } from '../files/table-row.ts';
import { type ColumnRole, columnRoles } from '../mapping/column-roles.ts';
import { isBlankWord } from '../mapping/proposing/samples.ts';
import type { ImportWork } from './import-work.ts';
import { mappingScope } from './mapping-scope.ts';
import type { JudgedRow } from './rows/judged-row.ts';
import { withWarning } from './rows/row-errors.ts';
import { isWideTable } from './rows/row-skips.ts';

/**
 * Adds a warning to each row of a table of several columns that makes a project or a lead of its name alone: a heading, a
 * legend or a note can look so.
 */
export function withOnlyName(
  { stored: { columns, family, mapping } }: ImportWork,
  directory: Directory,
  { rows, outcomes }: { readonly rows: readonly JudgedRow[]; readonly outcomes: readonly RowOutcome[] },
): readonly RowOutcome[] {
  if (!pursuitFamilies.includes(family) || !isWideTable(columns)) return outcomes;
  const roles = columnRoles(mapping, mappingScope(directory, family, columns));
  const sources = new Set(mapping.columns.flatMap(({ from, to }) => (to === 'name' ? from.flat() : [])));
  const columnOf = new Map(
    rows.flatMap(({ row: { number, cells } }) => {
      const [only, ...others] = roles.filter((role, at) => isFilled(cells[at], role));
      return only && others.length === 0 && sources.has(only.column) ? [[number, only.column] as const] : [];
    }),
  );
  return outcomes.map((outcome) => {
    const column = outcome.result === 'created' ? columnOf.get(outcome.number) : undefined;
    if (column === undefined) return outcome;
    return withWarning(outcome, {
      column,
      field: 'name',
      code: 'only_name',
      message: 'The row has nothing but a name. If it is a heading or a note, delete the row from the file.',
    });
  });
}

const isFilled = (cell: unknown, { isListed }: ColumnRole): boolean =>
  !isBlank(cell) && (isListed || !isBlankWord(cellText(cell)));
