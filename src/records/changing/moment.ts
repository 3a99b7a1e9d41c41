import { dayOf, parseInstant } from '../../domain/calendar.ts';
import type { RuleContext } from '../../domain/rule.ts';
import type { Row } from '../../resources/resource.ts';

/**
 * The context of the rules at the moment of a change: the arrival of its request, but not before the record last changed.
 * All that the change writes bears this moment, so the versions of a record follow one another in time, also after a wait
 * for a lock or with clocks that differ.
 */
export function contextAtMoment(context: RuleContext, before: Row | null): RuleContext {
  if (before === null || parseInstant(before.updated_at) <= parseInstant(context.now)) return context;
  const now = before.updated_at;
  return { ...context, now, today: dayOf(now, context.timeZone) ?? now.slice(0, 10) };
}
