import type { Param } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import { sourceAt } from '../past/source-at.ts';
import { visibleTo } from '../rows/select.ts';
import type { QueryDay } from './derived-values.ts';
import { type Binding, newBinding } from './binding.ts';
import { conditionOf, type Filter } from './filters.ts';
import { viewsOf } from './views.ts';

/** The rows of a list: conditions over `t`, and their parameters, of which the first is the account. */
export interface ListSelection {
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
}

/** The records of a list. */
export interface SelectedList extends ListSelection {
  /** The SQL of the rows that the statement reads as `t`: `from ${source} t`. */
  readonly source: string;
  /** Binds the parameters of the rest of the statement. */
  readonly binding: Binding;
}

interface ListCriteria {
  readonly filters: readonly Filter[];
  /** The name of one of the resource's views. */
  readonly view?: string | undefined;
  /** The instant as of which the records are read; the default is their current versions. */
  readonly asOf?: string | undefined;
}

/** The account's records that a user wants to see: only live ones, unless a filter uses `deleted_at`. */
export function selectRecords(
  accountId: string,
  resource: Resource,
  { filters, view, asOf }: ListCriteria,
  day: QueryDay,
): SelectedList {
  const binding = newBinding(accountId, day);
  const seen = view === undefined ? undefined : viewsOf(resource)[view];
  const conditions = [
    't.account_id = $1::bigint',
    ...(filters.some(speaksOfDeletion) ? [] : ['t.deleted_at is null']),
    ...(resource.personal ? visibleTo(resource, binding.holdDay('userId')) : []),
    ...(seen ? [seen(binding)] : []),
    ...filters.map((filter) => conditionOf(resource, filter, binding)),
  ];
  const source = asOf === undefined ? resource.plural : sourceAt(resource, binding.hold(asOf));
  return { source, conditions, parameters: [...binding.parameters], binding };
}

const speaksOfDeletion = ({ on }: Filter): boolean => 'name' in on && on.name === 'deleted_at';

/** The account's entries of a log. */
export function selectLog(accountId: string, log: Resource, filters: readonly Filter[], day: QueryDay): ListSelection {
  const binding = newBinding(accountId, day);
  const conditions = filters.map((filter) => conditionOf(log, filter, binding));
  return { conditions: ['t.account_id = $1::bigint', ...conditions], parameters: [...binding.parameters] };
}
