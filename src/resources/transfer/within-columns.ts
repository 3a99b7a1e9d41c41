import type { MappedColumn, Mapping, Source } from './mapping.ts';

/** A mapping without the columns that a file lacks, and without what only they fill. */
export function withinColumns(mapping: Mapping, names: ReadonlySet<string>): Mapping {
  const columns = mapping.columns.flatMap((column): MappedColumn[] => {
    const from = column.from.flatMap((source) => sourceWithin(source, names));
    return from.length > 0 ? [{ ...column, from }] : [];
  });
  const isWhole = mapping.upsert_by.every((name) => isFilled({ columns }, name));
  return tidied({ ...mapping, columns, upsert_by: isWhole ? mapping.upsert_by : [] });
}

function sourceWithin(source: Source, names: ReadonlySet<string>): Source[] {
  if (typeof source === 'string') return names.has(source) ? [source] : [];
  const present = source.filter((name) => names.has(name));
  return present.length > 0 ? [present] : [];
}

/** Whether a column fills a field, or a part of it. */
export const isFilled = ({ columns }: Pick<Mapping, 'columns'>, name: string): boolean =>
  columns.some(({ to }) => fills(to, name));

/** Whether the target of a column is a field, or a part of it. */
export const fills = (to: string, name: string): boolean => to === name || to.startsWith(`${name}.`);

/** A mapping without the keys and references that no column fills, and without the new custom fields that nothing fills. */
export function tidied(mapping: Mapping): Mapping {
  const { columns, constants, references, upsert_by: keys, custom_fields: made } = mapping;
  const isUsed = (name: string): boolean => isFilled(mapping, name);
  const constant = Object.keys(constants['custom_fields'] ?? {});
  const fillsAll = columns.some(({ to }) => to === 'custom_fields');
  const isMade = (name: string): boolean => fillsAll || constant.includes(name) || isUsed(`custom_fields.${name}`);
  return {
    ...mapping,
    upsert_by: keys.filter(isUsed),
    references: Object.fromEntries(Object.entries(references).filter(([name]) => isUsed(name))),
    custom_fields: Object.fromEntries(Object.entries(made).filter(([name]) => isMade(name))),
  };
}
