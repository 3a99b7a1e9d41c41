import { queryRefusal, type Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Binding } from '../../store/query/binding.ts';
import type { SelectedList } from '../../store/query/selection.ts';
import { sourceAt } from '../../store/past/source-at.ts';
import { addedUp, totalOf } from '../../store/reports/added-lines.ts';
import { readLines } from '../../store/reports/grouped-lines.ts';
import { type Slice, slicing, wholeSlice } from '../../store/reports/slices.ts';
import { embeddedKeys, type GroupRow, largeTarget } from '../reading/groups.ts';
import { selectionOf } from '../reading/list-selection.ts';
import { dayContext } from '../reading/renderer.ts';
import type { AskedFilter } from '../reading/list-filters.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { type GroupBy, groupSql } from './group-by.ts';
import type { ReportContext } from './in-report.ts';
import { mostPeriods } from './periods-of.ts';

const projects = resourceOf('projects');

/** The limit of groups in a report. */
export const mostGroups = 1000;

/** The sums of a report. */
interface LineFigures {
  /** Further conditions over `t`. */
  readonly conditions: readonly string[];
  /** The SQL of the sums, over `t`. */
  readonly figures: readonly string[];
}

/** The account's live projects that meet the filters, at the instant of the report: all, or those of a slice. */
export function selectedProjects(
  context: ReportContext,
  filters: readonly AskedFilter[],
  slice: Slice = wholeSlice,
): SelectedList {
  const { asOf, at, rowsAt } = context;
  const selected = selectionOf(context, projects, { filters, asOf }, at);
  const { binding } = selected;
  const source = rowsAt ? sourceAt(projects, binding.hold(wireTime(rowsAt))) : selected.source;
  return { ...selected, source: slicing(slice, binding)(source) };
}

/** The account's projects at the instant of the report, deleted ones too. */
export const allProjects = (context: ReportContext) => selectedProjects(context, []);

/** Makes the sums with the parameters that they need. */
export type SumsOf = (binding: Binding) => LineFigures;

interface LinesOf {
  readonly filters: readonly AskedFilter[];
  readonly group: GroupBy | null;
}

/** The line of all projects that a report counts. */
export async function readTotal<Line extends object>(
  context: ReportContext,
  { filters }: Pick<LinesOf, 'filters'>,
  sums: SumsOf,
): Promise<Line> {
  const [total] = await linesOf<Line>(context, { filters, group: null }, { sums, limit: 1 });
  if (!total) throw new Error('a sum without groups has no row');
  return total;
}

/**
 * The lines of a report by group, in no order; none without groups.
 * @throws {Refusal} `invalid_query` if there are more than a thousand groups.
 */
export async function readGroups<Line extends object>(
  context: ReportContext,
  { filters, group }: LinesOf,
  sums: SumsOf,
): Promise<(Line & GroupRow)[]> {
  if (!group) return [];
  const rows = await linesOf<Line & GroupRow>(context, { filters, group }, { sums, limit: mostGroups + 1 });
  refuseManyGroups(rows);
  return rows;
}

/**
 * The line of all projects that a report counts, and the lines of its groups, which add up to it.
 * @throws {Refusal} `invalid_query` if there are more than a thousand groups.
 */
export async function readTotalAndGroups<Line extends object>(context: ReportContext, asked: LinesOf, sums: SumsOf) {
  const rows = await readGroups<Line>(context, asked, sums);
  const total: Line = totalOf(rows) ?? (await readTotal<Line>(context, asked, sums));
  return { total, rows };
}

/** The line of a period of a group. Without groups, its group is absent. */
type PeriodRow<Line> = Line & { readonly group: string | null; readonly period: number };

/** The lines of a report by group and period. @param period the SQL of the number of the period. */
export const readPeriods = <Line extends object>(
  context: ReportContext,
  asked: LinesOf,
  { sums, period }: { readonly sums: SumsOf; readonly period: (binding: Binding) => string },
): Promise<PeriodRow<Line>[]> =>
  linesOf<PeriodRow<Line>>(context, asked, { sums, period, limit: mostGroups * mostPeriods });

interface LinesToRead {
  readonly sums: SumsOf;
  readonly period?: (binding: Binding) => string;
  readonly limit: number;
}

const linesOf = <Line extends object>(
  context: ReportContext,
  { filters, group }: LinesOf,
  { sums, period, limit }: LinesToRead,
): Promise<Line[]> =>
  addedUp(context, (slice) => {
    const { source, conditions, binding } = selectedProjects(context, filters, slice);
    const own = sums(binding);
    return readLines<Line>(context.snapshot, {
      ...own,
      source,
      conditions: [...conditions, ...own.conditions],
      group: group && groupSql(group, binding),
      ...(period && { period: period(binding) }),
      parameters: binding.parameters,
      of: embeddedOf(group),
      limit,
    });
  });

/** The columns that a statement reads of the large record that a group refers to; null for other groups. */
export function embeddedOf(group: GroupBy | null) {
  const of = group?.kind === 'field' ? largeTarget(group.field) : null;
  return of && { table: of.plural, columns: embeddedKeys(of) };
}

/** @throws {Refusal} `invalid_query` if rows are of more than a thousand groups. */
export function refuseManyGroups(rows: readonly Pick<GroupRow, 'group'>[]): void {
  if (new Set(rows.map(({ group }) => group)).size > mostGroups) throw tooManyGroups();
}

const tooManyGroups = (): Refusal => {
  const message = `makes more than ${mostGroups} groups; filter for fewer projects`;
  return queryRefusal([{ parameter: 'group_by', code: 'too_many', message }]);
};

/** The members with which every report begins. */
export function reportHead({ directory, at, namesAt }: ReportContext) {
  const { now, today, timeZone } = dayContext(directory, at);
  return {
    as_of: now,
    day: today,
    names_as_of: wireTime(namesAt),
    time_zone: timeZone,
    currency: directory.account.currency,
    fiscal_year_starts_month: directory.fiscalYearStartsMonth,
  };
}
