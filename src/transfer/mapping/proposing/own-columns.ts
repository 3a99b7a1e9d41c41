import { resourceOf } from '../../../resources/index.ts';
import { requestName } from '../../../resources/resource.ts';
import type { FileColumn, ImportedFamily } from '../../../resources/transfer/imports.ts';
import type { MappingTarget, MappingTargets } from '../../../resources/transfer/targets.ts';
import type { MappedColumn } from '../../../resources/transfer/mapping.ts';
import type { EntriesOf, ProposedColumn } from '../scope.ts';
import { isOwnFile } from '../../files/data-cells.ts';
import { formFor } from './sample-fit.ts';
import { areObjects } from './samples.ts';
import type { DateHabits } from './day-order.ts';

/** The targets of the columns that an export names, by column; null for a column that an import cannot fill. */
export type OwnColumns = ReadonlyMap<string, string | null>;

/**
 * The columns of an export of the product: first `id` and the times of a record, `company_id` beside `company`. Null if the
 * file is none. Columns with other names are not among them.
 */
export function ownColumns(
  columns: readonly FileColumn[],
  family: ImportedFamily,
  targets: MappingTargets,
): OwnColumns | null {
  if (!isOwnFile(columns.map(({ name }) => name))) return null;
  const names = new Set(columns.map(({ name }) => name));
  const ids = new Map(
    [...targets.values()].flatMap((target) =>
      target.kind === 'reference' ? [[requestName(target.name, target.field), target.name] as const] : [],
    ),
  );
  const byId = new Set([...ids].flatMap(([id, name]) => (names.has(id) ? [name] : [])));
  const { fields } = resourceOf(family);
  const own = columns.flatMap(({ name, samples }): (readonly [string, string | null])[] => {
    const reference = ids.get(name);
    if (reference !== undefined) return [[name, reference]];
    const target = targets.get(name);
    if (target && !byId.has(name) && fits(target, samples)) return [[name, name]];
    return name in fields || times.includes(name) ? [[name, null]] : [];
  });
  return new Map(own);
}

const times: readonly string[] = ['created_at', 'updated_at'];

/** A column of an export as it was written; somebody may have saved its numbers and dates again in a spreadsheet. */
export function ownColumn(
  column: ProposedColumn,
  to: string,
  target: MappingTarget,
  { entriesOf, dates }: { readonly entriesOf: EntriesOf; readonly dates: DateHabits },
): MappedColumn {
  const { name, samples, values = samples } = column;
  const asked = { samples, values, isOwnName: true, isExport: true, dates };
  const form = hasForms(target) ? (formFor(target, asked, entriesOf) ?? []) : [];
  return { from: [name], to, ...(form.length > 0 ? { transform: form } : {}) };
}

const hasForms = (target: MappingTarget): boolean =>
  target.kind === 'custom'
    ? ['date', 'number', 'currency'].includes(target.custom.field_type)
    : target.kind === 'field' &&
      ['date', 'date_time', 'amount', 'cents', 'count', 'fraction'].includes(target.field.kind);

/** Whether a column can fill a target as an export writes it. A whole address is an object. */
function fits(target: MappingTarget, samples: readonly string[]): boolean {
  if (target.kind !== 'field') return target.kind !== 'part';
  if (target.field.kind === 'address') return samples.length === 0 || areObjects(samples);
  return target.field.kind !== 'custom_fields';
}
