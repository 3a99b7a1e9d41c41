import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Trash2 } from '../../parts/icons/icons.tsx';
import { GripVertical } from '../../parts/icons/screen-icons.tsx';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import type { PageField } from '../../fields/page-field.ts';
import { Button } from '../../parts/button/button.tsx';
import { Fact } from '../../record/fact.tsx';
import { changeEntry, type SmallRecord } from './entries-query.ts';
import style from './entry-list.module.css';

/** The place of a row in an order by hand, and what changes it. */
export interface RowPosition {
  readonly index: number;
  /** Moves the row at an index to another place. */
  readonly onMove: (from: number, to: number) => void;
  /** Asks for the new place. */
  readonly onAsk: () => void;
}

interface Props {
  readonly resource: Resource;
  readonly entry: SmallRecord;
  readonly columns: readonly PageField[];
  /** The mark before the name, such as the colour of a stage. */
  readonly mark?: ReactNode;
  readonly canWrite: boolean;
  readonly place: RowPosition | null;
  readonly onRemove: () => void;
}

/** A small record: its fields, each edited in place, and its place in the order. */
export function EntryRow({ resource, entry, columns, mark, canWrite, place, onRemove }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const edge = useDrag(resource, { row, grip }, place);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!place || by === undefined || !event.altKey) return;
    event.preventDefault();
    place.onMove(place.index, place.index + by);
  };
  return (
    <li ref={row} className={style.entry} data-entry={entry.id} data-edge={edge ?? undefined} onKeyDown={onKeyDown}>
      <span className={style.lead}>
        {place && (
          <button
            ref={grip}
            type="button"
            className={style.grip}
            aria-label={`Move ${entry.name}`}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={place.onAsk}
          >
            <GripVertical aria-hidden />
          </button>
        )}
        {mark}
      </span>
      <dl className={style.fields}>
        {columns.map((shape) => (
          <Fact
            key={shape.name}
            shape={shape}
            record={entry}
            plural={resource.plural}
            canWrite={canWrite}
            onChange={(change) => changeEntry(resource, entry, change)}
          />
        ))}
      </dl>
      {canWrite && (
        <Button look="bare" className={style.remove} aria-label={`Delete ${entry.name}`} data-remove onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      )}
    </li>
  );
}

type Edge = 'above' | 'below';

interface Elements {
  readonly row: RefObject<HTMLElement | null>;
  readonly grip: RefObject<HTMLElement | null>;
}

/** Lets the mouse drag the row by its grip, and drop other rows on it. @returns where a dragged row would land. */
function useDrag({ plural }: Resource, { row, grip }: Elements, place: RowPosition | null): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null);
  const latest = useRef(place);
  useEffect(() => {
    latest.current = place;
  });
  const isOrdered = place !== null;
  useEffect(() => {
    if (!isOrdered || !row.current || !grip.current) return;
    const element = row.current;
    const index = (): number => latest.current?.index ?? 0;
    const from = (source: { readonly data: Record<string, unknown> }): number => Number(source.data['from']);
    return combine(
      draggable({ element, dragHandle: grip.current, getInitialData: () => ({ plural, from: index() }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['plural'] === plural,
        onDragEnter: ({ source }) => setEdge(edgeOf(from(source), index())),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source }) => {
          setEdge(null);
          latest.current?.onMove(from(source), index());
        },
      }),
    );
  }, [isOrdered, plural, row, grip]);
  return edge;
}

/** A row that comes from above lands below the row that it is dropped on. */
function edgeOf(from: number, to: number): Edge | null {
  if (from === to) return null;
  return from < to ? 'below' : 'above';
}
