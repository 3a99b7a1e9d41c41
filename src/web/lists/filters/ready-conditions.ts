import type { Resource } from '../../../resources/resource.ts';
import type { Search } from '../../queries/address.ts';
import type { FilterField } from './filter-fields.ts';

/** A condition that needs no typing: `Next 7 days`. */
export interface ReadyCondition {
  readonly name: string;
  /** The part of an address that means it. */
  readonly search: Search;
}

/** The conditions of a date that people ask for most. The service reads `today` anew each day. */
export function readyConditions(field: FilterField, { plural }: Resource): readonly ReadyCondition[] {
  if (field.field.kind !== 'date') return [];
  const { name } = field;
  const days = (from: number, to: number): Search => ({ [`${name}[gte]`]: day(from), [`${name}[lte]`]: day(to) });
  const isBid = plural === 'projects' && name === 'bid_due_date';
  return [
    ...(isBid ? [{ name: 'Overdue', search: { is_overdue: 'true' } }] : []),
    { name: 'Today', search: { [name]: 'today' } },
    { name: 'Next 7 days', search: days(0, 7) },
    { name: 'Next 30 days', search: days(0, 30) },
    { name: 'Last 30 days', search: days(-30, 0) },
    ...(field.nullable ? [{ name: 'No date', search: { [`${name}[is_null]`]: 'true' } }] : []),
  ];
}

function day(offset: number): string {
  if (offset === 0) return 'today';
  return offset > 0 ? `today+${offset}` : `today${offset}`;
}
