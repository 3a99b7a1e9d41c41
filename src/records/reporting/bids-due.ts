import { dateAfter, daysBetween } from '../../domain/calendar.ts';
import { type Problem, queryRefusal } from '../../refusal.ts';
import type { RecordNamed } from '../../resources/index.ts';
import { timeIn } from '../../resources/written-dates/zone.ts';
import { type BidsDueFigures, bidOrder, bidsDueSums, bidsSql } from '../../store/reports/bids-due.ts';
import { readListedProjects } from '../../store/reports/listed-projects.ts';
import { dayContext } from '../reading/renderer.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { inTurns } from '../turns.ts';
import { bidLoad, readBidLoad } from './bid-load.ts';
import { exact, type Report } from './exact-json.ts';
import { inReport, type ReportContext } from './in-report.ts';
import { type Days, fromAfter } from './periods-of.ts';
import { itemKeys, projectItems } from './project-items.ts';
import { due, isOpen, isOverdue, type ProjectsUrl, projectsUrls } from './projects-url.ts';
import { readTotal, reportHead, selectedProjects } from './report-lines.ts';
import type { ReportQuery } from './report-query.ts';

/** The open projects whose bids are due. */
export interface BidsDueQuery extends ReportQuery {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The days after today that the report has by default. */
const usualDays = 55;
const mostDays = 370;
const mostBids = 5000;

/**
 * The bids of a span of days by day, the late ones, and those not submitted by assignee and week, as the answer shows
 * them. @throws {Refusal} `invalid_query` for too many days or bids, or for a first day after the last.
 */
export async function bidsDueReport(context: StoreContext, asked: BidsDueQuery, serviceUrl: string): Promise<Report> {
  const { within, days, total, bids, load } = await inReport(context, asked, (within) => readBidsDue(within, asked));
  const urlOf = projectsUrls(serviceUrl, asked.sent);
  return {
    head: { ...reportHead(within), ...days },
    rest: {
      count: total.due_count,
      amount: exact(total.due_amount),
      projects_url: urlOf(total.due_count, [isOpen, ...due(days)]),
      overdue: overdueLine(total, urlOf),
      days: await daysWithBids(within, bids),
      load: bidLoad(within, { days, rows: load }, urlOf),
    },
  };
}

async function readBidsDue(within: ReportContext, asked: BidsDueQuery) {
  const days = daysOf(within, asked);
  const span = [days.from, days.to] as const;
  const total = await readTotal<BidsDueFigures>(within, asked, (binding) => bidsDueSums(binding, span));
  if (total.due_count > mostBids) throw queryRefusal([tooManyBids()]);
  const selected = selectedProjects(within, asked.filters);
  const bids = await readListedProjects(within.snapshot, {
    page: bidsSql(selected, span, mostBids),
    order: bidOrder,
    keys: [...itemKeys, 'bid_due_date', 'bid_due_at', 'bid_due_at_includes_time', 'submitted_at'],
    parameters: selected.binding.parameters,
  });
  return { within, days, total, bids, load: await readBidLoad(within, asked, days) };
}

function daysOf({ directory, at }: RequestContext, { from, to }: BidsDueQuery): Days {
  const { today } = dayContext(directory, at);
  const days = { from: from ?? today, to: to ?? dateAfter(today, usualDays) };
  if (days.from > days.to) throw queryRefusal([fromAfter(days.to)]);
  const [problem] = tooManyDays(days);
  if (problem) throw queryRefusal([problem]);
  return days;
}

/** The problem of days of which there are too many. */
export const tooManyDays = ({ from, to }: Days): Problem[] =>
  daysBetween(from, to) < mostDays
    ? []
    : [{ parameter: 'to', code: 'too_many', message: `must end a span of at most ${mostDays} days` }];

const tooManyBids = (): Problem => ({
  parameter: 'to',
  code: 'too_many',
  message: `makes more than ${mostBids.toLocaleString('en')} bids; take fewer days, or filter for fewer projects`,
});

const overdueLine = (total: BidsDueFigures, urlOf: ProjectsUrl): object => ({
  count: total.overdue_count,
  amount: exact(total.overdue_amount),
  projects_url: urlOf(total.overdue_count, [isOverdue]),
});

type Bid = RecordNamed<'projects'>;

async function daysWithBids(context: RequestContext, rows: readonly Bid[]): Promise<object[]> {
  const itemOf = projectItems(context);
  const { timeZone } = context.directory;
  const days = new Map<string | null, object[]>();
  await inTurns(rows, (row) => {
    const ofDay = days.get(row.bid_due_date) ?? [];
    days.set(row.bid_due_date, ofDay);
    ofDay.push(itemOf(row, { after: timesOf(row, timeZone) }));
  });
  return [...days].map(([date, bids]) => ({ date, bids }));
}

function timesOf({ bid_due_at, bid_due_at_includes_time, submitted_at }: Bid, timeZone: string) {
  const at = bid_due_at_includes_time ? bid_due_at : null;
  return { bid_due_at: at, local_time: at === null ? null : timeIn(timeZone, at), submitted_at };
}
