import type { AskedFilter } from '../../../records/reading/list-filters.ts';
import { labelOf } from '../../../resources/labels.ts';
import { resourceOf } from '../../../resources/index.ts';
import type { Operator } from '../../../resources/list-fields.ts';
import type { Row } from '../../../resources/resource.ts';
import type { Directory } from '../../../store/rows/directory.ts';
import { nameIn } from '../columns.ts';

const operators: Readonly<Record<Operator, string>> = {
  eq: 'is',
  in: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  is_null: 'is',
};

/** A filter of projects in words: `Division is Interiors`. */
export function filterInWords(filter: AskedFilter, directory: Directory): string {
  const { on, operator, values } = filter;
  const label = 'name' in on ? labelOf(withoutId(on.name), 'projects') : customLabel(on.customFieldId, directory);
  if (operator === 'is_null') return `${label} is ${values[0] === 'true' ? '' : 'not '}empty`;
  return `${label} ${operators[operator]} ${values.map((value) => valueInWords(value, filter, directory)).join(' or ')}`;
}

const withoutId = (name: string): string => name.replace(/_id$/, '');

const customLabel = (id: string, directory: Directory): string =>
  directory.entries('custom_fields').get(id)?.name ?? 'custom field';

function valueInWords(value: AskedFilter['values'][number], { on }: AskedFilter, directory: Directory): string {
  if (value === null) return 'empty';
  if (typeof value === 'object') return value.is === 'me' ? 'me' : relativeDay(value.days);
  const to = 'field' in on && on.field.kind === 'reference' ? resourceOf(on.field.to) : null;
  if (to?.kept !== 'directory') return value;
  const entries: ReadonlyMap<string, Row> = directory.entries(to.plural);
  const entry = entries.get(value);
  return entry ? nameIn(entry) : value;
}

function relativeDay(days: number): string {
  if (days === 0) return 'today';
  return days > 0 ? `today + ${days}` : `today - ${-days}`;
}
