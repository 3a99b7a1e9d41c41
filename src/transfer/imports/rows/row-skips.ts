import { isBlank } from '../../mapping/reading-text/steps.ts';
import type { FileFormat } from '../../../resources/transfer/imports.ts';
import type { FileRow, RowSkip } from '../../files/file-rows.ts';
import type { MappedRow, Mapping } from '../../mapping/mapping.ts';
import type { NoRecordJudge } from '../../mapping/no-record.ts';

/** A function that tells what each row is instead of a record; null for a record. */
export type RowSkips = (row: FileRow) => RowSkip | null;

/** Takes the rows of a file in order, from the first, because a row is judged by its place among the others. */
export function rowSkips({ type }: Pick<FileFormat, 'type'>, judge: NoRecordJudge): RowSkips {
  // A line of JSON is a record, never a part of a report.
  if (type === 'ndjson') return () => null;
  let end: number | null = null;
  let wasApart = false;
  return (row) => {
    const { line, cells, problem } = row;
    const isSingle = cells.filter((cell) => !isBlank(cell)).length === 1;
    const isApart = isSingle && (wasApart || (end !== null && line > end + 1));
    const skip = problem ? null : judge(cells, isApart);
    end = line + (type === 'csv' || type === 'tsv' ? lineBreaks(cells) : 0);
    wasApart = skip !== null && (isApart || skip.code === 'totals');
    return skip;
  };
}

const lineBreaks = (cells: FileRow['cells']): number =>
  cells.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0),
    0,
  );

/** A function that reads each row by the mapping, or tells the reason for which the row makes no record. */
export function rowReader({ columns }: Pick<Mapping, 'columns'>, map: (cells: FileRow['cells']) => MappedRow) {
  // A mapping without a name changes records by their keys, also in a sheet of formulas alone.
  const needsName = columns.some(({ to }) => recordFields.some((name) => name === to));
  return ({ cells, problem, isComputed = false }: FileRow, skip: RowSkip | null) => {
    const fault = skip ?? problem;
    if (fault) return { mapped: null, fault };
    const mapped = map(cells);
    const isSkipped = isComputed && needsName && !isNamed(mapped);
    return isSkipped ? { mapped: null, fault: onlyFormulas } : { mapped, fault: null };
  };
}

/** The skip of a row whose formulas were copied down before anybody named a record. */
const onlyFormulas: RowSkip = {
  column: null,
  code: 'only_formulas',
  message: 'The row has nothing but formulas, and none of them names a record.',
};

/** The fields of which a row needs one to be a record. */
const recordFields = ['name', 'title', 'notes', 'first_name', 'last_name', 'email'] as const;

const isNamed = ({ fields, id }: MappedRow): boolean =>
  id !== null || recordFields.some((name) => !isBlank(fields[name] ?? null));
