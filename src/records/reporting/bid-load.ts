import { dateAfter, daysBetween, mondayOf } from '../../domain/calendar.ts';
import { bidLoadSums, bidWeek } from '../../store/reports/bids-due.ts';
import type { GroupRow } from '../reading/groups.ts';
import type { RequestContext } from '../request-context.ts';
import { groupByField, groupConditions, inGroupOrder, shownGroup } from './group-by.ts';
import type { ReportContext } from './in-report.ts';
import type { Days } from './periods-of.ts';
import { type Condition, due, isOpen, isOverdue, type ProjectsUrl } from './projects-url.ts';
import { readPeriods } from './report-lines.ts';
import type { ReportQuery } from './report-query.ts';

/** The number of an assignee's bids that are not submitted, in a week from 1; 0 for the late ones. */
interface LoadRow {
  readonly group: string | null;
  readonly period: number;
  readonly count: number;
}

const byAssignee = () => groupByField('assigned_to_id');

/** Counts the bids not submitted between two days, and the late ones of any day, by assignee and week. */
export const readBidLoad = (context: ReportContext, { filters }: ReportQuery, days: Days): Promise<LoadRow[]> =>
  readPeriods<LoadRow>(
    context,
    { filters, group: byAssignee() },
    {
      sums: (binding) => bidLoadSums(binding, [days.from, days.to]),
      period: (binding) => bidWeek(binding, mondaysOf(days)),
    },
  );

/** The Mondays of the weeks that the days touch. */
function mondaysOf({ from, to }: Days): string[] {
  const first = mondayOf(from);
  const weeks = Math.floor(daysBetween(first, to) / 7) + 1;
  return Array.from({ length: weeks }, (_, index) => dateAfter(first, index * 7));
}

interface Load {
  readonly days: Days;
  readonly rows: readonly LoadRow[];
}

/** The bids not submitted as the answer shows them: for each assignee the late ones, and the others by week. */
export function bidLoad({ directory }: RequestContext, { days, rows }: Load, urlOf: ProjectsUrl): object {
  const group = byAssignee();
  const weeks = mondaysOf(days);
  const counts = new Map(rows.map((row) => [`${row.group} ${row.period}`, row.count]));
  const assignees = new Map(rows.map(({ group: id }) => [id, { group: id }] as const));
  const countOf = ({ group: id }: GroupRow, week: number): number => counts.get(`${id} ${week}`) ?? 0;
  const line = (row: GroupRow) => {
    const of = groupConditions(group, row.group);
    const counted = (week: number, conditions: readonly Condition[]) => ({
      count: countOf(row, week),
      projects_url: urlOf(countOf(row, week), [...conditions, ...of]),
    });
    return {
      assigned_to: shownGroup(row, group, directory),
      overdue: counted(0, [isOverdue]),
      weeks: weeks.map((monday, index) => counted(index + 1, [...toSubmit, ...due(weekWithin(monday, days))])),
    };
  };
  return { weeks, assignees: inGroupOrder([...assignees.values()], group, directory).map(line) };
}

const toSubmit: readonly Condition[] = [isOpen, ['submitted_at[is_null]', 'true'], ['is_overdue[eq]', 'false']];

/** The days from Monday to Sunday, cut to those of the report. */
function weekWithin(monday: string, { from, to }: Days): Days {
  const sunday = dateAfter(monday, 6);
  return { from: monday < from ? from : monday, to: sunday > to ? to : sunday };
}
