import { centsOfText, ratioText } from '../../resources/vocabulary/cents.ts';
import { queryRefusal } from '../../refusal.ts';
import type { GoalPeriod } from '../../resources/vocabulary/choices.ts';
import type { Binding } from '../../store/query/binding.ts';
import {
  awardedBetween,
  awardPeriod,
  type Outcome,
  outcomes,
  type WinLossFigures,
  winLossFigures,
} from '../../store/reports/win-loss.ts';
import { dayContext } from '../reading/renderer.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { exact, exactOrNull, type Report } from './exact-json.ts';
import { type GroupBy, groupConditions } from './group-by.ts';
import { groupLines } from './group-lines.ts';
import { inReport, type ReportContext } from './in-report.ts';
import { type Days, fromAfter, periodsOf, twelveMonthsTo } from './periods-of.ts';
import { type CountedRow, countedFigures, lossReason, readLossReasons } from './loss-reasons.ts';
import { awarded, type Condition, type ProjectsUrl, projectsUrls } from './projects-url.ts';
import { readPeriods, readTotal, readTotalAndGroups, reportHead } from './report-lines.ts';
import type { ReportQuery } from './report-query.ts';

/** The closed projects to compare. */
export interface WinLossQuery extends ReportQuery {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly every: GoalPeriod | undefined;
}

/**
 * The projects won, lost and otherwise closed in a span of days, as the answer shows them.
 * @throws {Refusal} `invalid_query` for too many groups or periods, or for a first day after the last.
 */
export async function winLossReport(context: StoreContext, asked: WinLossQuery, serviceUrl: string): Promise<Report> {
  const { group } = asked;
  const urlOf = projectsUrls(serviceUrl, asked.sent);
  const { within, days, total, rows, periods, reasons, undated } = await inReport(context, asked, (within) =>
    readWinLoss(within, asked),
  );
  const competitive = competitiveIds(within);
  const shown = (row: WinLossFigures, of: readonly Condition[], parts: readonly PeriodLine[]) => ({
    ...lineOf(row, { days, of, urlOf, competitive }),
    periods: parts.map(({ period, row: part }) => ({
      period,
      ...lineOf(part, { days: period, of, urlOf, competitive }),
    })),
  });
  return {
    head: { ...reportHead(within), ...days, every: asked.every ?? null, group_by: group?.name ?? null },
    groups: await groupLines(within, { group, rows }, (row, by) =>
      shown(row, groupConditions(by, row.group), periods.of(row.group)),
    ),
    rest: {
      total: shown(total, [], periods.total),
      loss_reasons: reasons.map((row) => lossReason(within, row, { days, urlOf })),
      undated: undatedLine(undated, urlOf),
    },
  };
}

async function readWinLoss(within: ReportContext, asked: WinLossQuery) {
  const days = daysOf(within, asked);
  const sums = sumsOf(within, days);
  return {
    within,
    days,
    ...(await readTotalAndGroups<WinLossFigures>(within, asked, sums)),
    periods: await readPeriodLines(within, asked, days),
    reasons: await readLossReasons(within, asked, days),
    undated: await readUndated(within, asked),
  };
}

function daysOf({ directory, at }: RequestContext, { from, to }: WinLossQuery): Days {
  const last = to ?? dayContext(directory, at).today;
  const first = from ?? twelveMonthsTo(last);
  if (first > last) throw queryRefusal([fromAfter(last)]);
  return { from: first, to: last };
}

const sumsOf =
  (context: ReportContext, { from, to }: Days) =>
  (binding: Binding) => ({
    conditions: [awardedBetween(binding, [from, to])],
    figures: winLossFigures(binding, competitiveIds(context)),
  });

/** The loss reasons of the group `competitive`, live or deleted. */
const competitiveIds = ({ directory }: RequestContext): string[] =>
  [...directory.entries('loss_reasons').values()].filter(({ group }) => group === 'competitive').map(({ id }) => id);

interface PeriodLine {
  readonly period: Days;
  readonly row: WinLossFigures;
}

/** The periods of all projects, and those of a group. */
interface PeriodLines {
  readonly total: readonly PeriodLine[];
  readonly of: (group: string | null) => readonly PeriodLine[];
}

