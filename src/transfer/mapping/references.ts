import { resourceOf } from '../../resources/index.ts';
import { defaultRuleOf, type Mapping, type ReferenceRule } from '../../resources/transfer/mapping.ts';
import type { DraftReference, DraftRow } from './draft-row.ts';
import type { MappedRow, ReferenceLookup } from './mapping.ts';
import { areTwoNames, splitName } from './reading-text/full-name.ts';
import { personNames } from './reading-text/person-and-firm.ts';
import { personInCell } from './reading-text/person-in-cell.ts';
import type { PlaceContext } from './places.ts';
import type { MappingTargets } from '../../resources/transfer/targets.ts';

/** The rule for a reference that has none. */
export function defaultRule(name: string, targets: MappingTargets): ReferenceRule {
  const target = targets.get(name);
  return defaultRuleOf(target?.kind === 'reference' ? target.field.to : '');
}

/** The references of a row to resolve. */
export function referencesSought(mapping: Mapping, context: PlaceContext): (row: DraftRow) => MappedRow['references'] {
  const names = new Set(
    mapping.columns.flatMap(({ to }) => {
      const target = context.targets.get(to);
      return target?.kind === 'reference' || target?.kind === 'part' ? [target.name] : [];
    }),
  );
  const seekers = [...names].map((name) => [name, seeker(name, context)] as const);
  return (row) => {
    const sought: Record<string, ReferenceLookup | readonly ReferenceLookup[] | null> = {};
    for (const [name, seek] of seekers) {
      const draft = row.references.get(name);
      const found = draft && seek(draft);
      if (found !== undefined) sought[name] = found;
    }
    return sought;
  };
}

type Seeker = (draft: DraftReference) => ReferenceLookup | readonly ReferenceLookup[] | null | undefined;

function seeker(name: string, { targets, ruleOf }: PlaceContext): Seeker {
  const target = targets.get(name);
  const isPerson = target?.kind === 'reference' && ruleOf(name).by === 'name' && hasPersonNames(target.field.to);
  return (draft) => {
    const value = isPerson ? (draft.value ?? fullName(draft)) : draft.value;
    if (value === null || value === undefined) return value;
    if (typeof value === 'string') return isPerson ? personSought(value, draft.parts) : { value, parts: draft.parts };
    return value.map((one) => ({ value: one, parts: {} }));
  };
}

/** Whether the name of its records is made of first and last names, so that it cannot be given. */
export const hasPersonNames = (plural: string): boolean => {
  const { fields } = resourceOf(plural);
  return fields['name']?.readOnly === true && 'first_name' in fields;
};

const fullName = ({ value, parts }: DraftReference): DraftReference['value'] => {
  const names = [parts['first_name'], parts['last_name']].filter((part) => typeof part === 'string');
  return names.length > 0 ? names.join(' ') : value;
};

/** The person of a cell, with the address and the telephone number that stand beside the name. */
function personSought(text: string, parts: DraftReference['parts']): ReferenceLookup {
  const { name, email, phone } = personInCell(text);
  const beside = Object.entries({ email, office_phone: phone }).filter(([, part]) => part !== null);
  return { value: name, parts: { ...Object.fromEntries(beside), ...withNames(text, name, parts) } };
}

/** @param text the cell that the name comes from */
function withNames(text: string, name: string, parts: DraftReference['parts']): Readonly<Record<string, unknown>> {
  if ('first_name' in parts || 'last_name' in parts) return parts;
  const isOrdered = name.includes(' ') && (text.includes(',') || areTwoNames(name));
  const split = isOrdered ? splitName(name) : personNames(name);
  const names = Object.entries(split).filter(([, part]) => part !== null);
  return { ...Object.fromEntries(names), ...parts };
}
