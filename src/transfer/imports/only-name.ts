import { pursuitFamilies, type RowError } from '../../resources/transfer/imports.ts';
import type { RowOutcome } from '../../store/imports/row-outcomes.ts';
import { isBlank } from '../files/table-row.ts';
import { isWideTable } from './rows/row-skips.ts';
import type { ImportWork } from './import-work.ts';
import type { JudgedRow } from './rows/judged-row.ts';

/**
 * Adds a warning to each row of a table of several columns that makes a project or a lead of its name alone: a heading, a
 * legend or a note can look so.
 */
export function withOnlyName(
  { stored: { columns, family, mapping } }: Pick<ImportWork, 'stored'>,
  rows: readonly JudgedRow[],
  outcomes: readonly RowOutcome[],
): readonly RowOutcome[] {
  if (!pursuitFamilies.includes(family) || !isWideTable(columns)) return outcomes;
  const sources = new Set(mapping.columns.flatMap(({ from, to }) => (to === 'name' ? from.flat() : [])));
  const columnOf = new Map(
    rows.flatMap(({ row: { number, cells } }) => {
      const [only = '', ...others] = columns.filter((_, at) => !isBlank(cells[at])).map(({ name }) => name);
      return others.length === 0 && sources.has(only) ? [[number, only] as const] : [];
    }),
  );
  return outcomes.map((outcome) => {
    const column = outcome.result === 'created' ? columnOf.get(outcome.number) : undefined;
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
