import { dateAfter, daysBetween } from '../../domain/calendar.ts';
import type { AttentionRule } from '../../resources/vocabulary/choices.ts';
import {
  type AttentionItem,
  type AttentionLimits,
  compareItems,
  itemOrder,
  itemsSql,
  type RuleSums,
  ruleSums,
} from '../../store/reports/attention.ts';
import { type RankedList, readRankedPage } from '../../store/reports/listed-projects.ts';
import type { Binding } from '../../store/query/binding.ts';
import { dayContext } from '../reading/renderer.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { committedStages } from './committed-stages.ts';
import { exact, type Report } from './exact-json.ts';
import { inReport, type ReportContext } from './in-report.ts';
import { numberedPage, type PageNumber, spanOf } from './numbered-page.ts';
import { itemKeys, projectItems } from './project-items.ts';
import { ownUrls } from './projects-url.ts';
import { allProjects, readTotal, reportHead, selectedProjects } from './report-lines.ts';
import type { ReportQueryWithList } from './report-query.ts';

/** The rules to apply, and the page of their items. */
export interface AttentionQuery extends ReportQueryWithList, PageNumber {
  readonly rules: readonly AttentionRule[];
  /** Days from now in which a bid is due soon. */
  readonly soonDays: number;
  /** Days after a bid in which its result may come. */
  readonly resultDays: number;
}

/** The days of `soon_days` and `result_days` by default. */
export const usualDays = { soon: 7, result: 30 } as const;

/** The days up to now in which a loss is new enough to ask for its reason. */
const lossDays = 90;

/**
 * The projects that need attention, as the answer shows them: the count of each rule, and a page of items in the order
 * of the rules, then by the day since which the rule holds, then by id.
 */
export async function attentionReport(
  context: StoreContext,
  asked: AttentionQuery,
  serviceUrl: string,
): Promise<Report> {
  const { within, sums, items } = await inReport(context, asked, (within) => readAttention(within, asked));
  const itemOf = projectItems(within);
  const { today } = dayContext(within.directory, within.at);
  const urlOf = ownUrls(serviceUrl, '/reports/attention', [...asked.sent, ...asked.ownParameters]);
  const rules = asked.rules.map((rule, place) => {
    const { count = 0, amount = '0' } = sums[place] ?? {};
    return { rule, count, amount: exact(amount), projects_url: urlOf(count, [['rule', rule]]) };
  });
  return {
    head: reportHead(within),
    rest: {
      rules,
      items: items.map(({ rule, row }) =>
        itemOf(row, { before: { rule }, after: { since: row.since, days: daysBetween(row.since, today) } }),
      ),
    },
    page: numberedPage(asked, totalOf(sums)),
  };
}

async function readAttention(within: ReportContext, asked: AttentionQuery) {
  const limits = limitsOf(within, asked);
  const sums = await readSums(within, asked, limits);
  const { rules, skip } = placeOfPage(asked, sums);
  const list: RankedList<AttentionItem> = {
    entries: (slice) => {
      const selected = selectedProjects(within, asked.filters, slice);
      return { sql: itemsSql(rules, limits, selected), binding: selected.binding };
    },
    order: itemOrder,
    compare: compareItems,
    projects: () => allProjects(within),
    keys: itemKeys,
  };
  const items = rules.length === 0 ? [] : await readRankedPage(within, list, { limit: asked.perPage, skip });
  return { within, sums, items: items.map((row) => ({ rule: rules[row.place], row })) };
}

/** The items of a rule. */
interface AttentionSums {
  readonly count: number;
  /** An exact decimal, as text. */
  readonly amount: string;
}

/** Counts the items of each rule, in the order of the rules. */
async function readSums(
  within: ReportContext,
  { rules, filters }: AttentionQuery,
  limits: AttentionLimits,
): Promise<AttentionSums[]> {
  const figures = (binding: Binding) => ({ conditions: [], figures: ruleSums(rules, limits, binding) });
  const total = rules.length === 0 ? {} : await readTotal<RuleSums>(within, { filters }, figures);
  return rules.map((_, place) => ({
    count: total[`count_${place}`] ?? 0,
    amount: total[`amount_${place}`] ?? '0',
  }));
}

/** The rules that have items on a page, and the number of items of the first one that are before the page. */
function placeOfPage(asked: AttentionQuery, sums: readonly AttentionSums[]) {
  const { skip, limit } = spanOf(asked);
  const ends = sums.map((_, place) => totalOf(sums.slice(0, place + 1)));
  const first = ends.findIndex((end) => end > skip);
  const before = first > 0 ? (ends[first - 1] ?? 0) : 0;
  const rules = asked.rules.filter((_, place) => {
    const [end = 0, start = 0] = [ends[place], ends[place - 1]];
    return end > skip && start < skip + limit;
  });
  return { rules, skip: skip - before };
}

const totalOf = (sums: readonly AttentionSums[]): number => sums.reduce((total, { count }) => total + count, 0);

function limitsOf({ directory, at }: RequestContext, { soonDays, resultDays }: AttentionQuery): AttentionLimits {
  const { today } = dayContext(directory, at);
  const stages = [...directory.entries('project_stages').values()];
  const users = [...directory.entries('users').values()];
  return {
    soonBy: dateAfter(today, soonDays),
    resultFrom: dateAfter(today, -resultDays),
    lostFrom: dateAfter(today, 1 - lossDays),
    staleAfter: new Map(
      stages.flatMap(({ id, stale_after_days: days }) => (days === null ? [] : [[id, days] as const])),
    ),
    committedStageIds: committedStages({ directory }),
    inactiveUserIds: users.flatMap(({ id, deleted_at: deactivated }) => (deactivated === null ? [] : [id])),
  };
}
