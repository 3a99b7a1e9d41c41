import type { NewCustomField } from '../../resources/transfer/mapping.ts';
import type { CustomField } from './scope.ts';

/** The custom fields of the account, and those that the import defines first. One that the account has stays as it is. */
export function withNewFields(
  known: readonly CustomField[],
  made: Readonly<Record<string, NewCustomField>>,
): readonly CustomField[] {
  const names = new Set(known.map((custom) => custom.api_name));
  const lacking = Object.entries(made).filter(([apiName]) => !names.has(apiName));
  return [...known, ...lacking.map(([apiName, field]) => ({ api_name: apiName, options: [], ...field }))];
}
