import { changeUndoably } from '../record/undoable-change.ts';
import type { Task } from './task-buckets.ts';

/** Completes a task, or opens it again. @returns whether the service made the change. */
export function checkTask(
  { id, version, title, completed_at: before }: Pick<Task, 'id' | 'version' | 'title' | 'completed_at'>,
  isDone: boolean,
): Promise<boolean> {
  const fields = { completed_at: isDone ? new Date().toISOString() : null };
  const said = ['is open again.', 'is done.'] as const;
  return changeUndoably(
    {
      ...{ target: { singular: 'task', plural: 'tasks', id }, name: title, fields, shown: fields },
      ...{ before: { completed_at: before }, said: said[Number(isDone)] ?? '', undone: said[Number(!isDone)] ?? '' },
    },
    version,
  );
}
