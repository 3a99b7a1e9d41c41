import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Resource } from '../../../resources/resource.ts';
import { useSession } from '../../data/session.ts';
import { pageField, type PageField, shownFields } from '../../fields/page-field.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import type { SmallRecord } from './entries-query.ts';
import style from './entry-list.module.css';
import { EntryRow } from './entry-row.tsx';
import { removeEntry } from './removal.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { useOrder } from './use-order.ts';

interface Props {
  readonly resource: Resource;
  readonly entries: readonly SmallRecord[];
  /** The name of the list for screen readers. */
  readonly label: string;
  /** Fields that the page shows elsewhere. */
  readonly elsewhere?: readonly string[];
  readonly markOf?: ((entry: SmallRecord) => ReactNode) | undefined;
}

/** Small records as rows. Those of a resource with a position are put in order by hand. */
export function EntryList({ resource, entries, label, elsewhere = [], markOf }: Props) {
  const isAdmin = useSession().user.role === 'admin';
  const { arranged, move } = useOrder(resource, entries);
  const { list, replacing, endReplacing, remove } = useRemoval(resource, arranged);
  const [asking, setAsking] = useState<SmallRecord | null>(null);
  const [told, setTold] = useState('');
  const columns = columnsOf(resource, elsewhere);
  const isOrdered = isAdmin && 'position' in resource.fields;
  const moveTo = (from: number, to: number): void => {
    const name = arranged[from]?.name;
    if (name === undefined || to < 0 || to >= arranged.length) return;
    // A moved row loses the focus when its element gets another place.
    const focused = document.activeElement;
    flushSync(() => move(from, to));
    if (focused instanceof HTMLElement) focused.focus();
    setTold(`${name} is now ${to + 1} of ${arranged.length}.`);
  };
  return (
    <div
      className={style.frame}
      data-bare={isOrdered || markOf ? undefined : true}
      style={{ ['--others' as string]: 'minmax(4.5rem, 1fr) '.repeat(columns.length - 1) }}
    >
      <div className={style.head} aria-hidden="true">
        {columns.map(({ name, label: head }) => (
          <span key={name} className="label">
            {head}
          </span>
        ))}
      </div>
      <ul ref={list} aria-label={label}>
        {arranged.map((entry, index) => (
          <EntryRow
            key={entry.id}
            resource={resource}
            entry={entry}
            columns={columns}
            mark={markOf?.(entry)}
            canWrite={isAdmin}
            place={isOrdered ? { index, onMove: moveTo, onAsk: () => setAsking(entry) } : null}
            onRemove={() => void remove(entry)}
          />
        ))}
      </ul>
      <p role="status" className="hidden-text">
        {told}
      </p>
      {replacing && (
        <ReplaceDialog
          resource={resource}
          {...replacing}
          others={arranged.filter(({ id }) => id !== replacing.entry.id)}
          onClose={endReplacing}
        />
      )}
      {asking && <PlaceDialog entry={asking} entries={arranged} onMove={moveTo} onClose={() => setAsking(null)} />}
    </div>
  );
}

/** The fields that people see of a small record. */
const columnsOf = (resource: Resource, elsewhere: readonly string[]): readonly PageField[] =>
  shownFields(resource)
    .filter(([name, field]) => !field.readOnly && name !== 'position' && !elsewhere.includes(name))
    .map(([name, field]) => pageField(name, field, resource));

/** Deletes rows. If records use one, a dialog asks for its replacement. The focus goes to the next row. */
function useRemoval(resource: Resource, entries: readonly SmallRecord[]) {
  const list = useRef<HTMLUListElement>(null);
  const [replacing, setReplacing] = useState<{ entry: SmallRecord; uses: number } | null>(null);
  const left = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    if (left.current === null || entries.some(({ id }) => id === left.current?.id)) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = buttons[Math.min(left.current.index, buttons.length - 1)];
    (next ?? document.querySelector('h1'))?.focus();
    left.current = null;
  }, [entries]);
  const remove = async (entry: SmallRecord): Promise<void> => {
    left.current = { id: entry.id, index: entries.indexOf(entry) };
    const done = await removeEntry(resource, entry);
    if (typeof done === 'number') setReplacing({ entry, uses: done });
    else if (!done) left.current = null;
  };
  const endReplacing = (isReplaced: boolean): void => {
    setReplacing(null);
    if (!isReplaced) left.current = null;
  };
  return { list, replacing, endReplacing, remove };
}

interface PlaceDialogProps {
  readonly entry: SmallRecord;
  readonly entries: readonly SmallRecord[];
  readonly onMove: (from: number, to: number) => void;
  readonly onClose: () => void;
}

/** Asks for the new place of a row, for those who do not drag. */
function PlaceDialog({ entry, entries, onMove, onClose }: PlaceDialogProps) {
  const others = entries.filter(({ id }) => id !== entry.id);
  const from = entries.findIndex(({ id }) => id === entry.id);
  const options = [
    { key: '0', name: 'First', isCurrent: from === 0 },
    ...others.map(({ name }, index) => ({
      key: String(index + 1),
      name: `After ${name}`,
      isCurrent: from === index + 1,
    })),
  ];
  return (
    <Dialog title={`Move ${entry.name}`} onClose={onClose}>
      <Picker
        label="Place"
        options={options}
        onPick={(key) => {
          onClose();
          onMove(from, Number(key));
        }}
      />
    </Dialog>
  );
}
