import { nameOf, useDirectory } from '../data/directory.ts';
import { useSession } from '../data/session.ts';
import { filtersOf, type Search } from '../queries/address.ts';
import { Button } from '../parts/button/button.tsx';
import style from './tasks-screen.module.css';

interface Props {
  readonly search: Search;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** Stands in the place of tasks: that there are none, or which choice hides them, with the way to take it back. */
export function NoTasks({ search, onChange }: Props) {
  const { users } = useDirectory();
  const { user: me } = useSession();
  const { assigned_to_id: whose = 'me', ...filters } = filtersOf(search);
  const isDone = search['show'] === 'done';
  const names = Object.keys(filters);
  const isMine = whose === 'me' || whose === me.id;
  const person = users.find(({ id }) => id === whose);
  const about = person ? nameOf(person) : 'That person';
  if (names.length > 0) {
    const clear = Object.fromEntries(names.map((name) => [name, undefined]));
    return (
      <p className={style.none}>
        No {isDone ? 'done' : 'open'} task {ofWhom(whose, isMine, about)} matches the filters above.
        <Button onClick={() => onChange(clear)}>Clear the filters</Button>
      </p>
    );
  }
  if (isMine) return <p className={style.none}>{isDone ? 'Nothing done yet.' : 'Nothing due.'}</p>;
  return (
    <p className={style.none}>
      {emptyText(whose, about, isDone)}
      <Button onClick={() => onChange({ assigned_to_id: undefined })}>Show mine</Button>
    </p>
  );
}

function ofWhom(whose: string, isMine: boolean, about: string): string {
  if (isMine) return 'of yours';
  return whose === 'null' ? 'without a person' : `of ${about}`;
}

function emptyText(whose: string, about: string, isDone: boolean): string {
  if (whose === 'null') return isDone ? 'Every done task had somebody.' : 'Every open task has somebody.';
  return isDone ? `${about} has done nothing yet.` : `${about} has nothing due.`;
}
