import { compileMapping } from '../mapping/compile-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { proposeColumn, proposeMapping } from '../mapping/propose-mapping.ts';
import { matchingReadyMapping, withOthers } from '../mapping/ready-mapping.ts';
import type { MappedColumn } from '../../resources/transfer/mapping.ts';
import { targetsOf, withNewFields } from '../../resources/transfer/targets.ts';
import { tidied } from '../../resources/transfer/within-columns.ts';
import type { ImportMappingScope } from './mapping-scope.ts';

/** The ready mapping for a file of this form, or a proposal by the names and the samples of the columns. */
export function proposed(scope: ImportMappingScope): Mapping {
  const ready = matchingReadyMapping(scope.columns, scope.family);
  if (!ready) return proposeMapping(scope);
  const mapping = fitted(ready.mapping, scope);
  return ready.hasOthers ? withOthers(mapping, proposeMapping(scope)) : mapping;
}

/**
 * A ready mapping, column by column. Where it does not read all values of a column, the proposal for that column takes
 * its place if it reads more. A column of which neither reads half is left out.
 */
function fitted(mapping: Mapping, scope: ImportMappingScope): Mapping {
  const targets = targetsOf(scope.family, withNewFields(scope.customFields, mapping.custom_fields));
  const columns = mapping.columns.flatMap((column): MappedColumn[] => {
    const { values, unread } = fitOf(column, mapping, scope);
    if (unread === 0) return [column];
    const target = targets.get(column.to);
    const source = scope.columns.find(({ name, samples }) => samples.length > 0 && column.from.flat().includes(name));
    const other = source && target && { ...proposeColumn(scope, source, column.to, target).column, from: column.from };
    const otherUnread = other ? fitOf(other, mapping, scope).unread : unread;
    if (Math.min(unread, otherUnread) * 2 > values) return [];
    return [other && otherUnread < unread ? other : column];
  });
  return tidied({ ...mapping, columns });
}

/** How many values the columns of the file have for a mapped column, and how many of them it cannot read. */
function fitOf(column: MappedColumn, mapping: Mapping, scope: ImportMappingScope) {
  const map = compileMapping({ ...mapping, upsert_by: [], constants: {}, columns: [column] }, scope);
  const read = scope.columns.flatMap(({ name, samples, values = samples }, at) =>
    column.from.flat().includes(name)
      ? values.map((value) => map(scope.columns.map((_, index) => (index === at ? value : null))).problems.length === 0)
      : [],
  );
  return { values: read.length, unread: read.filter((isRead) => !isRead).length };
}

/** Whether a mapping reads at least one sample of each column. Another program may write its dates in another way. */
export function readsSamples(mapping: Mapping, scope: ImportMappingScope): boolean {
  const map = compileMapping(mapping, scope);
  const most = Math.max(0, ...scope.columns.map(({ samples }) => samples.length));
  const rows = Array.from({ length: most }, (_, index) => scope.columns.map(({ samples }) => samples[index] ?? null));
  const faults = rows.flatMap((cells) => map(cells).problems);
  return scope.columns.every(({ name, samples }) => {
    const unread = faults.filter(({ column }) => column === name);
    return samples.length === 0 || mapping.columns.every(({ to }) => countOf(unread, to) < samples.length);
  });
}

const countOf = (faults: readonly { readonly to: string }[], wanted: string): number =>
  faults.filter(({ to }) => to === wanted).length;
