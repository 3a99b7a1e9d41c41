import { type RecordNamed, resourceOf } from '../../resources/index.ts';
import { centsOfText } from '../../resources/vocabulary/cents.ts';
import { addedUp } from '../../store/reports/added-lines.ts';
import { type GoalSums, readBookingGoals, readGoalSums } from '../../store/reports/pipeline.ts';
import { resolvedFilters } from '../reading/list-selection.ts';
import { dayContext, rendererOf } from '../reading/renderer.ts';
import { committedStages } from './committed-stages.ts';
import { centsOf, exact, exactCents } from './exact-json.ts';
import type { ReportContext } from './in-report.ts';
import { awarded, type Condition, type ProjectsUrl } from './projects-url.ts';
import { selectedProjects } from './report-lines.ts';
import type { ReportQuery } from './report-query.ts';

const goals = resourceOf('goals');

/** The firm, or one division or assignee, whose goals a line of a report has. */
export interface GoalScope {
  readonly division: string | null;
  readonly user: string | null;
}

const firm: GoalScope = { division: null, user: null };

/** The scope that the filters of a report name: null if it is no single one. */
export function scopeOf(context: ReportContext, { filters }: ReportQuery): GoalScope | null {
  const [filter, ...others] = resolvedFilters(context, filters, context.at);
  if (!filter) return firm;
  if (others.length > 0 || !('name' in filter.on) || (filter.operator !== 'eq' && filter.operator !== 'in'))
    return null;
  const [value, ...further] = filter.values;
  return value && further.length === 0 ? ofField(filter.on.name, value) : null;
}

/** The scope of a group, within the scope of the report's filters. */
export function scopeOfGroup(around: GoalScope | null, { group }: ReportQuery, value: string | null): GoalScope | null {
  const scope = group && value !== null ? ofField(group.name, value) : null;
  if (!around || !scope) return null;
  const isSame = around.division === scope.division && around.user === scope.user;
  return isSame || (around.division === null && around.user === null) ? scope : null;
}

function ofField(name: string, value: string): GoalScope | null {
  if (name === 'division_id') return { division: value, user: null };
  return name === 'assigned_to_id' ? { division: null, user: value } : null;
}

/** The goals of a line with the projects that count for them, as answers show them. */
export type GoalsOf = (scope: GoalScope | null) => readonly object[];

/** Reads the goals of bookings whose period contains the day, for these scopes. */
export async function readGoalLines(
  context: ReportContext,
  scopes: readonly (GoalScope | null)[],
  urlOf: ProjectsUrl,
): Promise<GoalsOf> {
  const keys = new Set(scopes.flatMap((scope) => (scope ? [keyOfScope(scope)] : [])));
  if (keys.size === 0) return () => [];
  const { directory, at, snapshot, actor } = context;
  const { today } = dayContext(directory, at);
  const found = await readBookingGoals<RecordNamed<'goals'>>(snapshot, goals, actor.accountId, today);
  const rows = found.filter((row) => keys.has(keyOfScope(scopeOfGoal(row))));
  if (rows.length === 0) return () => [];
  const committedStageIds = committedStages(context);
  const goalIds = rows.map(({ id }) => id);
  const days = [firstOf(rows.map((row) => row.starts_on)), lastOf(rows.map((row) => row.ends_on))] as const;
  const sums = await addedUp(context, (slice) =>
    readGoalSums(snapshot, { selected: selectedProjects(context, [], slice), goalIds, days, committedStageIds }),
  );
  const byId = new Map(sums.map((sum) => [sum.group, sum]));
  const byScope = new Map<string, RecordNamed<'goals'>[]>();
  for (const row of rows) {
    const key = keyOfScope(scopeOfGoal(row));
    byScope.set(key, [...(byScope.get(key) ?? []), row]);
  }
  const render = rendererOf({ resource: goals }, directory, at);
  return (scope) =>
    (scope ? (byScope.get(keyOfScope(scope)) ?? []) : []).flatMap((row) => {
      const sum = byId.get(row.id);
      return sum ? [{ goal: { jsonText: render(row) }, ...shownSums({ row, sum, committedStageIds }, urlOf) }] : [];
    });
}

const firstOf = (days: readonly string[]): string => days.toSorted()[0] ?? '';
const lastOf = (days: readonly string[]): string => days.toSorted().at(-1) ?? '';

/** The scope of a goal. */
export const scopeOfGoal = (row: RecordNamed<'goals'>): GoalScope => ({ division: row.division_id, user: row.user_id });

/** A text that names a scope. */
export const keyOfScope = ({ division, user }: GoalScope): string => `${division} ${user}`;

interface GoalLine {
  readonly row: RecordNamed<'goals'>;
  readonly sum: GoalSums;
  readonly committedStageIds: readonly string[];
}

function shownSums({ row, sum, committedStageIds }: GoalLine, urlOf: ProjectsUrl): object {
  const { division, user } = scopeOfGoal(row);
  const scope: readonly Condition[] = [
    ...(division === null ? [] : [['division_id[eq]', division] as const]),
    ...(user === null ? [] : [['assigned_to_id[eq]', user] as const]),
  ];
  const booked: readonly Condition[] = [
    ...scope,
    ['close_type[eq]', 'won'],
    ...awarded({ from: row.starts_on, to: row.ends_on }),
  ];
  const committed: readonly Condition[] = [
    ...scope,
    ['close_type[is_null]', 'true'],
    ['project_stage_id[in]', committedStageIds.join(',')],
  ];
  const progress = row.measure === 'booked_count' ? 100n * BigInt(sum.booked) : centsOfText(sum.booked_amount);
  return {
    booked: { count: sum.booked, amount: exact(sum.booked_amount), projects_url: urlOf(sum.booked, booked) },
    committed: {
      count: sum.committed,
      amount: exact(sum.committed_amount),
      projects_url: urlOf(sum.committed, committed),
    },
    gap: exactCents(centsOf(row.target) - progress),
  };
}
