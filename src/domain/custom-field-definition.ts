import type { Problem } from '../refusal.ts';
import type { customFieldDefinitions } from '../resources/custom-fields.ts';
import type { CustomFieldType } from '../resources/vocabulary/choices.ts';
import { free, losesLetters, snakeCase } from './entry-key.ts';
import { inputValue, isUnknown, isWritten } from './input.ts';
import type { Change, EntryLookup, Rule, Values, Verdict } from './rule.ts';

const longest = 63;

type DefinitionChange = Change<typeof customFieldDefinitions>;

type DefinitionVerdict = Verdict<typeof customFieldDefinitions>;

/** Sets and checks the `api_name` and the options of a custom field. */
export const defineCustomField: Rule<typeof customFieldDefinitions> = (change, context) => {
  if (!isWritten(change)) return {};
  const named = change.action === 'create' ? nameOnWire(change, context) : {};
  const isOffering = change.action === 'create' || 'options' in change.input;
  const offered = isOffering && !isUnknown(change, ['options']) ? offer(change) : {};
  const problems = [...(named.problems ?? []), ...(offered.problems ?? [])];
  return problems.length > 0 ? { problems } : { set: { ...named.set, ...offered.set } };
};

/** The values of a new definition. An absent `api_name` is derived from the name. */
export function withApiName(input: Values, known: EntryLookup): Values {
  if ((input['api_name'] ?? null) !== null) return input;
  return { ...input, api_name: derivedApiName((input['name'] ?? '') as string, input['model'], known) };
}

function nameOnWire(change: DefinitionChange, known: EntryLookup): DefinitionVerdict {
  const { name, model } = change.after;
  const apiName = inputValue(change, 'api_name') ?? derivedApiName(name ?? '', model, known);
  return isApiName(apiName) ? { set: { api_name: apiName, key: apiName } } : { problems: [invalidApiName] };
}

const isApiName = (name: string): boolean => name.length <= longest && /^[a-z][a-z0-9_]*$/.test(name);

const invalidApiName: Problem = {
  pointer: '/api_name',
  code: 'invalid_format',
  message: `must be a lower-case letter, then lower-case letters, digits and _, at most ${longest} characters`,
};

/**
 * The words of the name. Where they lack letters of the name, different names can have the same words, so a number
 * follows if a field of another name has them.
 */
function derivedApiName(name: string, model: unknown, known: EntryLookup): string {
  const words = wordsOf(name);
  if (!losesLetters(name)) return words;
  const fields = [...known.entries('custom_fields').values()].filter(
    (field) => field.model === model && field.deleted_at === null && !isSameName(field.name, name),
  );
  const taken = new Set(fields.map(({ api_name: apiName }) => apiName));
  return free(words, taken, longest);
}

function wordsOf(name: string): string {
  const words = snakeCase(name);
  const lettered = /^[a-z]/.test(words) ? words : `field_${words}`;
  return lettered.slice(0, longest).replace(/_$/, '');
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function offer(change: DefinitionChange): DefinitionVerdict {
  const { options, field_type: fieldType } = change.after;
  return { set: { options }, problems: fieldType ? optionProblems(options, fieldType) : [] };
}

function optionProblems(options: readonly string[], fieldType: CustomFieldType): Problem[] {
  if (fieldType !== 'select' && fieldType !== 'multi_select') {
    const message = 'must be empty: only select and multi_select have options';
    return options.length > 0 ? [{ pointer: '/options', code: 'not_allowed', message }] : [];
  }
  if (options.length === 0) return [{ pointer: '/options', code: 'required', message: 'must not be empty' }];
  const seen = new Set<string>();
  return options.flatMap((option, index): Problem[] => {
    if (seen.has(option))
      return [{ pointer: `/options/${index}`, code: 'duplicate', message: 'is already in the list' }];
    seen.add(option);
    return [];
  });
}
