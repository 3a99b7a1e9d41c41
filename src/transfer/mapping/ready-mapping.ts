import type { ImportedFamily, FileColumn } from '../../resources/transfer/imports.ts';
import { dayBeside, type MappedColumn, type Mapping, type ReadyMapping } from '../../resources/transfer/mapping.ts';
import { withinColumns } from '../../resources/transfer/within-columns.ts';
import { readyMappings } from '../../resources/transfer/ready/ready-mappings.ts';

/** The ready mapping whose columns a file has, without the parts that the file lacks; of several, the most particular. */
export function matchingReadyMapping(
  columns: readonly Pick<FileColumn, 'name'>[],
  family: ImportedFamily,
): ReadyMapping | null {
  const names = new Set(columns.map(({ name }) => name));
  const fitting = readyMappings.filter(
    (ready) => ready.family === family && ready.columns.every((name) => names.has(name)),
  );
  const [best] = fitting.toSorted((one, other) => other.columns.length - one.columns.length);
  return best ? { ...best, mapping: withinColumns(best.mapping, names) } : null;
}

/** A mapping with the columns of a proposal that it does not use, for the fields that it does not fill. */
export function withOthers(ready: Mapping, proposal: Mapping): Mapping {
  const mapping = { ...ready, columns: ready.columns.filter((column) => !proposal.columns.some(hasHours(column))) };
  const used = new Set(mapping.columns.flatMap(({ from }) => from.flat()));
  const filled = new Set(mapping.columns.flatMap(({ to }) => filledBy(to)));
  const others = proposal.columns.filter(
    ({ from, to }) => !from.flat().some((name) => used.has(name)) && !filledBy(to).some((name) => filled.has(name)),
  );
  const references = Object.entries(proposal.references).filter(([name]) => others.some(({ to }) => to === name));
  const columns = [...mapping.columns, ...others];
  const isKeyed = proposal.upsert_by.every((name) => columns.some(({ to }) => to === name));
  return {
    ...mapping,
    upsert_by: mapping.upsert_by.length === 0 && isKeyed ? proposal.upsert_by : mapping.upsert_by,
    columns,
    references: { ...Object.fromEntries(references), ...mapping.references },
  };
}

/** Whether a proposal combines the column of days of a ready mapping with a column of hours. */
const hasHours =
  ({ from: [day], to }: MappedColumn) =>
  (other: MappedColumn): boolean =>
    other.from.length > 1 && other.from[0] === day && filledBy(other.to).some((name) => filledBy(to).includes(name));

/** The fields that a target fills: an instant fills its day too. */
const filledBy = (to: string): readonly string[] => [to, ...(dayBeside[to] === undefined ? [] : [dayBeside[to]])];
