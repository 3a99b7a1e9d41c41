import type { MappedColumn, Mapping, Source } from '../../../../resources/transfer/mapping.ts';

/** A mapped column of a mapping, with its place there. */
export interface Entry {
  readonly index: number;
  readonly column: MappedColumn;
}

/** The names of all columns that fill a field, in order. */
const sourcesOf = ({ from }: MappedColumn): readonly string[] => from.flat();

/** What a column of the file fills: as the first source, or beside other columns. */
export function usesOf({ columns }: Mapping, name: string): { readonly own: Entry[]; readonly beside: Entry[] } {
  const all = columns.map((column, index): Entry => ({ index, column }));
  const using = all.filter(({ column }) => sourcesOf(column).includes(name));
  const isOwn = ({ column }: Entry): boolean => sourcesOf(column)[0] === name;
  return { own: using.filter(isOwn), beside: using.filter((entry) => !isOwn(entry)) };
}

/** The reference that a target belongs to: `company` of `company.name`. */
export const rootOf = (to: string): string => to.split('.')[0] ?? to;

/** Whether something fills a field, or a part of it. */
export const isFilled = ({ columns }: Mapping, name: string): boolean =>
  columns.some(({ to }) => to === name || to.startsWith(`${name}.`));

export const added = (mapping: Mapping, column: MappedColumn): Mapping => ({
  ...mapping,
  columns: [...mapping.columns, column],
});

export const replaced = (mapping: Mapping, index: number, column: MappedColumn): Mapping =>
  tidied({ ...mapping, columns: mapping.columns.with(index, column) });

export const removed = (mapping: Mapping, index: number): Mapping =>
  tidied({ ...mapping, columns: mapping.columns.toSpliced(index, 1) });

/** Takes away what only fields needed that nothing fills any more. */
function tidied(mapping: Mapping): Mapping {
  const { references, upsert_by: keys, custom_fields: made } = mapping;
  const isUsed = (name: string): boolean => isFilled(mapping, name);
  return {
    ...mapping,
    upsert_by: keys.filter(isUsed),
    references: Object.fromEntries(Object.entries(references).filter(([name]) => isUsed(name))),
    custom_fields: Object.fromEntries(Object.entries(made).filter(([name]) => isUsed(`custom_fields.${name}`))),
  };
}

/** A mapping for other files, without the columns that this file lacks, and without what they fill. */
export function withinFile(mapping: Mapping, names: readonly string[]): Mapping {
  const columns = mapping.columns.flatMap((column): MappedColumn[] => {
    const from = column.from.flatMap((source) => sourceWithin(source, names));
    return from.length > 0 ? [{ ...column, from }] : [];
  });
  const isWhole = mapping.upsert_by.every((name) => isFilled({ ...mapping, columns }, name));
  return tidied({ ...mapping, columns, upsert_by: isWhole ? mapping.upsert_by : [] });
}

function sourceWithin(source: Source, names: readonly string[]): Source[] {
  if (typeof source === 'string') return names.includes(source) ? [source] : [];
  const present = source.filter((name) => names.includes(name));
  return present.length > 0 ? [present] : [];
}
