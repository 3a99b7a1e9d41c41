import { useRef, useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { familyName } from './trash-families.ts';
import { TrashEntry } from './trash-entry.tsx';
import style from './trash.module.css';
import { type TrashRow, useTrash } from './use-trash.ts';

interface Props {
  readonly resource: Resource;
  readonly canRestore: boolean;
}

/** The deleted records of a kind, of which one or many can be restored. */
export function TrashList({ resource, canRestore }: Props) {
  const { list, rows, faults, restore, readAgain } = useTrash(resource);
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const section = useRef<HTMLElement>(null);
  const chosen = rows.filter(({ id }) => checked.includes(id));
  const run = async (those: readonly TrashRow[]): Promise<void> => {
    setBusy(true);
    const back = await restore(those);
    setBusy(false);
    focusBeside(section.current, rows, back);
    setChecked((before) => before.filter((id) => !back.some((row) => row.id === id)));
    // A record can be back although its answer was lost.
    await readAgain();
  };
  const failure = list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (failure && rows.length === 0) return failure;
  if (list.isPending) return <p className={style.about}>Loading…</p>;
  if (rows.length === 0) return <p className={style.about}>Nothing here.</p>;
  return (
    <section ref={section} aria-label={familyName(resource)}>
      {failure}
      {canRestore && (
        <div className={style.actions}>
          <label className={style.all}>
            <input
              type="checkbox"
              checked={chosen.length === rows.length}
              onChange={({ target }) => setChecked(target.checked ? rows.map(({ id }) => id) : [])}
            />
            All that are shown
          </label>
          <Button look="filled" disabled={chosen.length === 0 || isBusy} onClick={() => void run(chosen)}>
            {chosen.length === 0 ? 'Restore' : `Restore ${chosen.length}`}
          </Button>
        </div>
      )}
      <ul className={style.rows}>
        {rows.map((row) => (
          <TrashEntry
            key={row.id}
            row={row}
            fault={faults.get(row.id)}
            isChecked={checked.includes(row.id)}
            onCheck={canRestore ? (on) => setChecked((before) => withId(before, row.id, on)) : null}
            onRestore={() => void run([row])}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </section>
  );
}

const withId = (checked: readonly string[], id: string, on: boolean): readonly string[] =>
  on ? [...checked, id] : checked.filter((one) => one !== id);

/** Moves the focus from rows that leave to the row below them; to the heading if none stays. */
function focusBeside(section: HTMLElement | null, rows: readonly TrashRow[], back: readonly TrashRow[]): void {
  const isLeaving = (row: TrashRow): boolean => back.includes(row);
  const last = rows.findLastIndex(isLeaving);
  if (last < 0) return;
  const next = rows.slice(last).find((row) => !isLeaving(row)) ?? rows.findLast((row) => !isLeaving(row));
  const box = next && section?.querySelector<HTMLElement>(`[data-row="${next.id}"] input`);
  (box ?? document.querySelector<HTMLElement>('h1'))?.focus();
}
