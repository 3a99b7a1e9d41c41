import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tasks } from '../../resources/tasks.ts';
import { create } from '../create/creation.ts';
import { nothing, useFormats } from '../data/formats.ts';
import { readList } from '../data/records.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../parts/button/button.tsx';
import style from './next-action.module.css';

interface NextTask {
  readonly id: string;
  readonly title: string;
  readonly deadline: string | null;
}

/** The open task of a project that is due first, as a cell of its head. */
export function NextAction({ projectId }: { readonly projectId: string }) {
  const { data: next } = useQuery({
    queryKey: ['tasks', 'next', projectId],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, completed_at: 'null', sort: 'deadline', per_page: 1 };
      return (await readList<NextTask>('tasks', { query, signal })).rows[0] ?? null;
    },
  });
  return (
    <div>
      <dt className="label">Next action</dt>
      <dd className={style.next}>
        {next && <Task {...next} />}
        {next === null && <NoTask />}
      </dd>
    </div>
  );
}

function Task({ id, title, deadline }: NextTask) {
  const { day, today } = useFormats();
  return (
    <>
      <Link to="/tasks/$id" params={{ id }} className={style.task} title={title}>
        {title}
      </Link>
      {deadline !== null && (
        <span className={deadline < today ? style.late : style.day}>
          by {day(deadline)}
          {deadline < today && ', late'}
        </span>
      )}
    </>
  );
}

function NoTask() {
  const { user } = useSession();
  if (user.role === 'viewer') return <span className="quiet">{nothing}</span>;
  return (
    <Button
      look="bare"
      data-chrome
      className={style.add}
      onClick={() => create(tasks, { given: { assigned_to_id: user.id } })}
    >
      Add a task
    </Button>
  );
}
