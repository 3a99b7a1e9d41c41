import type { ReferenceRule } from '../../resources/transfer/mapping.ts';
import type { DraftRow } from './draft-row.ts';
import { keysOf } from './keys.ts';
import type { Mapping } from './mapping.ts';
import { withNewFields, targetsOf } from '../../resources/transfer/targets.ts';
import { defaultRule } from './references.ts';
import type { MappingScope } from './scope.ts';

/** The values of a record in the fields by which a mapping finds records, in the form of a row. */
export type RecordValues = DraftRow;

/** A function that returns the key of a record: the same text as the `key` of each row that names it. */
export function recordKeyOf(
  mapping: Mapping,
  scope: Pick<MappingScope, 'family' | 'customFields'> & { readonly timeZone: string },
): (values: RecordValues) => string | null {
  const targets = targetsOf(scope.family, withNewFields(scope.customFields, mapping.custom_fields));
  const ruleOf = (name: string): ReferenceRule => mapping.references[name] ?? defaultRule(name, targets);
  const keys = keysOf(mapping.upsert_by, { targets, ruleOf, timeZone: scope.timeZone, entriesOf: () => [] });
  return (values) => {
    const found = keys(values);
    return found && JSON.stringify(found);
  };
}
