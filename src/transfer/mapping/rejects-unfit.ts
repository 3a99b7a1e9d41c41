import type { MappedColumn, Mapping } from '../../resources/transfer/mapping.ts';
import type { MappingTarget } from '../../resources/transfer/targets.ts';
import type { PlaceContext } from './places.ts';
import type { Unfit } from './reading-text/unfit.ts';

/**
 * Tells which values that cannot be read reject the row: those of required fields and keys, and those for which the
 * mapping says so. A row is applied without the others.
 */
export function rejectsUnfit(
  column: MappedColumn,
  mapping: Mapping,
  context: PlaceContext,
): (problem: Unfit) => boolean {
  const target = context.targets.get(column.to);
  const isNeeded = target !== undefined && (isKey(column.to, mapping) || isRequired(target, context));
  if (column.invalid === 'reject' || isNeeded) return () => true;
  const isClosed = (column.transform ?? []).some(
    (step) => typeof step === 'object' && 'map' in step && step.map.other === 'reject',
  );
  return ({ code }) => isClosed && code === 'not_allowed';
}

/** Whether a target tells which record a row means. */
export const isKey = (to: string, { upsert_by: upsertBy }: Mapping): boolean =>
  to === 'id' || to === 'external_id' || upsertBy.some((name) => name === to || to.startsWith(`${name}.`));

function isRequired(target: MappingTarget, { ruleOf }: PlaceContext): boolean {
  switch (target.kind) {
    case 'id':
      return true;
    case 'field':
      return target.field.required === true;
    case 'address':
      return false;
    case 'custom':
      return target.custom.required === true;
    case 'reference':
      return ruleOf(target.name).missing === 'reject';
    case 'part':
      return target.part === ruleOf(target.name).by && ruleOf(target.name).missing === 'reject';
  }
}
