import { ArrowDown, ArrowUp } from '../../parts/icons/screen-icons.tsx';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { labelOf } from '../../../resources/labels.ts';
import { Button } from '../../parts/button/button.tsx';
import { DialogActions } from '../../parts/dialog/dialog.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
import { choosableKeys, columnKeys, isAside } from './columns.ts';
import style from './columns-dialog.module.css';

interface Props {
  readonly resource: Resource;
  /** The keys of the columns that are shown, in order. */
  readonly keys: readonly string[];
  /** Called with each choice, so that the list shows it at once. */
  readonly onChange: (keys: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Chooses the columns of a list and puts them in order: those that are shown first, then the others. */
export function ColumnsDialog({ resource, keys, onChange, onClose }: Props) {
  const { chosen, choose, lists } = useChosen(resource, keys, onChange);
  const others = choosableKeys(resource).filter((key) => !chosen.includes(key));
  const toggle = (key: string): void =>
    choose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key], key);
  const side = (index: number): boolean | null => {
    const key = chosen[index];
    return key === undefined ? null : isAside(resource, key);
  };
  const canMove = (from: number, by: 1 | -1): boolean => side(from) === side(from + by);
  const move = (from: number, by: 1 | -1): void => {
    const key = chosen[from];
    if (key === undefined || !canMove(from, by)) return;
    choose(chosen.toSpliced(from, 1).toSpliced(from + by, 0, key), `${key} ${by}`);
  };
  return (
    <Popover isWide title="Columns" onClose={onClose}>
      <div ref={lists}>
        <ol className={style.columns} aria-label="Shown">
          {chosen.map((key, index) => (
            <li key={key} className={style.column}>
              <label className={style.choice}>
                <input
                  type="checkbox"
                  checked
                  disabled={index === 0 && !canMove(0, 1)}
                  data-use={key}
                  onChange={() => toggle(key)}
                />
                {labelOf(key, resource.plural)}
              </label>
              <Button
                look="bare"
                aria-label={`Move ${labelOf(key, resource.plural)} up`}
                aria-disabled={!canMove(index, -1)}
                data-use={`${key} -1`}
                onClick={() => move(index, -1)}
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                look="bare"
                aria-label={`Move ${labelOf(key, resource.plural)} down`}
                aria-disabled={!canMove(index, 1)}
                data-use={`${key} 1`}
                onClick={() => move(index, 1)}
              >
                <ArrowDown aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
        <h3 className={`label ${style.heading}`}>Not shown</h3>
        <ul className={style.columns} aria-label="Not shown">
          {others.map((key) => (
            <li key={key} className={style.column}>
              <label className={style.choice}>
                <input type="checkbox" checked={false} data-use={key} onChange={() => toggle(key)} />
                {labelOf(key, resource.plural)}
              </label>
            </li>
          ))}
        </ul>
      </div>
      <DialogActions>
        <Button onClick={() => choose(columnKeys(resource, {}), null)}>Usual columns</Button>
      </DialogActions>
    </Popover>
  );
}

/** The chosen keys, those that a query includes last. The control that was used last keeps the focus when it gets another place. */
function useChosen(resource: Resource, keys: readonly string[], onChange: Props['onChange']) {
  const [chosen, setChosen] = useState(keys);
  const used = useRef<string | null>(null);
  const lists = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (used.current !== null) lists.current?.querySelector<HTMLElement>(`[data-use="${used.current}"]`)?.focus();
  }, [chosen]);
  const choose = (next: readonly string[], control: string | null): void => {
    used.current = control;
    const aside = next.filter((key) => isAside(resource, key));
    const ordered = [...next.filter((key) => !aside.includes(key)), ...aside];
    setChosen(ordered);
    onChange(ordered);
  };
  return { chosen, choose, lists };
}
