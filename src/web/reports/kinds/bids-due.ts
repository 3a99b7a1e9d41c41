import type { Bar, Segment } from '../../charts/bars.tsx';
import { nameOf } from '../../data/directory.ts';
import { type Formats, nothing } from '../../data/formats.ts';
import { listPath } from '../../queries/list-path.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import { type Column, type ReportContext, reportKind, rowsOf, type Section } from '../report-kind.ts';
import { itemColumns, projectRows } from './item-columns.ts';

type Body = ReportBody<'bids_due'>;

type Assignee = Body['load']['assignees'][number];

/** The bids of the coming weeks by day, those that are late, and the load of each estimator. */
export const bidsDueReport = reportKind<'bids_due'>({
  name: 'bids_due',
  tab: 'Bids due',
  title: 'Bids due',
  about: 'Open projects by the day on which their bid is due. The load counts the bids that are not submitted.',
  begin: () => ({}),
  parameters: ['coming_days'],
  sections: (body, context) => [sumSection(body, context), loadSection(body, context), bidsSection(body, context)],
});

function sumSection(body: Body, { formats: { count, money } }: ReportContext): Section {
  const lines = [
    { ...body, label: 'Due in these days' },
    { ...body.overdue, label: 'Late, of any day' },
  ];
  const columns: readonly Column<Pick<Body, 'count' | 'amount' | 'projects_url'>>[] = [
    { name: 'Projects', parts: (line) => [{ text: count(line.count), url: line.projects_url }] },
    { name: 'Amount', parts: (line) => [{ text: money(line.amount), url: line.projects_url }] },
  ];
  const isEmpty = lines.every((line) => line.count === 0);
  return {
    title: 'Bids',
    head: '',
    columns,
    rows: isEmpty ? [] : rowsOf<(typeof lines)[number]>(lines, columns, ({ label }) => label),
    none: 'No bid is late, and none is due in these days.',
  };
}

function loadSection({ load, from, to }: Body, { formats }: ReportContext): Section {
  const { count } = formats;
  const label = ({ assigned_to: user }: Assignee): string => (user === null ? 'No estimator' : nameOf(user));
  const columns: readonly Column<Assignee>[] = [
    { name: 'Late', tone: 'bad', parts: ({ overdue }) => [{ text: count(overdue.count), url: overdue.projects_url }] },
    ...load.weeks.map(
      (monday, index): Column<Assignee> => ({
        name: formats.day(monday),
        parts: ({ weeks }) => {
          const { count: of = 0, projects_url: url = null } = weeks[index] ?? {};
          return [{ text: count(of), url }];
        },
      }),
    ),
  ];
  return {
    title: 'Load by week',
    head: 'Estimator',
    columns,
    rows: rowsOf(load.assignees, columns, label),
    bars: load.assignees.map((line, index) =>
      loadBar(line, { key: String(index), label: label(line), from, to }, formats),
    ),
    none: 'No bid is left to submit.',
  };
}

interface BarOf {
  readonly key: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

function loadBar({ overdue, weeks }: Assignee, { key, label, from, to }: BarOf, { count }: Formats): Bar {
  const due = weeks.reduce((sum, week) => sum + week.count, 0);
  const weekUrl = weeks.find(({ projects_url: url }) => url !== null)?.projects_url ?? null;
  const late: Segment = {
    tone: 'bad',
    size: overdue.count,
    label: `${count(overdue.count)} late`,
    name: `${label}, late: ${count(overdue.count)}`,
    path: listPath(overdue.projects_url),
  };
  const coming: Segment = {
    tone: 'strong',
    size: due,
    label: `${count(due)} due`,
    name: `${label}, due: ${count(due)}`,
    // The list of a week, with all days of the report.
    path: listPath(weekUrl, { 'bid_due_date[gte]': from, 'bid_due_date[lte]': to }),
  };
  return { key, label, segments: [late, coming].filter(({ size }) => size > 0) };
}

type Bid = Body['days'][number]['bids'][number] & { readonly date: string };

function bidsSection({ days }: Body, { formats, search }: ReportContext): Section {
  const bids = days.flatMap(({ date, bids: ofDay }) => ofDay.map((bid): Bid => ({ ...bid, date })));
  const { client, estimator, stage, amount } = itemColumns(formats);
  const columns: readonly Column<Bid>[] = [
    { name: 'Day', words: 'short', parts: ({ date }) => [{ text: formats.weekday(date) }] },
    {
      name: 'Time',
      words: 'short',
      parts: ({ bid_due_at: at }) => [{ text: at === null ? nothing : formats.time(at) }],
    },
    client,
    estimator,
    stage,
    amount,
    {
      name: 'Submitted',
      words: 'short',
      parts: ({ submitted_at: at }) => [{ text: at === null ? nothing : formats.moment(at) }],
    },
  ];
  return {
    title: 'By day',
    head: 'Project',
    columns,
    rows: projectRows(bids, columns, search['as_of']),
    none: 'No bid is due in these days.',
  };
}
