import { useInfiniteQuery } from '@tanstack/react-query';
import { tasks as resource } from '../../resources/tasks.ts';
import { create, useListOnScreen } from '../create/creation.ts';
import { subjectOf } from '../create/subject.ts';
import { useFormats } from '../data/formats.ts';
import { useSession } from '../data/session.ts';
import { listQuery, type Search } from '../queries/address.ts';
import { ActiveFilters } from '../lists/filters/active-filters.tsx';
import { pagedQuery } from '../queries/paged-query.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { nameOf, useDirectory } from '../data/directory.ts';
import { Choice } from '../parts/field/choice.tsx';
import { useTitle } from '../parts/use-title.ts';
import { NoTasks } from './no-tasks.tsx';
import { type Task, TaskRow, taskShape } from '../record/task-row.tsx';
import { bucketsOf } from './task-buckets.ts';
import style from './tasks-screen.module.css';
import { useAddress } from '../queries/use-address.ts';

const open = { completed_at: 'null', sort: 'deadline' };
const done = { 'completed_at[is_null]': 'false', sort: '-completed_at' };

/** The tasks of somebody, by when they are due; at first one's own. */
export function TasksScreen() {
  const { search, change: go } = useAddress('/tasks');
  const { user } = useSession();
  const canWrite = user.role !== 'viewer';
  const { buckets, isLoading, isNone, error, retry, more } = useBuckets(search);
  // The choice of the person has a place of its own.
  const { assigned_to_id: _, ...others } = search;
  useTitle('Tasks');
  const tasks = buckets.flatMap(({ tasks: those }) => those);
  const subject = (record: string) =>
    subjectOf(
      'tasks',
      tasks.find(({ id }) => record === `tasks/${id}`),
    );
  useListOnScreen({ resource, search, subjectOf: subject });
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
            onClick={() => create(resource, { usual: { assigned_to_id: user.id } })}
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
  const query = { assigned_to_id: 'me', ...listQuery(search), ...(isDone ? done : open), ...taskShape };
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

interface Props {
  readonly search: Search;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The choice of the person with the tasks, and of open or done ones. */
function TaskChoices({ search, onChange }: Props) {
  const { users } = useDirectory();
  const { user } = useSession();
  return (
    <div className={style.choices} data-chrome>
      <Choice
        className={style.choice}
        name="Tasks of"
        value={search['assigned_to_id'] ?? 'me'}
        options={[
          ['me', 'Mine'],
          ...users.filter(({ id }) => id !== user.id).map((one) => [one.id, nameOf(one)] as const),
          ['null', 'Nobody’s'],
        ]}
        onChange={(value) => onChange({ assigned_to_id: value === 'me' ? undefined : value })}
      />
      <label className={style.choice}>
        <input
          type="checkbox"
          checked={search['show'] === 'done'}
          onChange={({ target }) => onChange({ show: target.checked ? 'done' : undefined })}
        />
        Done ones
      </label>
    </div>
  );
}
