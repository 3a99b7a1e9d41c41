import { addDays, type CalendarDay, weekdayOf } from '../../resources/written-dates/days.ts';

/** A task as its list shows it. */
export interface Task {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly deadline: CalendarDay | null;
  readonly completed_at: string | null;
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly contact: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
}

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
