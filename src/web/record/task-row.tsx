import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../data/formats.ts';
import box from '../parts/check-target.module.css';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import style from './task-row.module.css';
import { changeUndoably } from './undoable-change.ts';

/** The `fields` and the `include` of a list that give tasks with rows. */
export const taskShape = { fields: 'id,title,deadline,completed_at,project,contact', include: 'version' };

/** A task as its row shows it. */
export interface Task {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly deadline: CalendarDay | null;
  readonly completed_at: string | null;
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly contact: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
}

interface Props {
  readonly task: Task;
  readonly canWrite: boolean;
}

/** A task: a check that completes it, what it is, when it is due, and what it is about. */
export function TaskRow({ task, canWrite }: Props) {
  const { id, title, completed_at: completedAt } = task;
  const [checked, setChecked] = useState<boolean | null>(null);
  const isDone = checked ?? completedAt !== null;
  const check = async (isNowDone: boolean): Promise<void> => {
    setChecked(isNowDone);
    await checkTask(task, isNowDone);
    setChecked(null);
  };
  return (
    <li className={style.row} data-record={`tasks/${id}`}>
      <label className={box.check}>
        <input
          type="checkbox"
          checked={isDone}
          disabled={!canWrite}
          onChange={({ target }) => void check(target.checked)}
        />
        <span className="hidden-text">{title} is done</span>
      </label>
      <div className={style.task}>
        <Link to="/tasks/$id" params={{ id }} className={style.title} data-done={isDone ? '' : undefined} dir="auto">
          {title}
        </Link>
        <About {...task} />
      </div>
      {task.deadline !== null && <Due day={task.deadline} isDone={isDone} />}
    </li>
  );
}

const About = ({ project, contact }: Pick<Task, 'project' | 'contact'>) => (
  <p className={style.about}>
    {project && (
      <Link to="/projects/$id" params={{ id: project.id }} className={style.link}>
        {project.name}
      </Link>
    )}
    {project && contact && ' · '}
    {contact && (
      <Link to="/contacts/$id" params={{ id: contact.id }} className={style.link}>
        {contact.name ?? contact.email}
      </Link>
    )}
  </p>
);

function Due({ day, isDone }: { readonly day: string; readonly isDone: boolean }) {
  const { weekday, today } = useFormats();
  const isOver = !isDone && day < today;
  return (
    <time dateTime={day} className={isOver ? style.over : style.due}>
      {isOver && '! '}
      {weekday(day)}
    </time>
  );
}

/** Completes a task, or opens it again. @returns whether the service made the change. */
function checkTask(
  { id, version, title, completed_at: before }: Pick<Task, 'id' | 'version' | 'title' | 'completed_at'>,
  isDone: boolean,
): Promise<boolean> {
  const fields = { completed_at: isDone ? new Date().toISOString() : null };
  const said = ['is open again.', 'is done.'] as const;
  return changeUndoably(
    {
      target: { singular: 'task', plural: 'tasks', id },
      name: title,
      fields,
      shown: fields,
      before: { completed_at: before },
      said: said[Number(isDone)] ?? '',
      undone: said[Number(!isDone)] ?? '',
    },
    version,
  );
}
