import { amountBand, defaultBands, groupFields } from '../../../records/reporting/group-by.ts';
import { filtersWithoutPast, refusedFilters } from '../../../records/reporting/report-query.ts';
import { resourceOf } from '../../../resources/index.ts';
import { listFieldsOf } from '../../../resources/list-fields.ts';
import type { QueryParameter } from '../../contract/operation.ts';
import type { QueryValues } from '../../../records/reading/list-filters.ts';
import type { PageNumber } from '../../../records/reporting/numbered-page.ts';
import { asOfParameters, filterParameters, sharedWithin } from '../list-parameters.ts';
import { wishOf } from '../listing.ts';

const projects = resourceOf('projects');

/** The dimension of a report's groups. */
export const groupParameters: readonly QueryParameter[] = [
  {
    name: 'group_by',
    component: 'ReportGroupBy',
    schema: { type: 'string', minLength: 1 },
    description:
      `The value that the projects of a group share: one of ${groupFields.map((name) => `\`${name}\``).join(', ')}, ` +
      `\`${amountBand}\`, or \`custom_fields[api_name]\` of a field of the type \`select\`. The service refuses more ` +
      'than 1,000 groups; use filters.',
    judged: true,
  },
  {
    name: 'bands',
    component: 'ReportBands',
    schema: { type: 'string', minLength: 1, default: defaultBands },
    description:
      `The bounds of the bands of \`group_by=${amountBand}\`: at most nine amounts in ascending order, separated by ` +
      'commas. A bound belongs to the band that begins with it.',
    judged: true,
  },
];

/** Parameters that a report refuses in its own words, and that the document leaves out. */
export const refusedParameters = (names: readonly string[]): readonly QueryParameter[] =>
  names.map((name) => ({ name, schema: {}, description: '', judged: true, undescribed: true }));

/** The group of a figure, for the list of the projects behind it. */
export const groupValueParameters: readonly QueryParameter[] = [
  {
    name: 'group',
    schema: { type: 'string', minLength: 1 },
    description: 'The value of `group_by` in the group of the figure; of a band of amounts, its lower bound.',
    judged: true,
    excludes: { 'group[is_null]': '' },
  },
  {
    name: 'group[is_null]',
    schema: { type: 'string', enum: ['true'] },
    description: '`true` for the group of the projects without a value.',
  },
];

/** The page that a request selects, the first one by default. */
export function pageNumberOf(query: QueryValues): PageNumber {
  const { page = 1, perPage } = wishOf({ query });
  return { page, perPage };
}

/** The instant and the filters that every report takes. Without `as_of`, a report has two instants of its own. */
export function reportFilters({ takesInstant = true } = {}): readonly QueryParameter[] {
  const refused = takesInstant ? refusedFilters : [...refusedFilters, ...filtersWithoutPast];
  const fields = new Map([...listFieldsOf(projects)].filter(([name]) => !refused.includes(name)));
  const filters = filterParameters(projects, fields).map((parameter) => sharedWithin(projects, parameter));
  return [...(takesInstant ? asOfParameters(projects) : []), ...filters, ...refusedParameters(refused)];
}
