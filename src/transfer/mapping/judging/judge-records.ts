import type { Problem } from '../../../refusal.ts';
import { callSubjects } from '../../../resources/calls.ts';
import { contactIdentity } from '../../../resources/contacts.ts';
import { noteSubjects } from '../../../resources/notes.ts';
import { resourceOf } from '../../../resources/index.ts';
import { acceptedFields, requestName } from '../../../resources/resource.ts';
import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import { type MappingToJudge, unknownName } from './judged.ts';
import { fills } from '../../../resources/transfer/within-columns.ts';
import { hasMatches } from '../../../resources/transfer/mapping.ts';
import { identifies } from '../../../resources/transfer/targets.ts';
import { namesToCompare } from '../../../suggestion.ts';

/** The mistakes of a mapping as a whole: fields that identify no record, and required fields that nothing fills. */
export function recordProblems(judged: MappingToJudge): Problem[] {
  return [...keyProblems(judged), ...matchProblems(judged), ...(isUpdating(judged) ? [] : missingProblems(judged))];
}

function matchProblems({ mapping, scope, at }: MappingToJudge): Problem[] {
  if (mapping.match !== 'name' || hasMatches(scope.family)) return [];
  return [{ pointer: at('match'), code: 'not_allowed', message: 'only companies and contacts are matched by name' }];
}

/** Whether rows may only change records, so that they need no required fields. A row that creates one is then rejected. */
const isUpdating = ({ mapping, mapped }: MappingToJudge): boolean =>
  mapping.upsert_by.length > 0 || mapped.includes('id');

function keyProblems(judged: MappingToJudge): Problem[] {
  const { mapping, mapped, targets, comparisons, at } = judged;
  const constant = constantTargets(judged);
  return mapping.upsert_by.flatMap((name, index): Problem[] => {
    const pointer = at('upsert_by', index);
    const target = targets.get(name);
    if (!target) return [unknownName(pointer, 'mapped field', name, namesToCompare(comparisons, mapped))];
    if (constant.has(name)) return [{ pointer, code: 'not_allowed', message: 'is a constant, the same in each row' }];
    if (!identifies(target)) return [{ pointer, code: 'not_allowed', message: 'cannot identify a record' }];
    const isMapped =
      mapped.includes(name) || (target.kind === 'reference' && mapped.some((to) => to.startsWith(`${name}.`)));
    return isMapped ? [] : [{ pointer, code: 'required', message: `no column is mapped to ${name}` }];
  });
}

/** The targets that constants fill. */
function constantTargets({ mapping, scope }: MappingToJudge): ReadonlySet<string> {
  const custom = Object.keys(mapping.constants['custom_fields'] ?? {});
  const own = acceptedFields(resourceOf(scope.family), 'create').filter(
    ([name, field]) => requestName(name, field) in mapping.constants,
  );
  return new Set([...own.map(([name]) => name), ...custom.map((apiName) => `custom_fields.${apiName}`)]);
}

/** The fields of which a new record needs at least one, by their names in requests. */
const oneOf: Readonly<Partial<Record<ImportedFamily, readonly string[]>>> = {
  contacts: contactIdentity,
  calls: callSubjects,
  notes: noteSubjects,
};

function missingProblems(judged: MappingToJudge): Problem[] {
  const { mapped, scope, at } = judged;
  const constant = constantTargets(judged);
  const isFilled = (name: string) => constant.has(name) || mapped.some((to) => fills(to, name));
  const required = acceptedFields(resourceOf(scope.family), 'create').flatMap(([name, field]) =>
    field.required ? [name] : [],
  );
  const custom = scope.customFields.filter((one) => one.required).map((one) => `custom_fields.${one.api_name}`);
  const missing = [...required, ...(mapped.includes('custom_fields') ? [] : custom)].filter((name) => !isFilled(name));
  const problems = missing.map(
    (name): Problem => requiredAt(at('columns'), `${name} is required: map a column to it or give a constant`),
  );
  const choices = oneOf[scope.family]?.map((asked) => asked.replace(/_id(s?)$/, '$1'));
  if (!choices || choices.some(isFilled)) return problems;
  return [
    ...problems,
    requiredAt(at('columns'), `at least one of ${choices.join(', ')} is required: map a column to one of them`),
  ];
}

const requiredAt = (pointer: string, message: string): Problem => ({ pointer, code: 'required', message });
