import { firstProblems, type Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { longTexts } from '../../store/past/past-table.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { instantAsked, pastProblems } from '../reading/as-of.ts';
import { type AskedFilter, filteredName, filtersOf, type QueryValues } from '../reading/list-filters.ts';
import { type GroupBy, groupOf } from './group-by.ts';
import type { Condition } from './projects-url.ts';

const projects = resourceOf('projects');

/** The projects that a report may count, and its groups. */
export interface ReportQuery {
  readonly filters: readonly AskedFilter[];
  /** The filters as the request sends them. */
  readonly sent: readonly Condition[];
  readonly group: GroupBy | null;
  /** The instant as of which the report is made; undefined for now. */
  readonly asOf: Date | undefined;
}

/** The filters of the list of projects that no report takes: the report says which projects it counts. */
export const refusedFilters: readonly string[] = ['deleted_at', 'close_type', 'project_status'];

/** The filters that a report between two instants does not take either: these texts have no past. */
export const filtersWithoutPast: readonly string[] = longTexts(projects);

/** The names of a report's own parameters, and of those of other reports that it refuses. */
export interface ReportParameters {
  readonly own: readonly string[];
  readonly refused: readonly string[];
}

/** The parameters by which a report makes groups. */
export const groupParameterNames: readonly string[] = ['group_by', 'bands'];

/** Reads the instant, the filters and the groups of a report, with all their problems. @param now that of the request. */
export function reportQueryOf(
  parameters: QueryValues,
  directory: Directory,
  { own, refused }: ReportParameters,
  now: Date,
): { readonly query: ReportQuery; readonly problems: readonly Problem[] } {
  const aside = new Set(['as_of', ...own, ...refused, ...groupParameterNames]);
  const others = Object.entries(parameters).filter(([name]) => !aside.has(name));
  const sent = others.filter(([name]) => !refusedFilters.includes(filteredName(name)));
  const ofReport = firstProblems(others, ([name]) =>
    refusedFilters.includes(filteredName(name)) ? notOfReports(name) : null,
  );
  const { filters, problems } = filtersOf(projects, Object.fromEntries(sent), { directory, reserved: new Set() });
  const grouped = refused.includes('group_by')
    ? ungrouped
    : groupOf(parameters['group_by'], parameters['bands'], directory);
  // A report with other instants always reads the past.
  const hasOtherInstants = refused.includes('as_of');
  const text = hasOtherInstants ? undefined : parameters['as_of'];
  const isOfPast = hasOtherInstants || text !== undefined;
  const { asOf, problems: instantProblems } = instantAsked('as_of', text, directory, now);
  const past = { filters, sort: undefined, include: undefined, q: undefined };
  return {
    query: { filters, sent: [...instantSent(asOf), ...sent], group: grouped.group, asOf },
    problems: [
      ...[...inapplicable(parameters, refused), ...ofReport, ...problems, ...grouped.problems, ...instantProblems],
      ...(isOfPast ? pastProblems(projects, past) : []),
    ],
  };
}

/** The parameter that makes an address show the projects of the report. */
export const instantSent = (asOf: Date | undefined): readonly Condition[] => (asOf ? [['as_of', wireTime(asOf)]] : []);

/** The query of a report whose figures have the addresses of a list of its own. */
export interface ReportQueryWithList extends ReportQuery {
  /** Parameters of the report, as sent, that these addresses repeat besides the filters. */
  readonly ownParameters: readonly Condition[];
}

/** The parameters with these names, as sent. */
export const parametersNamed = (parameters: QueryValues, names: readonly string[]): Condition[] =>
  Object.entries(parameters).filter(([name]) => names.includes(name));

const ungrouped = { group: null, problems: [] };

const inapplicable = (parameters: QueryValues, refused: readonly string[]): Problem[] =>
  refused
    .filter((parameter) => parameter in parameters)
    .map((parameter) => ({ parameter, code: 'not_allowed', message: 'does not apply to this report' }));

const notOfReports = (parameter: string): Problem => ({
  parameter,
  code: 'not_allowed',
  message: 'is no filter of a report: the report says which projects it counts',
});
