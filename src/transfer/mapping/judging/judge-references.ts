import type { Problem } from '../../../refusal.ts';
import { resourceOf } from '../../../resources/index.ts';
import { words } from '../../../resources/in-words.ts';
import { acceptedFields, type Resource } from '../../../resources/resource.ts';
import type { ReferenceRule } from '../../../resources/transfer/mapping.ts';
import { contactIdentity } from '../../../resources/contacts.ts';
import { type MappingToJudge, unknownName } from './judged.ts';
import { hasPersonNames } from '../references.ts';
import { fills } from '../../../resources/transfer/within-columns.ts';
import { referencesOf } from '../../../resources/transfer/targets.ts';
import { namesToCompare } from '../../../suggestion.ts';

/** The mistakes of the rules by which references are resolved. */
export function referenceProblems(judged: MappingToJudge): Problem[] {
  const known = referencesOf(judged.targets);
  return Object.entries(judged.mapping.references).flatMap(([name, rule]) => {
    const field = known.get(name);
    if (field) return ruleProblems(judged, { name, rule, resource: resourceOf(field.to) });
    const pointer = judged.at('references', name);
    if (!judged.targets.has(name))
      return [unknownName(pointer, 'reference', name, namesToCompare(judged.comparisons, [...known.keys()]))];
    return [{ pointer, code: 'not_allowed', message: 'is no reference to another record' }];
  });
}

interface Named {
  readonly name: string;
  readonly rule: ReferenceRule;
  readonly resource: Resource;
}

function ruleProblems(judged: MappingToJudge, named: Named): Problem[] {
  const { name, rule, resource } = named;
  const at = (key: string) => judged.at('references', name, key);
  if (rule.by !== 'id' && !(rule.by in resource.fields)) {
    const allowed = ['name', 'email', 'external_id'].filter((by) => by in resource.fields).concat('id');
    const message = `${words(resource)} records have no ${rule.by}; must be one of ${allowed.join(', ')}`;
    return [{ pointer: at('by'), code: 'not_allowed', message, allowed }];
  }
  const { mapped } = judged;
  if (!mapped.some((to) => fills(to, name))) return [];
  const unnamed = isNamed(named, mapped) ? [] : [unnamedProblem(at('by'), named)];
  return [...unnamed, ...(rule.missing === 'create' ? creationProblems(named, mapped, at('missing')) : [])];
}

/** Whether a column tells which record is meant: `company`, `company.name`, or the names of a person. */
const isNamed = ({ name, rule, resource }: Named, mapped: readonly string[]): boolean =>
  mapped.includes(name) ||
  mapped.includes(`${name}.${rule.by}`) ||
  (rule.by === 'name' && hasPersonNames(resource.plural) && mapped.includes(`${name}.last_name`));

const unnamedProblem = (pointer: string, { name, rule }: Named): Problem => ({
  pointer,
  code: 'required',
  message: `no column is mapped to ${name} or ${name}.${rule.by}`,
});

/** The small records that an import does not make: their other values matter to the whole account. */
const neverMade = ['users', 'project_stages', 'imports'];

function creationProblems(named: Named, mapped: readonly string[], pointer: string): Problem[] {
  const { name, rule, resource } = named;
  const refused = (message: string): Problem[] => [{ pointer, code: 'not_allowed', message }];
  if (neverMade.includes(resource.plural)) return refused(`an import cannot create a ${words(resource)}`);
  if (rule.by === 'id') return refused('a record cannot be created by its id, which the service assigns');
  const missing = neededParts(resource)
    .filter((part) => part !== rule.by && !mapped.includes(`${name}.${part}`))
    .map((part) => `${name}.${part}`);
  if (missing.length > 0) return refused(`to create a ${words(resource)}, map ${missing.join(' and ')} too`);
  if (isPersonWithoutName(named, mapped)) return refused(`to create a ${words(resource)}, map ${name}.last_name too`);
  return [];
}

const neededParts = (resource: Resource): readonly string[] =>
  acceptedFields(resource, 'create').flatMap(([name, field]) => (field.required ? [name] : []));

const isPersonWithoutName = ({ name, rule, resource }: Named, mapped: readonly string[]): boolean =>
  resource.plural === 'contacts' &&
  rule.by === 'external_id' &&
  !contactIdentity.some((part) => mapped.includes(`${name}.${part}`));
