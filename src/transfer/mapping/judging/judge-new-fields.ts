import type { Problem } from '../../../refusal.ts';
import type { NewCustomField } from '../../../resources/transfer/mapping.ts';
import type { MappingToJudge } from './judged.ts';

/** The mistakes of the custom fields that the import defines. */
export function newFieldProblems(judged: MappingToJudge): Problem[] {
  const made = Object.entries(judged.mapping.custom_fields);
  if (made.length > 0 && !judged.targets.has('custom_fields')) {
    const message = `${judged.scope.family} have no custom fields`;
    return [{ pointer: judged.at('custom_fields'), code: 'not_allowed', message }];
  }
  return made.flatMap(([apiName, field]) => problemsOf(judged, apiName, field));
}

function problemsOf({ scope, at }: MappingToJudge, apiName: string, field: NewCustomField): Problem[] {
  const problems: Problem[] = [];
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(apiName)) {
    const message = 'the key must be a lower-case letter, then lower-case letters, digits and _, at most 63 characters';
    problems.push({ pointer: at('custom_fields', apiName), code: 'invalid_format', message });
  }
  const known = scope.customFields.find((custom) => custom.api_name === apiName);
  if (known && known.field_type !== field.field_type) {
    const message = `the account has a custom field ${apiName} of the type ${known.field_type}`;
    problems.push({ pointer: at('custom_fields', apiName, 'field_type'), code: 'already_exists', message });
  }
  return [...problems, ...optionProblems(field, at('custom_fields', apiName, 'options'))];
}

function optionProblems({ field_type: type, options = [] }: NewCustomField, pointer: string): Problem[] {
  const isSelect = type === 'select' || type === 'multi_select';
  if (isSelect && options.length === 0) return [{ pointer, code: 'required', message: 'must not be empty' }];
  const message = 'must be empty: only select and multi_select have options';
  return !isSelect && options.length > 0 ? [{ pointer, code: 'not_allowed', message }] : [];
}