async function readPeriodLines(context: ReportContext, asked: WinLossQuery, days: Days): Promise<PeriodLines> {
  if (asked.every === undefined) return { total: [], of: () => [] };
  const periods = periodsOf(days, asked.every, context.directory.fiscalYearStartsMonth);
  const starts = periods.map(({ from }) => from);
  const read = (group: GroupBy | null) =>
    readPeriods<WinLossFigures>(
      context,
      { filters: asked.filters, group },
      { sums: sumsOf(context, days), period: (binding) => awardPeriod(binding, starts) },
    );
  const ofTotal = new Map((await read(null)).map((row) => [row.period, row]));
  const ofGroups = new Map(
    asked.group ? (await read(asked.group)).map((row) => [periodKey(row.group, row.period), row]) : [],
  );
  const lines = (rowOf: (period: number) => WinLossFigures | undefined): PeriodLine[] =>
    periods.map((period, index) => ({ period, row: rowOf(index + 1) ?? nothing }));
  return {
    total: lines((period) => ofTotal.get(period)),
    of: (group) => lines((period) => ofGroups.get(periodKey(group, period))),
  };
}

const periodKey = (group: string | null, period: number): string => JSON.stringify([group, period]);

/** The figures of a period without projects. */
const nothing = Object.fromEntries(
  outcomes.flatMap((outcome): [string, number | string][] => [
    [`${outcome}_count`, 0],
    [`${outcome}_amount`, '0'],
    [`${outcome}_without_amount`, 0],
  ]),
) as WinLossFigures;

/** The rates of won projects, each with the outcomes of its denominator. */
const rateOutcomes = {
  decided: ['won', 'lost'],
  competitive: ['won', 'lost_competitive'],
  closed: ['won', 'lost', 'cancelled', 'did_not_pursue'],
} as const satisfies Readonly<Record<string, readonly Outcome[]>>;

/** The rates as the answer shows them. */
const ratesOf = (row: WinLossFigures): object =>
  Object.fromEntries(Object.entries(rateOutcomes).map(([rate, parts]) => [rate, rateOf(row, parts)]));

function rateOf(row: WinLossFigures, parts: readonly Outcome[]): object {
  const count = parts.reduce((sum, outcome) => sum + row[`${outcome}_count`], 0);
  const cents = parts.reduce((sum, outcome) => sum + centsOfText(row[`${outcome}_amount`]), 0n);
  return {
    count: exactOrNull(ratioText(BigInt(row.won_count), BigInt(count))),
    n: count,
    amount: exactOrNull(ratioText(centsOfText(row.won_amount), cents)),
  };
}

interface LinePlace {
  readonly days: Days;
  readonly of: readonly Condition[];
  readonly urlOf: ProjectsUrl;
  readonly competitive: readonly string[];
}

function lineOf(row: WinLossFigures, { days, of, urlOf, competitive }: LinePlace): object {
  const figure = (outcome: Outcome) => ({
    count: row[`${outcome}_count`],
    amount: exact(row[`${outcome}_amount`]),
    without_amount: row[`${outcome}_without_amount`],
    projects_url: urlOf(row[`${outcome}_count`], [...outcomeConditions(outcome, competitive), ...awarded(days), ...of]),
  });
  return {
    ...Object.fromEntries(outcomes.map((outcome) => [outcome, figure(outcome)])),
    rates: ratesOf(row),
  };
}

const outcomeConditions = (outcome: Outcome, competitive: readonly string[]): readonly Condition[] =>
  outcome === 'lost_competitive'
    ? [
        ['close_type[eq]', 'lost'],
        ['loss_reason_id[in]', [...competitive, 'null'].join(',')],
      ]
    : [['close_type[eq]', outcome]];

/** The closed projects that no span of days contains. */
const readUndated = (context: ReportContext, asked: ReportQuery): Promise<CountedRow> =>
  readTotal<CountedRow>(context, asked, () => ({
    conditions: ['t.close_type is not null', 't.award_date is null'],
    figures: countedFigures,
  }));

const undatedLine = ({ count, amount }: CountedRow, urlOf: ProjectsUrl): object => ({
  count,
  amount: exact(amount),
  projects_url: urlOf(count, [
    ['close_type[is_null]', 'false'],
    ['award_date[is_null]', 'true'],
  ]),
});
