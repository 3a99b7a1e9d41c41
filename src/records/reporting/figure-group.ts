import { type Problem, quoted } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { filtersOf, type JudgedFilters, type QueryValues } from '../reading/list-filters.ts';
import { type GroupBy, groupConditions } from './group-by.ts';
import type { Condition } from './projects-url.ts';

/** The parameters by which the list of a report names one of its groups. */
const groupValueNames: readonly string[] = ['group', 'group[is_null]'];

/** The parameter that names a group of a report. @param value as its statement returns it; null for none. */
export function groupCondition(group: GroupBy, value: string | null): Condition {
  if (value === null) return ['group[is_null]', 'true'];
  return ['group', group.kind === 'band' ? (group.bounds[Number(value) - 1] ?? lowest) : value];
}

/** The lower bound of the lowest band: no amount is below it. */
const lowest = '0';

/** The group that a query names, as statements return it: null for none. Undefined if it names no group. */
export function groupValueOf(query: QueryValues, group: GroupBy | null): string | null | undefined {
  if (group === null || !groupValueNames.some((name) => name in query)) return undefined;
  const { group: value } = query;
  return value === undefined ? null : placeOf(group, value);
}

/** The filters of the group that a query names, with their problems; none without a group. */
export function groupFilters(query: QueryValues, group: GroupBy | null, directory: Directory): JudgedFilters {
  const { group: value = null } = query;
  const parameter = groupValueNames.find((name) => name in query);
  if (parameter === undefined) return { filters: [], problems: [] };
  // An unknown `group_by` has a problem of its own.
  if (group === null) return { filters: [], problems: 'group_by' in query ? [] : [ungrouped(parameter)] };
  const place = value === null ? null : placeOf(group, value);
  if (place === undefined) return { filters: [], problems: [noBand(group, value ?? '')] };
  const { filters, problems } = filtersOf(resourceOf('projects'), Object.fromEntries(groupConditions(group, place)), {
    directory,
    reserved: new Set(),
  });
  return { filters, problems: problems.map((problem) => ({ ...problem, parameter })) };
}

/** The value of a group as statements return it: a band is the number of the bounds that are not above it. */
function placeOf(group: GroupBy, value: string): string | undefined {
  if (group.kind !== 'band') return value;
  const above = ['', ...group.bounds].findIndex((bound) => bound !== '' && Number(bound) === Number(value));
  if (above > 0) return String(above);
  return value === lowest ? '0' : undefined;
}

const ungrouped = (parameter: string): Problem => ({
  parameter,
  code: 'not_allowed',
  message: 'is for a report with group_by',
});

const noBand = (group: GroupBy, value: string): Problem => {
  const allowed = [...new Set([lowest, ...(group.kind === 'band' ? group.bounds : [])])];
  const message = `cannot be ${quoted(value)}; it is the lower bound of a band: ${allowed.join(', ')}`;
  return { parameter: 'group', code: 'not_allowed', message, allowed };
};
