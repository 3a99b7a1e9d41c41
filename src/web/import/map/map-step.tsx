import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDirectory } from '../../data/directory.ts';
import type { Search } from '../../queries/address.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { actOnImport, type Import, isOpen } from '../import.ts';
import { ColumnRow } from './column-row.tsx';
import { Constants } from './constants.tsx';
import type { MappingEditing } from './mapping/editing.ts';
import { KeyFields } from './key-fields.tsx';
import style from './map.module.css';
import { MappingFile } from './mapping-file.tsx';
import { usesOf } from './mapping/mapping-edits.ts';
import { Missing } from './missing.tsx';
import { isReasonColumn } from './mapping/reason-column.ts';
import { targetsOf } from './mapping/targets.ts';
import { useMapping } from './mapping/use-mapping.ts';

/** Says which field each column of the file fills. */
export function MapStep({ item }: { readonly item: Import }) {
  const directory = useDirectory();
  const { mapping, change, judge, isBusy, error, faultsAt, missing, count } = useMapping(item);
  const editing: MappingEditing = { item, mapping, targets: targetsOf(item.as, directory, mapping), change, faultsAt };
  const list = useRef<HTMLUListElement>(null);
  useAskedColumn(list);
  const columns = useOrder(item, editing);
  const mapped = columns.filter(({ name }) => isUsed(editing, name)).length;
  return (
    <fieldset className={style.whole} disabled={!isOpen(item)}>
      <legend className="hidden-text">Fields</legend>
      <Missing editing={editing} faults={missing} />
      <p className="quiet">
        {mapped} of {columns.length} columns are used. The others are not imported.
      </p>
      <ul ref={list} className={style.columns} aria-label="Columns of the file">
        {columns.map((column) => (
          <ColumnRow key={column.name} editing={editing} column={column} />
        ))}
      </ul>
      <KeyFields editing={editing} />
      <Constants editing={editing} />
      <MappingFile editing={editing} />
      {error !== null && <Failure error={error} onRetry={() => void judge()} />}
      {isOpen(item) && <Foot item={item} judge={judge} isBusy={isBusy} count={count} />}
    </fieldset>
  );
}

const isUsed = ({ mapping }: MappingEditing, name: string): boolean => {
  const { own, beside } = usesOf(mapping, name);
  return own.length + beside.length > 0;
};

/** The columns that nothing uses come first. The order stays while somebody edits. */
function useOrder(item: Import, editing: MappingEditing) {
  const [first] = useState(
    () => new Set(item.columns.filter(({ name }) => !isUsed(editing, name) && !isReasonColumn(item, name))),
  );
  const names = new Set([...first].map(({ name }) => name));
  return [...item.columns].sort((one, other) => Number(names.has(other.name)) - Number(names.has(one.name)));
}

/** Leads to the column that the address names, because a row was rejected for it. */
function useAskedColumn(list: React.RefObject<HTMLUListElement | null>): void {
  const { column } = useSearch({ strict: false }) as unknown as Search;
  useEffect(() => {
    if (column === undefined) return;
    const row = [...(list.current?.children ?? [])].find((one) => (one as HTMLElement).dataset['column'] === column);
    row?.querySelector('details')?.setAttribute('open', '');
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('button')?.focus();
  }, [column, list]);
}

interface FootProps {
  readonly item: Import;
  readonly judge: () => Promise<boolean>;
  readonly isBusy: boolean;
  readonly count: number;
}

/** Starts the dry run, once the mapping has no mistakes. */
function Foot({ item, judge, isBusy, count }: FootProps) {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const start = async (): Promise<void> => {
    setError(null);
    if (!(await judge())) {
      document.querySelector<HTMLElement>('[role="alert"]')?.scrollIntoView({ block: 'center' });
      return;
    }
    try {
      await actOnImport(item.id, 'check');
      await navigate({ to: `/import/${item.id}` as never, search: { step: 'check' } as never });
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <div className={style.foot}>
      {error !== null && <Failure error={error} />}
      <Button look="filled" onClick={() => void start()}>
        Start the dry run
      </Button>
      <p role="status" className="quiet">
        {footWords(isBusy, count)}
      </p>
    </div>
  );
}

function footWords(isBusy: boolean, count: number): string {
  if (isBusy) return 'Saving.';
  if (count === 0) return 'It writes nothing.';
  return count === 1 ? 'There is 1 mistake.' : `There are ${count} mistakes.`;
}
