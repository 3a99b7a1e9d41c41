import type { Problem } from '../refusal.ts';
import type { Log } from '../resources/logs.ts';
import type { Directory } from '../store/directory.ts';
import { newBinding } from '../store/binding.ts';
import { conditionOf, type Filter } from '../store/filters.ts';
import type { Call } from './call.ts';
import { filtersOf } from './list-filters.ts';
import { reservedNames } from './list-request.ts';
import { dayFor } from './selection.ts';
import type { Wish } from './window.ts';

/** What a client asks of a log: which part of it, and of which rows. */
export interface LogRequest extends Wish {
  readonly filters: readonly Filter[];
}

/** The filters of a log's query, and everything that is wrong with it. `resource` is a name of its own here. */
export const logFiltersOf = (
  { resource, fields }: Log,
  query: Readonly<Record<string, string>>,
  directory: Directory,
): { readonly filters: readonly Filter[]; readonly problems: readonly Problem[] } =>
  filtersOf(resource, query, { directory, reserved: reservedNames, fields });

/** The rows of a log that are asked for: conditions over `t`, whose first parameter is the account. */
export function logSelection(call: Call, { resource }: Log, filters: readonly Filter[]) {
  const binding = newBinding(call.actor.accountId, dayFor(call, call.at));
  const conditions = filters.map((filter) => conditionOf(resource, filter, binding));
  return { conditions: ['t.account_id = $1::bigint', ...conditions], parameters: [...binding.parameters] };
}
