import { isOwnFile } from '../files/data-cells.ts';
import { isBlank } from '../files/table-row.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import { problemsColumn, type StoredColumn } from '../../resources/transfer/imports.ts';
import { notImported } from '../../resources/transfer/import-summary.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { StagedRow } from '../../store/imports/rows-to-apply.ts';
import type { RowNotice } from './rows/summary.ts';

interface Mapped {
  readonly columns: readonly StoredColumn[];
  readonly mapping: Pick<Mapping, 'columns'>;
}

/** `2 columns are not imported: Bid Date (212 filled), Notes (3 filled).` Columns without a filled cell are not named. */
export function unmappedNotes(mapped: Mapped): string[] {
  const left = unmapped(mapped).filter(({ filled, samples }) => (filled ?? samples.length) > 0);
  if (left.length === 0) return [];
  const names = left
    .slice(0, mostNamed)
    .map(({ name, filled }) => (filled === undefined ? name : `${name} (${filled} filled)`));
  const others = left.length > mostNamed ? [`and ${left.length - mostNamed} more`] : [];
  const list = [...names, ...others].join(', ');
  return [`${left.length === 1 ? '1 column is' : `${left.length} columns are`} not imported: ${list}.`];
}

/** The columns that the sentence names. */
const mostNamed = 50;

/** The filled cells of some rows that no field takes. @param reasonOf the reason of a column, as the end of a sentence. */
export function* unmappedCells(
  mapped: Mapped,
  rows: readonly StagedRow[],
  reasonOf: (column: string) => string,
): Generator<RowNotice> {
  const left = unmapped(mapped);
  const messages = new Map<string, string>();
  for (const { number, line, cells } of rows) {
    for (const { name, at } of left) {
      if (isBlank(cells[at])) continue;
      const message = messages.get(name) ?? `Column ${name} is not imported: ${reasonOf(name)}.`;
      messages.set(name, message);
      const told = { column: name, field: null, code: notImported, message };
      yield { number, line, kind: 'columns', error: { ...told, value: cellText(cells[at]) } };
    }
  }
}

/** The times that an export of the product writes, which no import can set. */
const ownTimes: readonly string[] = ['created_at', 'updated_at'];

/** The columns that no field takes. The reasons of an earlier import and the times of an export are no data. */
function unmapped({ columns, mapping }: Mapped) {
  const taken = new Set(mapping.columns.flatMap(({ from }) => from.flat()));
  const times = isOwnFile(columns.map(({ name }) => name)) ? ownTimes : [];
  return columns
    .map((column, at) => ({ ...column, at }))
    .filter(
      ({ name, at }) =>
        !taken.has(name) && !times.includes(name) && !(name === problemsColumn && at === columns.length - 1),
    );
}
