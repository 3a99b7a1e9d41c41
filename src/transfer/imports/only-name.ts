import type { RowError } from '../../resources/transfer/imports.ts';
import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import { isBlank } from '../files/table-row.ts';
import { isWideTable } from './rows/row-skips.ts';
import type { ImportWork } from './import-work.ts';
import type { JudgedRow } from './rows/judged-row.ts';

/**
 * Adds a warning to each row of a table of several columns that makes a project or a lead of a single filled cell: a
 * heading, a legend or a note can look so.
 */
export function withOnlyName(
  { stored: { columns, family } }: Pick<ImportWork, 'stored'>,
  rows: readonly JudgedRow[],
  outcomes: readonly RowOutcome[],
): readonly RowOutcome[] {
  if (!['projects', 'leads'].includes(family) || !isWideTable(columns)) return outcomes;
  const nameOf = new Map(
    rows.flatMap(({ row: { number, cells } }) => {
      const filled = [...cells.keys()].filter((at) => !isBlank(cells[at]));
      return filled.length === 1 ? [[number, columns[filled[0] ?? 0]?.name ?? null] as const] : [];
    }),
  );
  return outcomes.map((outcome) => {
    const column = outcome.result === 'created' ? nameOf.get(outcome.number) : undefined;
    if (column === undefined) return outcome;
    const warning: RowError = {
      column,
      field: 'name',
      code: 'only_name',
      message: 'The row has nothing but a name. If it is a heading or a note, delete the row from the file.',
    };
    return { ...outcome, errors: [...((outcome.errors ?? []) as readonly RowError[]), warning] };
  });
}
