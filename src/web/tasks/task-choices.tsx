import { nameOf, useDirectory } from '../data/directory.ts';
import { useSession } from '../data/session.ts';
import type { Search } from '../lists/address.ts';
import { Choice } from '../parts/field/choice.tsx';
import style from './tasks-screen.module.css';

interface Props {
  readonly search: Search;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The choice of the person with the tasks, and of open or done ones. */
export function TaskChoices({ search, onChange }: Props) {
  const { users } = useDirectory();
  const { user } = useSession();
  return (
    <div className={style.choices} data-chrome>
      <Choice
        className={style.choice}
        name="Whose"
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
