import type { tasks } from '../resources/tasks.ts';
import { inputValue, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** Setting `completed_at` on an open task emits `task.complete`. */
export const completeTask: Rule<typeof tasks> = (change) => {
  const wasOpen = (change.before?.completed_at ?? null) === null;
  const isCompleted = typeof inputValue(change, 'completed_at') === 'string';
  return isWritten(change) && wasOpen && isCompleted ? { events: ['task.complete'] } : {};
};
