import { asShown, withoutForm } from '../../resources/transfer/cell-text.ts';
import type { MappedColumn, Source } from '../../resources/transfer/mapping.ts';
import type { FileCell } from '../files/file-rows.ts';
import { isBlank, textOf } from './reading-text/steps.ts';
import { isUnfit } from './reading-text/unfit.ts';
import type { ReadingSteps } from './transform-readers.ts';

type Cells = readonly FileCell[];

/** The functions that read a mapped column from a row. */
export interface ColumnReader {
  /** The value after the steps; `null` if it is blank, `Unfit` if a step fails. */
  readonly read: (cells: Cells) => unknown;
  /** The characters of the texts that it reads. */
  readonly length: (cells: Cells) => number;
  /** The column that a fault is about, and its text; of joined columns, the first one and the texts of all. */
  readonly blamed: (cells: Cells) => { readonly column: string | null; readonly value: string };
}

interface ReadingOptions {
  /** Finds the cell of a column by its name; a column that the file lacks is blank. */
  readonly indexOf: (name: string) => number;
  /** Whether numbers are read as their cells show them. */
  readonly isText: boolean;
  /** Whether percents are read as their cells show them. */
  readonly isFraction: boolean;
}

/** The functions that read a mapped column by its steps. */
export function readingOf(
  from: MappedColumn['from'],
  steps: ReadingSteps,
  { indexOf, isText, isFraction }: ReadingOptions,
): ColumnReader {
  const formOf = isText || isFraction ? asShown : withoutForm;
  const cellOf = (name: string): Read => oneCell(indexOf(name), steps, formOf);
  const names = from.flat();
  const isJoined = steps.joint !== null && from.every((source) => typeof source === 'string');
  const sources: readonly Source[] = isJoined ? [names] : from;
  const reads = sources.map((source) =>
    typeof source === 'string' ? cellOf(source) : joinedCells(source.map(cellOf), steps),
  );
  const [only] = reads;
  const first = only && reads.length === 1 ? only : firstOf(reads);
  const columns = names.map((name) => ({ name, at: indexOf(name) }));
  return {
    read: (cells) => {
      const value = first(cells);
      if (isBlank(value)) return null;
      return isUnfit(value) ? value : steps.after(value);
    },
    length: (cells) => columns.reduce((sum, { at }) => sum + lengthOf(cells[at]), 0),
    blamed: (cells) => {
      const filled = columns.filter(({ at }) => !isBlank(cells[at]));
      const [first = columns[0], ...others] = filled;
      const told = [first, ...(isJoined ? others : [])].map((column) => shown(column ? cells[column.at] : null));
      return { column: first?.name ?? null, value: told.join(steps.joint ?? ' ') };
    },
  };
}

type Read = (cells: Cells) => unknown;

function firstOf(reads: readonly Read[]): Read {
  return (cells) => {
    for (const read of reads) {
      const value = read(cells);
      if (!isBlank(value)) return value;
    }
    return null;
  };
}

function oneCell(at: number, { before }: ReadingSteps, formOf: (cell: FileCell) => FileCell): Read {
  return (cells) => {
    const cell = formOf(cells[at]);
    if (isBlank(cell)) return null;
    return before(typeof cell === 'string' ? cell.trim() : cell);
  };
}

function joinedCells(reads: readonly Read[], steps: ReadingSteps): Read {
  const joint = steps.joint ?? ' ';
  return (cells) => {
    const texts: string[] = [];
    for (const read of reads) {
      const value = read(cells);
      if (isBlank(value)) continue;
      const text = isUnfit(value) ? value : textOf(value);
      if (isUnfit(text)) return text;
      texts.push(text);
    }
    return texts.join(joint);
  };
}

const lengthOf = (cell: FileCell): number => (typeof cell === 'string' ? cell.length : 0);

function shown(cell: FileCell): string {
  const form = asShown(cell);
  return typeof form === 'string' ? form.trim() : JSON.stringify(form ?? null);
}
