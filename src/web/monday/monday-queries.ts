import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Entry } from '../data/directory.ts';
import { periodsOf, fiscalYearOf } from '../data/fiscal.ts';
import { readList } from '../data/records.ts';
import type { Search } from '../queries/address.ts';
import { type ReportBody, type ReportName, readReport } from '../reporting/report-body.ts';
import { withEditableLists } from './editable-lists.ts';

/** The one instant of all figures of Monday. */
export interface Instant {
  /** As the service names it. */
  readonly at: string;
  /** The day of the firm. */
  readonly day: string;
  /** Whether it is the present, so that its lists can be edited. */
  readonly isNow: boolean;
}

/** The query in the address of the page, without the beginning of the change. */
export interface PageQuery {
  readonly filters: Search;
  /** Undefined for now. */
  readonly asOf: string | undefined;
}

/** A report, with the instant of its figures. */
interface DatedReport<Body> {
  readonly body: Body;
  readonly instant: Instant;
}

/**
 * The answer to show while the page reads the next one: a former answer of the present, if the next one is of the present
 * too. Otherwise the page shows no figures. @param key ends with whether the former answer is of the present.
 */
const placeholder = <Body>(isNow: boolean, former: Body | undefined, key: QueryKey | undefined): Body | undefined =>
  isNow && key?.at(-1) === true ? former : undefined;

/** The report that the page reads first. Its answer has the instant. */
const instantQuery = <Name extends 'pipeline' | 'bids_due'>(
  name: Name,
  { filters, asOf }: PageQuery,
  more: Search = {},
) => {
  const isNow = asOf === undefined;
  return queryOptions({
    queryKey: ['monday', 'instant', name, filters, asOf, isNow],
    queryFn: async ({ signal }): Promise<DatedReport<ReportBody<Name>>> => {
      const body = await readReport(name, { ...filters, ...(asOf && { as_of: asOf }), ...more }, signal);
      const { as_of: at, day } = body as { readonly as_of: string; readonly day: string };
      return { body, instant: { at, day, isNow } };
    },
    // Each visit begins with the present.
    staleTime: 0,
    placeholderData: (former, query) => placeholder(isNow, former, query?.queryKey),
  });
};

/** The pipeline by stage. */
export const pipelineQuery = (page: PageQuery) => instantQuery('pipeline', page, { group_by: 'project_stage_id' });

/** Another report, which has the instant if the service does not answer the one on the pipeline. */
export const fallbackQuery = (page: PageQuery) => instantQuery('bids_due', page);

/** An answer of the instant. It never changes, so no event makes it stale. */
const answerQuery = <Body>(
  name: string,
  query: Search,
  instant: Instant | undefined,
  read: (signal: AbortSignal) => Promise<Body>,
) => {
  const isNow = instant?.isNow ?? true;
  return queryOptions({
    queryKey: ['monday', name, query, isNow],
    queryFn: ({ signal }) => read(signal),
    enabled: instant !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (former, query) => placeholder(isNow, former, query?.queryKey),
  });
};

/** A report of the instant. */
export function reportQuery<Name extends ReportName>(
  name: Name,
  { filters }: PageQuery,
  instant: Instant | undefined,
  more: Search,
) {
  const at = instant?.at ?? '';
  const isChange = name === 'pipeline_change';
  const query = { ...filters, ...(isChange ? { to: at } : { as_of: at }), ...more };
  return answerQuery(name, query, instant, async (signal) => {
    const body = await readReport(name, query, signal);
    return instant?.isNow ? withEditableLists(body, at) : body;
  });
}

/** The first and the last day of the fiscal year of a day. */
export function fiscalYearDays(day: string, firstMonth: number): Search {
  const [year] = periodsOf(fiscalYearOf(day, firstMonth), 'year', firstMonth);
  return { ...year };
}

/** An open project, as the table of the largest ones shows it. */
export interface Pursuit {
  readonly id: string;
  readonly name: string;
  readonly company: Entry | null;
  readonly project_stage: Entry;
  readonly amount: number | null;
  readonly probability: number | null;
  readonly next_step: string | null;
  readonly next_step_on: string | null;
}

const pursuitFields = 'id,name,company,project_stage,amount,probability,next_step,next_step_on';

/** The open projects, the largest first, as the table of projects takes it. */
export const largestFirst: Search = { 'close_type[is_null]': 'true', sort: '-amount' };

/** The most projects in the table of the largest ones. */
export const mostPursuits = 10;

/** The largest open projects. */
export function pursuitsQuery({ filters }: PageQuery, instant: Instant | undefined) {
  const query = {
    ...{ ...filters, ...largestFirst, fields: pursuitFields, per_page: String(mostPursuits) },
    as_of: instant?.at ?? '',
  };
  return answerQuery('projects', query, instant, async (signal) => {
    const { rows } = await readList<Pursuit>('projects', { query, signal });
    return rows;
  });
}
