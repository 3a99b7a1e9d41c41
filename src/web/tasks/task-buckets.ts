import type { Task } from '../record/task-row.tsx';
import { addDays, type CalendarDay, weekdayOf } from '../../resources/written-dates/days.ts';

/** The tasks that are due at about the same time. */
export interface TaskBucket {
  readonly name: string;
  readonly tasks: readonly Task[];
}

const names = ['Overdue', 'Today', 'This week', 'Later', 'No date'] as const;

/** Open tasks by when they are due, without the buckets that are empty. A week ends on Sunday. */
export function bucketsOf(tasks: readonly Task[], today: CalendarDay): readonly TaskBucket[] {
  const sunday = addDays(today, 7 - weekdayOf(today));
  const nameOf = ({ deadline }: Task): (typeof names)[number] => {
    if (deadline === null) return 'No date';
    if (deadline < today) return 'Overdue';
    if (deadline === today) return 'Today';
    return deadline <= sunday ? 'This week' : 'Later';
  };
  return names
    .map((name) => ({ name, tasks: tasks.filter((task) => nameOf(task) === name) }))
    .filter((bucket) => bucket.tasks.length > 0);
}
