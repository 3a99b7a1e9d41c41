import { givenValue, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

/** A task that was open and now has the time of its completion is told of. */
export const completeTask: Rule = (change) => {
  const wasOpen = (change.before?.['completed_at'] ?? null) === null;
  const isCompleted = typeof givenValue(change, 'completed_at') === 'string';
  return isWritten(change) && wasOpen && isCompleted ? { events: ['task.complete'] } : {};
};
