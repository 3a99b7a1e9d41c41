import { isBlank } from '../files/table-row.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import { problemsColumn, type StoredColumn } from '../../resources/transfer/imports.ts';
import { notImported } from '../../resources/transfer/import-summary.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { StagedRow } from '../../store/imports/import-rows.ts';
import type { RowNotice } from './rows/summary.ts';

interface Mapped {
  readonly columns: readonly StoredColumn[];
  readonly mapping: Pick<Mapping, 'columns'>;
}

/** `2 columns are not imported: Bid Date (212 filled), Notes (3 filled).` Columns without a filled cell are not named. */
export function toldUnmapped(mapped: Mapped): string[] {
  const left = unmapped(mapped).filter(({ filled, samples }) => (filled ?? samples.length) > 0);
  if (left.length === 0) return [];
  const names = left.map(({ name, filled }) => (filled === undefined ? name : `${name} (${filled} filled)`));
  return [`${left.length === 1 ? '1 column is' : `${left.length} columns are`} not imported: ${names.join(', ')}.`];
}

/** The filled cells of some rows that no field takes. */
export function unmappedCells(mapped: Mapped, rows: readonly StagedRow[]): RowNotice[] {
  const left = unmapped(mapped);
  return rows.flatMap(({ number, line, cells }) =>
    left
      .filter(({ at }) => !isBlank(cells[at]))
      .map(({ name, at }): RowNotice => {
        const told = { column: name, field: null, code: notImported, message: `Column ${name} is not imported.` };
        return { number, line, kind: 'columns', error: { ...told, value: cellText(cells[at]) } };
      }),
  );
}

/** The columns that no field takes. The reasons of an earlier import are no data. */
function unmapped({ columns, mapping }: Mapped) {
  const taken = new Set(mapping.columns.flatMap(({ from }) => from.flat()));
  return columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ name, at }) => !taken.has(name) && !(name === problemsColumn && at === columns.length - 1));
}
