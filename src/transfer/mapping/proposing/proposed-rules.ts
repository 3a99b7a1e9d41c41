import type { FileColumn } from '../../../resources/transfer/imports.ts';
import { resourceOf } from '../../../resources/index.ts';
import type { MappedColumn, Mapping, ReferenceRule } from '../../../resources/transfer/mapping.ts';
import { isEmailAddress } from '../../../resources/vocabulary/formats.ts';
import type { MappingTarget, MappingTargets } from '../../../resources/transfer/targets.ts';
import type { OwnColumns } from './own-columns.ts';
import { areObjects, isReferenceId } from './samples.ts';

/** The rules to propose for the references that columns fill. @param all the columns of the file. */
export function proposedRules(
  columns: readonly MappedColumn[],
  targets: MappingTargets,
  all: readonly FileColumn[],
  own: OwnColumns | null,
): Mapping['references'] {
  const rules = columns.flatMap(({ from, to }): [string, ReferenceRule][] => {
    const target = targets.get(to);
    const column = all.find(({ name }) => name === from.flat()[0]);
    const rule = target?.kind === 'reference' && column ? proposedRule(target, column, own) : null;
    return rule ? [[to, rule]] : [];
  });
  return Object.fromEntries(rules);
}

/**
 * The rule to propose for a reference that a column fills; null if the target is none. Companies and contacts are
 * created if they are missing. A row is imported without the unknown entry of a list, such as a trade, which is told. It is
 * rejected if it names an unknown stage, because the project would get another one, or an unknown user or record.
 */
export function proposedRule(target: MappingTarget, column: FileColumn, own: OwnColumns | null): ReferenceRule | null {
  if (target.kind !== 'reference' && target.kind !== 'part') return null;
  const by = target.kind === 'part' ? keyOfPart(target.part) : keyOfWhole(target, column, own);
  return { by, missing: by === 'id' ? 'reject' : missingOf(target.field.to) };
}

function missingOf(plural: string): ReferenceRule['missing'] {
  if (['companies', 'contacts'].includes(plural)) return 'create';
  return resourceOf(plural).kept === 'directory' && !['project_stages', 'users'].includes(plural) ? 'empty' : 'reject';
}

const keyOfPart = (part: string): ReferenceRule['by'] =>
  part === 'email' || part === 'external_id' || part === 'id' ? part : 'name';

function keyOfWhole(
  { name, field }: Extract<MappingTarget, { kind: 'reference' }>,
  column: FileColumn,
  own: OwnColumns | null,
): ReferenceRule['by'] {
  // NDJSON has an empty list where a record has none.
  const samples = column.samples.filter((sample) => sample !== '[]');
  // An export names records by ids: in columns of their own, or in objects, which only later rows may have.
  const isOwn = own?.get(column.name) === name && (column.name !== name || samples.length === 0);
  if (isOwn || isReferenceId(name, column) || areObjects(samples)) return 'id';
  const areEmails = samples.length > 0 && samples.flatMap((sample) => sample.split(/;\s*/)).every(isEmailAddress);
  return areEmails && ['users', 'contacts'].includes(field.to) ? 'email' : 'name';
}
