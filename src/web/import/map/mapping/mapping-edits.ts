import type { MappedColumn, Mapping } from '../../../../resources/transfer/mapping.ts';
import { tidied } from '../../../../resources/transfer/within-columns.ts';

/** A mapped column of a mapping, with its place there. */
export interface MappingEntry {
  readonly index: number;
  readonly column: MappedColumn;
}

/** The names of all columns that fill a field, in order. */
const sourcesOf = ({ from }: MappedColumn): readonly string[] => from.flat();

/** The mapped columns that read a column of the file: as their first source, or beside other columns. */
export function usesOf(
  { columns }: Mapping,
  name: string,
): { readonly own: MappingEntry[]; readonly beside: MappingEntry[] } {
  const all = columns.map((column, index): MappingEntry => ({ index, column }));
  const using = all.filter(({ column }) => sourcesOf(column).includes(name));
  const isOwn = ({ column }: MappingEntry): boolean => sourcesOf(column)[0] === name;
  return { own: using.filter(isOwn), beside: using.filter((entry) => !isOwn(entry)) };
}

/** The reference that a target belongs to: `company` of `company.name`. */
export const rootOf = (to: string): string => to.split('.')[0] ?? to;

export const added = (mapping: Mapping, column: MappedColumn): Mapping => ({
  ...mapping,
  columns: [...mapping.columns, column],
});

export const replaced = (mapping: Mapping, index: number, column: MappedColumn): Mapping =>
  tidied({ ...mapping, columns: mapping.columns.with(index, column) });

export const removed = (mapping: Mapping, index: number): Mapping =>
  tidied({ ...mapping, columns: mapping.columns.toSpliced(index, 1) });
