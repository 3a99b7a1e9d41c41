import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tasks as resource } from '../../resources/tasks.ts';
import { create } from '../create/creation.ts';
import { useFormats } from '../data/formats.ts';
import { useSession } from '../data/session.ts';
import { listQuery, type Search } from '../lists/address.ts';
import { ActiveFilters } from '../lists/filters/active-filters.tsx';
import { pagedQuery } from '../lists/paged-query.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { NoTasks } from './no-tasks.tsx';
import { bucketsOf, type Task } from './task-buckets.ts';
import { TaskChoices } from './task-choices.tsx';
import { TaskRow } from './task-row.tsx';
import style from './tasks-screen.module.css';

const shape = { fields: 'id,title,deadline,completed_at,project,contact', include: 'version' };
const open = { completed_at: 'null', sort: 'deadline' };
const done = { 'completed_at[is_null]': 'false', sort: '-completed_at' };

/** The tasks of somebody, by when they are due; at first one's own. */
export function TasksScreen() {
  const search = useSearch({ strict: false }) as unknown as Search;
  const navigate = useNavigate();
  const { user } = useSession();
  const canWrite = user.role !== 'viewer';
  const { buckets, isLoading, isNone, error, retry, more } = useBuckets(search);
  // The choice of the person has a place of its own.
  const { assigned_to_id: _, ...others } = search;
  useEffect(() => {
    document.title = 'Tasks · Plumbline';
  }, []);
  const go = (changes: Record<string, string | undefined>): void =>
    void navigate({ to: '/tasks', search: { ...search, ...changes } as never, replace: true });
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <h1>Tasks</h1>
        <TaskChoices search={search} onChange={go} />
        {canWrite && (
          <Button
            look="filled"
            aria-keyshortcuts="t"
            data-chrome
            onClick={() => create(resource, { assigned_to_id: user.id })}
          >
            New task
          </Button>
        )}
      </header>
      {error && <Failure error={error} onRetry={retry} />}
      <div className={style.filters}>
        <ActiveFilters resource={resource} search={others} onChange={go} />
      </div>
      {isLoading && <p className={style.none}>Loading…</p>}
      {isNone && <NoTasks search={search} onChange={go} />}
      {buckets.map(({ name, tasks: those }) => (
        <section key={name} aria-label={name} className={style.bucket}>
          <h2 className={style.heading}>
            {name} {!more && <span className="quiet">{those.length}</span>}
          </h2>
          <ul>
            {those.map((task) => (
              <TaskRow key={task.id} task={task} canWrite={canWrite} />
            ))}
          </ul>
        </section>
      ))}
      {more && (
        <Button look="bare" onClick={more}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** The tasks of the address, in buckets. */
function useBuckets(search: Search) {
  const { today } = useFormats();
  const isDone = search['show'] === 'done';
  const query = { assigned_to_id: 'me', ...listQuery(search), ...(isDone ? done : open), ...shape };
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    pagedQuery<Task>('tasks', query),
  );
  const tasks = data?.pages.flatMap(({ rows }) => rows) ?? [];
  return {
    buckets: isDone && tasks.length > 0 ? [{ name: 'Done', tasks }] : bucketsOf(tasks, today),
    isLoading: isPending,
    isNone: data !== undefined && tasks.length === 0,
    error,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
  };
}
