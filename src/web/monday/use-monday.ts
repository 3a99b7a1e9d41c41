import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Refused } from '../../client/problem.ts';
import { addDays } from '../../resources/written-dates/days.ts';
import { weekBefore } from '../lists/as-of/as-of-days.ts';
import type { Search } from '../queries/address.ts';
import type { ReportBody, ReportName } from '../reporting/report-body.ts';
import {
  type Asked,
  fiscalYearDays,
  type Instant,
  pipelineQuery,
  type Pursuit,
  pursuitsQuery,
  reportQuery,
  spareQuery,
} from './monday-queries.ts';
import { useNewChanges } from './use-new-changes.ts';

/** What a part of Monday shows: its answer, or why there is none. */
export interface Answer<Body> {
  /** Undefined until it has arrived. */
  readonly data: Body | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The answers of Monday, all of one instant. */
export interface Monday {
  /** Undefined until the service has told it. */
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

/** Reads all answers of Monday. The first one tells the instant, with which the others are read. */
export function useMonday(asked: Asked, askedSince: string | undefined): Monday {
  const { first, instant, untold, firstMonth, refusal } = useInstant(asked);
  const { usual, ofBids, ofYear } = daysOf(instant, firstMonth);
  const since = askedSince ?? usual;
  const report = <Name extends ReportName>(name: Name, more: Search = {}) => reportQuery(name, asked, instant, more);
  const change = useQuery(report('pipeline_change', since === undefined ? {} : { from: since }));
  const winLoss = useQuery(report('win_loss'));
  const bids = useQuery(report('bids_due', ofBids));
  const backlog = useQuery(report('backlog', { every: 'quarter', buckets: '4' }));
  const attention = useQuery(report('attention', { per_page: '1' }));
  const pursuits = useQuery(pursuitsQuery(asked, instant));
  const year = useQuery({ ...report('win_loss', ofYear), enabled: first.data?.body.total.goals.length === 0 });
  const all = [change, winLoss, bids, backlog, attention, pursuits];
  const isRead = untold !== null || all.every((one) => !one.isPending);
  const isSettled = isRead && ![first, year, ...all].some((one) => one.isFetching);
  const part = <Body>(result: UseQueryResult<Body>): Answer<Body> => untold ?? answerOf(result);
  return {
    ...{ instant, since, firstMonth, refusal, isSettled },
    pipeline: { ...answerOf(first), data: first.data?.body },
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
 * Reads the pipeline, which tells the instant; or another report, if the pipeline cannot be read. If neither can, no part
 * can be read: `untold` is the answer of all of them.
 */
function useInstant(asked: Asked) {
  const first = useQuery(pipelineQuery(asked));
  const refusal = first.error instanceof Refused && first.error.status === 400 ? first.error : null;
  const spare = useQuery({ ...spareQuery(asked), enabled: first.isError && refusal === null });
  useNewChanges(first.refetch, asked.asOf === undefined);
  const told = first.data ?? spare.data;
  const untold = told === undefined && spare.isError ? { ...answerOf(first), data: undefined } : null;
  return { first, refusal, untold, instant: told?.instant, firstMonth: told?.body.fiscal_year_starts_month ?? 1 };
}

/** A result as the parts take it. */
const answerOf = <Body>({ data, error, refetch }: UseQueryResult<Body>): Answer<Body> => ({
  data,
  error,
  retry: () => void refetch(),
});
