import { compileMapping } from '../mapping/compile-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { proposeColumn, proposeMapping } from '../mapping/propose-mapping.ts';
import { matchingReadyMapping, withOthers } from '../mapping/ready-mapping.ts';
import type { MappedColumn, Transform } from '../../resources/transfer/mapping.ts';
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
 * A ready mapping, column by column. The proposal for a column takes the place of the ready steps if it reads more
 * values, or if it reads dates and numbers otherwise by what the whole file tells. A column of which neither reads half
 * is left out.
 */
function fitted(mapping: Mapping, scope: ImportMappingScope): Mapping {
  const targets = targetsOf(scope.family, withNewFields(scope.customFields, mapping.custom_fields));
  const columns = mapping.columns.flatMap((column): MappedColumn[] => {
    const ready = readBy(column, mapping, scope);
    const target = targets.get(column.to);
    const source = sourceOf(column, scope);
    if (!source || !target) return ready.unread === 0 ? [column] : [];
    const other = { ...proposeColumn(scope, source, column.to, target).column, from: column.from };
    const proposal = readBy(other, mapping, scope);
    if (Math.min(ready.unread, proposal.unread) * 2 > ready.values.length) return [];
    const isBetter =
      proposal.unread < ready.unread || (proposal.unread === ready.unread && isOtherwise(column, ready, proposal));
    return [isBetter ? other : withBlanksOf(other, column)];
  });
  return tidied({ ...mapping, columns });
}

/** The first filled column of a mapped one, with the values of all: each may write its dates in its own way. */
function sourceOf({ from }: MappedColumn, { columns }: ImportMappingScope) {
  const filled = columns.filter(({ name, samples }) => samples.length > 0 && from.flat().includes(name));
  const [first] = filled;
  const samples = [...new Set(filled.flatMap((one) => one.samples))];
  const values = [...new Set(filled.flatMap((one) => one.values ?? one.samples))];
  return first && { ...first, samples, values };
}

/** A ready column with the words for nothing that the proposal has found in it. */
function withBlanksOf({ transform: [first] = [] }: MappedColumn, column: MappedColumn): MappedColumn {
  const { transform = [] } = column;
  const isBlanking = (step: Transform | undefined): step is Transform =>
    typeof step === 'object' && 'blank_words' in step;
  return isBlanking(first) && !transform.some(isBlanking) ? { ...column, transform: [first, ...transform] } : column;
}

/** Whether a date or a number has another value. A step with a factor knows the unit of its program. */
function isOtherwise({ transform = [] }: MappedColumn, ready: Reading, proposal: Reading): boolean {
  const isRead = transform.some(
    (step) => typeof step === 'object' && ('date' in step || ('number' in step && step.number.times === undefined)),
  );
  return isRead && JSON.stringify(ready.values) !== JSON.stringify(proposal.values);
}

/** The values that the columns of the file have for a mapped column, and how many of them it cannot read. */
interface Reading {
  readonly values: readonly unknown[];
  readonly unread: number;
}

function readBy(column: MappedColumn, mapping: Mapping, scope: ImportMappingScope): Reading {
  const map = compileMapping({ ...mapping, upsert_by: [], constants: {}, columns: [column] }, scope);
  const rows = scope.columns.flatMap(({ name, samples, values = samples }, at) =>
    column.from.flat().includes(name)
      ? values.map((value) => map(scope.columns.map((_, index) => (index === at ? value : null))))
      : [],
  );
  return {
    values: rows.map(({ fields }) => fields),
    unread: rows.filter(({ problems }) => problems.length > 0).length,
  };
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
