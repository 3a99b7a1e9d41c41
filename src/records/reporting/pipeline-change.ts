import type { Param } from '../../database/engine.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Row } from '../../resources/resource.ts';
import { type ChangeLine, changeLines, type ChangeReason } from '../../resources/vocabulary/choices.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { endedSince, sourceAt } from '../../store/past/source-at.ts';
import { newBinding } from '../../store/query/binding.ts';
import { conditionOf } from '../../store/query/filters.ts';
import { changeParts, type ChangeSide, type ChangeSides } from '../../store/reports/change-entries.ts';
import {
  type ChangeEntry,
  type ChangeSums,
  readChangeSums,
  readLargestChanges,
} from '../../store/reports/pipeline-change.ts';
import { type Slice, slicing } from '../../store/reports/slices.ts';
import { addedUp } from '../../store/reports/added-lines.ts';
import type { GroupRow } from '../reading/groups.ts';
import { dayFor, dependOnDay, resolvedFilters } from '../reading/list-selection.ts';
import type { StoreContext } from '../request-context.ts';
import { groupCondition } from './figure-group.ts';
import { exact, exactCents, exactOrNull, type Report } from './exact-json.ts';
import { groupSql } from './group-by.ts';
import { groupLines } from './group-lines.ts';
import { inReport, type ReportContext } from './in-report.ts';
import { itemKeys, projectItems } from './project-items.ts';
import { type Condition, ownUrls, type ProjectsUrl } from './projects-url.ts';
import { allProjects, embeddedOf, mostGroups, refuseManyGroups, reportHead } from './report-lines.ts';
import type { ReportQueryWithList } from './report-query.ts';

const projects = resourceOf('projects');

/** The instants between which a report explains the changes, and the projects that it counts. */
export interface ChangeQuery extends ReportQueryWithList {
  readonly from: Date;
  /** The second instant: `to` of the request. */
  readonly asOf: Date;
  /** The number of projects that each line of the total names. */
  readonly top: number;
}

/**
 * Why the open projects of one instant are not those of another, as the answer shows it.
 * @throws {Refusal} `invalid_query` if there are more than a thousand groups.
 */
export const changeReport = async (context: StoreContext, query: ChangeQuery, serviceUrl: string): Promise<Report> =>
  await shownChange(await inReport(context, query, (within) => readChange(within, query)), query, serviceUrl);

/** The report as the answer shows it. */
export async function shownChange(
  { within, total, rows, largest }: Awaited<ReturnType<typeof readChange>>,
  query: ChangeQuery,
  serviceUrl: string,
): Promise<Report> {
  const { group, sent, ownParameters } = query;
  const instants = Object.entries(instantsOf(query));
  const urlOf = ownUrls(serviceUrl, '/reports/pipeline_change/projects', [...instants, ...sent, ...ownParameters]);
  return {
    head: changeHead(within, query),
    groups: await groupLines(within, { group, rows: byGroup(rows) }, (row, by) =>
      linesOf(row.sums, urlOf, [groupCondition(by, row.group)]),
    ),
    rest: { total: linesOf(total, urlOf, [], changesOf(within, largest, query.top)) },
  };
}

/** The members with which the report begins. */
export function changeHead(within: ReportContext, query: ChangeQuery) {
  const { as_of: _to, day: _day, ...head } = reportHead(within);
  return { ...instantsOf(query), ...head, group_by: query.group?.name ?? null };
}

const instantsOf = ({ from, asOf: to }: ChangeQuery) => ({ from: wireTime(from), to: wireTime(to) });

/** Reads the report in its snapshot. */
export async function readChange(within: ReportContext, query: ChangeQuery) {
  const { group, top } = query;
  const rows = await addedUp(within, (slice) =>
    readChangeSums(within.snapshot, sidesOf(within, query, slice), {
      of: embeddedOf(group),
      limit: (mostGroups + 1) * changeParts.length,
    }),
  );
  refuseManyGroups(rows);
  const ungrouped = { ...query, group: null };
  const largest =
    top === 0 ? [] : await readLargestChanges(within, { ...entriesOf(within, ungrouped), keys: itemKeys }, top);
  return { within, total: group ? totalOf(rows) : rows, rows, largest };
}

/** The sums of all groups, by part. */
function totalOf(rows: readonly ChangeSums[]): ChangeSums[] {
  const added = (one: string, other: string): string => String(BigInt(one) + BigInt(other));
  const total = new Map<number, ChangeSums>();
  for (const row of rows) {
    const sum = total.get(row.period);
    total.set(row.period, {
      ...row,
      count: row.count + (sum?.count ?? 0),
      entries: row.entries + (sum?.entries ?? 0),
      cents: added(row.cents, sum?.cents ?? '0'),
      weighted_cents: added(row.weighted_cents, sum?.weighted_cents ?? '0'),
    });
  }
  return [...total.values()];
}

