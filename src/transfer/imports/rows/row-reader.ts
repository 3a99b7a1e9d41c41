import { isBlank } from '../../mapping/reading-text/steps.ts';
import type { FileRow, RowSkip } from '../../files/file-rows.ts';
import type { MappedRow, Mapping } from '../../mapping/mapping.ts';

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
