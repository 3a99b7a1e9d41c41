import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../client/problem.ts';
import { addDays } from '../../resources/written-dates/days.ts';
import { weekBefore } from '../lists/as-of/as-of-days.ts';
import type { Search } from '../queries/address.ts';
import type { ReportBody, ReportName } from '../reporting/report-body.ts';
import {
  fallbackQuery,
  fiscalYearDays,
  type Instant,
  type PageQuery,
  pipelineQuery,
  type Pursuit,
  pursuitsQuery,
  reportQuery,
} from './monday-queries.ts';
import { useNewChanges } from './use-new-changes.ts';

/** What a part of Monday shows: its answer, or why there is none. */
export interface Answer<Body> {
  /** Undefined until it has arrived. */
  readonly data: Body | undefined;
  readonly error: Error | null;
  /** Whether it is the answer for former filters, while the page reads the next one. */
  readonly isOutdated: boolean;
  readonly retry: () => void;
}

/** The answers of Monday, all of one instant. */
export interface Monday {
  /** Undefined until the first answer. */
  readonly instant: Instant | undefined;
  /** The beginning of the change, as the address or the usual week has it. */
  readonly since: string | undefined;
  /** The first month of the fiscal year. */
  readonly firstMonth: number;
  /** The reason why nothing can be shown: the service refuses the address. */
  readonly refusal: Refused | null;
  /** Whether everything has arrived or failed. */
  readonly isSettled: boolean;
  readonly pipeline: Answer<ReportBody<'pipeline'>>;
  readonly change: Answer<ReportBody<'pipeline_change'>>;
  readonly winLoss: Answer<ReportBody<'win_loss'>>;
  /** The wins of the fiscal year, if no goal of bookings says them. */
  readonly year: Answer<ReportBody<'win_loss'>>;
  readonly bids: Answer<ReportBody<'bids_due'>>;
  readonly backlog: Answer<ReportBody<'backlog'>>;
  readonly attention: Answer<ReportBody<'attention'>>;
  readonly pursuits: Answer<readonly Pursuit[]>;
}

/** The days of the bids that are due, with the first one. */
const bidDays = 14;

/** Reads all answers of Monday. The first one has the instant, with which the page reads the others. */
export function useMonday(page: PageQuery, sinceInAddress: string | undefined): Monday {
  const { first, instant, failure, firstMonth, refusal } = useInstant(page);
  const { usual, ofBids, ofYear } = daysOf(instant, firstMonth);
  // The other parts wait for the instant of these filters.
  const current = first.isPlaceholderData ? undefined : instant;
  const since = sinceInAddress ?? usual;
  const report = <Name extends ReportName>(name: Name, more: Search = {}) => reportQuery(name, page, current, more);
  const change = useQuery(report('pipeline_change', since === undefined ? {} : { from: since }));
  const winLoss = useQuery(report('win_loss'));
  const bids = useQuery(report('bids_due', ofBids));
  const backlog = useQuery(report('backlog', { every: 'quarter', buckets: '4' }));
  const attention = useQuery(report('attention', { per_page: '1' }));
  const pursuits = useQuery(pursuitsQuery(page, current));
  const year = useQuery({
    ...report('win_loss', ofYear),
    enabled: !first.isPlaceholderData && first.data?.body.total.goals.length === 0,
  });
  const all = [change, winLoss, bids, backlog, attention, pursuits];
  const isRead = failure !== null || all.every((one) => !one.isPending);
  const isSettled = isRead && ![first, year, ...all].some((one) => one.isFetching);
  const isFormer = useIsFormer(JSON.stringify([page, since]), isSettled);
  const part = <Body>(result: UseQueryResult<Body>): Answer<Body> => {
    const answer = failure ?? answerOf(result);
    return { ...answer, isOutdated: isFormer && answer.isOutdated };
  };
  return {
    ...{ instant, since, firstMonth, refusal, isSettled },
    pipeline: { ...part(first), data: first.data?.body },
    change: part(change),
    winLoss: part(winLoss),
    year: part(year),
    bids: part(bids),
    backlog: part(backlog),
    attention: part(attention),
    pursuits: part(pursuits),
  };
}

/** The days that follow from that of the page. */
function daysOf(instant: Instant | undefined, firstMonth: number) {
  if (instant === undefined) return {};
  const { day } = instant;
  const ofBids = { from: day, to: addDays(day, bidDays - 1) };
  return { usual: weekBefore(day), ofBids, ofYear: fiscalYearDays(day, firstMonth) };
}

/**
 * Reads the pipeline, whose answer has the instant; or another report, if the service does not answer that one. Without
 * an instant the page can read no part: then `failure` is the answer of each.
 */
function useInstant(page: PageQuery) {
  const first = useQuery(pipelineQuery(page));
  const refusal = first.error instanceof Refused && first.error.status === 400 ? first.error : null;
  const fallback = useQuery({ ...fallbackQuery(page), enabled: first.isError && refusal === null });
  useNewChanges(first.refetch, page.asOf === undefined);
  const dated = first.data ?? fallback.data;
  const failure = dated === undefined && fallback.isError ? { ...answerOf(first), data: undefined } : null;
  return { first, refusal, failure, instant: dated?.instant, firstMonth: dated?.body.fiscal_year_starts_month ?? 1 };
}

/** Whether the page still reads the answers for its query. To read them again after changes of records does not count. */
function useIsFormer(query: string, isSettled: boolean): boolean {
  const [settled, setSettled] = useState(query);
  if (isSettled && settled !== query) setSettled(query);
  return settled !== query;
}

/** A result as the parts take it. */
const answerOf = <Body>({ data, error, isPlaceholderData, refetch }: UseQueryResult<Body>): Answer<Body> => ({
  data,
  error,
  isOutdated: isPlaceholderData,
  retry: () => void refetch(),
});
