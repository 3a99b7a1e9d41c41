import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import type { Mapping, MappedColumn, ReadyMapping, Source } from '../../resources/transfer/mapping.ts';
import { dayBeside } from '../../resources/transfer/transforms.ts';
import { readyMappings } from '../../resources/transfer/ready/ready-mappings.ts';
import type { FileColumn } from '../files/file-rows.ts';

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
export function withOthers(mapping: Mapping, proposal: Mapping): Mapping {
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

/** What a target fills: an instant fills its day too. */
const filledBy = (to: string): readonly string[] => [to, ...(dayBeside[to] === undefined ? [] : [dayBeside[to]])];

/** A mapping without the columns that a file lacks, and without the keys and references that they fill. */
export function withinColumns(mapping: Mapping, names: ReadonlySet<string>): Mapping {
  const columns = mapping.columns.flatMap((column): MappedColumn[] => {
    const from = column.from.flatMap((source) => sourceWithin(source, names));
    return from.length > 0 ? [{ ...column, from }] : [];
  });
  const isMapped = (name: string) => columns.some(({ to }) => to === name || to.startsWith(`${name}.`));
  const references = Object.entries(mapping.references).filter(([name]) => isMapped(name));
  return {
    ...mapping,
    upsert_by: mapping.upsert_by.every(isMapped) ? mapping.upsert_by : [],
    columns,
    references: Object.fromEntries(references),
  };
}

function sourceWithin(source: Source, names: ReadonlySet<string>): Source[] {
  if (typeof source === 'string') return names.has(source) ? [source] : [];
  const present = source.filter((name) => names.has(name));
  return present.length > 0 ? [present] : [];
}
