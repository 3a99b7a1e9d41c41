import type { Problem } from '../refusal.ts';
import type { CustomFieldType } from '../resources/choices.ts';
import { snakeCase } from './entry-key.ts';
import { givenValue, isUnknown, isWritten } from './given.ts';
import type { Change, Rule, Values, Verdict } from './rule.ts';

const longest = 63;

/** A field of the account's own: its name on the wire, and the options it offers where it offers any. */
export const defineCustomField: Rule = (change) => {
  if (!isWritten(change)) return {};
  const named = change.action === 'create' ? nameOnWire(change) : {};
  const isOffering = change.action === 'create' || 'options' in change.given;
  const offered = isOffering && !isUnknown(change, ['options']) ? offer(change) : {};
  const problems = [...(named.problems ?? []), ...(offered.problems ?? [])];
  return problems.length > 0 ? { problems } : { set: { ...named.set, ...offered.set } };
};

/** What a new definition is given, with the name on the wire that it gets when it is given none. */
export const withApiName = (given: Values): Values =>
  (given['api_name'] ?? null) === null
    ? { ...given, api_name: derivedApiName((given['name'] ?? '') as string) }
    : given;

function nameOnWire(change: Change): Verdict {
  const apiName = apiNameOf(change);
  return isApiName(apiName) ? { set: { api_name: apiName, key: apiName } } : { problems: [invalidApiName] };
}

function apiNameOf(change: Change): string {
  const given = givenValue(change, 'api_name');
  return given === undefined ? derivedApiName((change.after['name'] ?? '') as string) : (given as string);
}

const isApiName = (name: string): boolean => name.length <= longest && /^[a-z][a-z0-9_]*$/.test(name);

const invalidApiName: Problem = {
  pointer: '/api_name',
  code: 'invalid_format',
  message: `must be a lower-case letter, then such letters, digits and _, at most ${longest} in all`,
};

function derivedApiName(name: string): string {
  const words = snakeCase(name);
  const lettered = /^[a-z]/.test(words) ? words : `field_${words}`;
  return lettered.slice(0, longest).replace(/_$/, '');
}

function offer(change: Change): Verdict {
  const options = (change.after['options'] ?? []) as readonly string[];
  const fieldType = change.after['field_type'] as CustomFieldType | undefined;
  return { set: { options }, problems: fieldType ? optionProblems(options, fieldType) : [] };
}

function optionProblems(options: readonly string[], fieldType: CustomFieldType): Problem[] {
  if (fieldType !== 'select' && fieldType !== 'multi_select') {
    const message = 'must be empty: only select and multi_select have options';
    return options.length > 0 ? [{ pointer: '/options', code: 'not_allowed', message }] : [];
  }
  if (options.length === 0) return [{ pointer: '/options', code: 'required', message: 'must not be empty' }];
  return options.flatMap((option, index) =>
    options.indexOf(option) < index
      ? [{ pointer: `/options/${index}`, code: 'duplicate', message: 'stands in the list already' }]
      : [],
  );
}
