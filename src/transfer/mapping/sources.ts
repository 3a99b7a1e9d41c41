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
  /** The column that a fault is about, and its text. */
  readonly blamed: (cells: Cells) => { readonly column: string | null; readonly value: string };
}

/** @param indexOf finds the cell of a column by its name; a column that the file lacks is blank. */
export function readingOf(
  from: MappedColumn['from'],
  steps: ReadingSteps,
  indexOf: (name: string) => number,
): ColumnReader {
  const names = from.flat();
  const isJoined = steps.joint !== null && from.every((source) => typeof source === 'string');
  const sources: readonly Source[] = isJoined ? [names] : from;
  const reads = sources.map((source) =>
    typeof source === 'string' ? oneCell(indexOf(source), steps) : joinedCells(source.map(indexOf), steps),
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
      const column = columns.find(({ at }) => !isBlank(cells[at])) ?? columns[0];
      return { column: column?.name ?? null, value: shown(column ? cells[column.at] : null) };
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

function oneCell(at: number, { before }: ReadingSteps): Read {
  return (cells) => {
    const cell = cells[at];
    if (isBlank(cell)) return null;
    return before(typeof cell === 'string' ? cell.trim() : cell);
  };
}

function joinedCells(indexes: readonly number[], steps: ReadingSteps): Read {
  const reads = indexes.map((at) => oneCell(at, steps));
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

const shown = (cell: FileCell): string => (typeof cell === 'string' ? cell.trim() : JSON.stringify(cell ?? null));
