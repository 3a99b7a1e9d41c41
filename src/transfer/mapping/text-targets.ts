import type { ReferenceRule } from '../../resources/transfer/mapping.ts';
import type { MappingTarget } from '../../resources/transfer/targets.ts';

type RuleOf = (reference: string) => ReferenceRule;

/** Whether a target takes texts, such as ZIP codes, telephone numbers, keys and the names of other records. */
export const isText = (target: MappingTarget, ruleOf: RuleOf): boolean =>
  isLine(target, ruleOf) || kindOf(target) === 'long_text';

/** Whether a target takes texts of one line. */
export function isLine(target: MappingTarget, ruleOf: RuleOf): boolean {
  switch (target.kind) {
    case 'id':
      return false;
    case 'field':
    case 'custom':
      return kindOf(target) === 'text';
    case 'address':
      return true;
    case 'reference':
      return ruleOf(target.name).by !== 'id';
    case 'part':
      return isLine(target.of, ruleOf);
  }
}

function kindOf(target: MappingTarget): string | null {
  if (target.kind === 'part') return kindOf(target.of);
  if (target.kind === 'custom') return target.custom.field_type;
  return target.kind === 'field' ? target.field.kind : null;
}
