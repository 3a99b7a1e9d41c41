import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/operations.ts';
import { readPages } from '../../../client/pages.ts';
import type { goalMeasures, GoalPeriod } from '../../../resources/vocabulary/choices.ts';
import { api, transport } from '../../data/api.ts';
import type { Days } from '../../data/fiscal.ts';
import { queryClient } from '../../data/query-client.ts';

export type GoalMeasure = (typeof goalMeasures)[number];

/** A goal with its version. */
export type Goal = Schemas['GoalRead'];

/** The firm, one of its divisions, or one of its people. */
export interface GoalScope {
  readonly division_id?: string;
  readonly user_id?: string;
}

/** A place of the grid: the goal that is there, or the one to make. */
export interface GoalPlace {
  readonly scope: GoalScope;
  readonly period: GoalPeriod;
  readonly starts_on: string;
  readonly measure: GoalMeasure;
}

/** The goals of a measure for periods of one kind that begin in some days. */
export const goalsQuery = (measure: GoalMeasure, period: GoalPeriod, { from, to }: Days) =>
  queryOptions({
    queryKey: ['goals', measure, period, from, to],
    queryFn: async ({ signal }): Promise<readonly Goal[]> => {
      const days = { 'starts_on[gte]': from, 'starts_on[lte]': to };
      const query = { measure, period, ...days, include: 'version', per_page: 500 };
      const goals: Goal[] = [];
      for await (const page of readPages<Goal>(transport, { path: '/goals', query, signal })) goals.push(...page);
      return goals;
    },
  });

/** The goal at a place. */
export const goalAt = (goals: readonly Goal[], { scope, starts_on: startsOn }: GoalPlace): Goal | undefined =>
  goals.find(
    (goal) => goal.starts_on === startsOn && goal.division?.id === scope.division_id && goal.user?.id === scope.user_id,
  );

/**
 * Sets, changes or takes away the goal at a place.
 * @param target null takes it away.
 * @throws {Refused} also if somebody else has changed it meanwhile @throws {Unreachable}
 */
export async function saveGoal(goal: Goal | undefined, place: GoalPlace, target: number | null): Promise<void> {
  try {
    await sendGoal(goal, place, target);
  } finally {
    await reread();
  }
}

async function sendGoal(goal: Goal | undefined, place: GoalPlace, target: number | null): Promise<void> {
  if (goal === undefined) {
    if (target === null) return;
    const { scope, ...fields } = place;
    await api.send('POST /goals', { body: { goal: { ...fields, ...scope, target } } });
    return;
  }
  const at = { path: { id: goal.id }, version: goal.version };
  if (target === null) await api.send('DELETE /goals/{id}', at);
  else await api.send('PATCH /goals/{id}', { ...at, body: { goal: { target } } });
}

/** Brings a goal back that was taken away. */
export async function restoreGoal({ id }: Goal): Promise<void> {
  await api.send('POST /goals/{id}/restore', { path: { id } });
  await reread();
}

/** Reads the goals again, and the reports that compare with them. No event tells of goals. */
async function reread(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['goals'] }),
    queryClient.invalidateQueries({ queryKey: ['projects', 'report'] }),
  ]);
}