/** The entries of the projects, and the projects as of the second instant. */
export const entriesOf = (within: ReportContext, query: ChangeQuery) => ({
  sides: (slice: Slice) => sidesOf(within, query, slice),
  projects: () => allProjects(within),
});

/** The projects at both instants, in one statement with parameters for two days. */
function sidesOf(within: ReportContext, query: ChangeQuery, slice: Slice): ChangeSides {
  const parameters: Param[] = [within.actor.accountId];
  const from = sideAt(within, { ...query, at: query.from, parameters, slice });
  const to = sideAt(within, { ...query, at: query.asOf, parameters, slice });
  return { from, to, isDated: from.binding.isDated || to.binding.isDated || dependOnDay(query.filters) };
}

interface SideToRead extends Pick<ChangeQuery, 'filters' | 'group'> {
  readonly at: Date;
  readonly parameters: Param[];
  readonly slice: Slice;
}

function sideAt(within: ReportContext, { filters, group, at, parameters, slice }: SideToRead): ChangeSide {
  const binding = newBinding(within.actor.accountId, dayFor(within, at, { isPast: true }), parameters);
  const instant = binding.hold(wireTime(at));
  const sliced = slicing(slice, binding);
  const conditions = resolvedFilters(within, filters, at).map((filter) => conditionOf(projects, filter, binding));
  return {
    instant,
    binding,
    source: sliced(sourceAt(projects, instant)),
    ended: sliced(endedSince(projects, instant)),
    met: conditions.length === 0 ? 'true' : `((${conditions.join(' and ')}) is true)`,
    group: group && groupSql(group, binding),
  };
}

type GroupChange = GroupRow & { readonly sums: ChangeSums[] };

function byGroup(rows: readonly ChangeSums[]): GroupChange[] {
  const groups = new Map<string | null, GroupChange>();
  for (const row of rows) {
    const known = groups.get(row.group);
    if (known) known.sums.push(row);
    else groups.set(row.group, { ...row, sums: [row] });
  }
  return [...groups.values()];
}

/** Postgres returns the parts in any order. */
const byPart = (one: ChangeSums, other: ChangeSums): number => one.period - other.period;

type NamedChanges = (line: ChangeLine) => readonly object[];

/** The lines of a group or of the total, by name. @param changes the projects that a line names. */
const linesOf = (
  sums: readonly ChangeSums[],
  urlOf: ProjectsUrl,
  of: readonly Condition[],
  changes: NamedChanges = () => [],
): object =>
  Object.fromEntries(
    changeLines.map((line) => {
      const own = sums.filter(({ period }) => changeParts[period]?.line === line).toSorted(byPart);
      const parts = own.flatMap((sum) => {
        const reason = changeParts[sum.period]?.reason ?? null;
        if (reason === null) return [];
        return [
          { reason, ...figuresOf([sum]), projects_url: urlOf(sum.entries, [...conditions(line, reason), ...of]) },
        ];
      });
      const entries = own.reduce((count, sum) => count + sum.entries, 0);
      const url = urlOf(entries, [...conditions(line, null), ...of]);
      return [line, { ...figuresOf(own), parts, projects: changes(line), projects_url: url }];
    }),
  );

const conditions = (line: ChangeLine, reason: ChangeReason | null): readonly Condition[] => [
  ['line', line],
  ...(reason === null ? [] : [['reason', reason] as const]),
];

const figuresOf = (sums: readonly ChangeSums[]) => ({
  count: sums.reduce((count, sum) => count + sum.count, 0),
  amount: exactCents(sums.reduce((cents, sum) => cents + BigInt(sum.cents), 0n)),
  weighted_amount: exactCents(sums.reduce((cents, sum) => cents + BigInt(sum.weighted_cents), 0n)),
});

/** The amounts of a project in a line, with the reason. */
export const entryAmounts = (entry: ChangeEntry) => ({
  reason: changeParts[entry.part]?.reason ?? null,
  from_amount: exactOrNull(entry.from_amount),
  to_amount: exactOrNull(entry.to_amount),
  amount: exact(entry.changed_amount),
  weighted_amount: exact(entry.changed_weighted),
});

/** The largest changes of each line. */
function changesOf(within: ReportContext, largest: readonly (Row & ChangeEntry)[], top: number): NamedChanges {
  const itemOf = projectItems(within, ['company']);
  return (line) =>
    largest
      .filter(({ part }) => changeParts[part]?.line === line)
      .slice(0, top)
      .map((entry) => itemOf(entry, { after: entryAmounts(entry) }));
}
