import { type KeyboardEvent, useRef, useState } from 'react';
import type { ViewContext } from '../../fields/field-view.ts';
import { fieldValue } from '../../fields/field-values.ts';
import { FactEditor } from '../../record/fact-editor.tsx';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';
import style from './cell-editor.module.css';

/** The way of the focus after an editor: Enter leads down, Tab to the side, Escape to the cell. */
export type FocusExit = 'down' | 'right' | 'left' | 'stay' | 'elsewhere';

interface Props {
  readonly record: ListedRecord;
  readonly column: ListColumn;
  readonly context: ViewContext;
  /** The text that opened the editor; null for the value itself. */
  readonly begin: string | null;
  readonly onSave: (given: { sent: unknown; shown: unknown; text: string }, leaving: FocusExit) => void;
  readonly onCancel: (leaving: FocusExit) => void;
}

/** Edits a cell in the manner of its kind of field. */
export function CellEditor({ record, column, context, begin, onSave, onCancel }: Props) {
  const { label, field, view } = column;
  const leaving = useRef<FocusExit>('elsewhere');
  // A change of another person must not replace the value under the editor.
  const [value] = useState(() => fieldValue(column, record));
  const onKeyDown = (event: KeyboardEvent): void => {
    leaving.current = leavingBy(event);
  };
  if (!view.edit) return null;
  return (
    <div
      data-own-keys
      className={style.editor}
      onKeyDownCapture={onKeyDown}
      onPointerDownCapture={() => {
        leaving.current = 'elsewhere';
      }}
    >
      <FactEditor
        label={label}
        edit={view.edit}
        context={{ ...context, field }}
        value={value}
        typed={null}
        begin={begin}
        onSave={(sent, shown, typed) => {
          const isText = view.edit?.by === 'line' || view.edit?.by === 'lines';
          const text = isText ? typed : (view.show(shown, { ...context, field }) ?? 'empty');
          onSave({ sent, shown, text }, leaving.current);
        }}
        onCancel={() => onCancel(leaving.current)}
      />
    </div>
  );
}

function leavingBy({ key, shiftKey }: KeyboardEvent): FocusExit {
  if (key === 'Enter') return 'down';
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  return key === 'Escape' ? 'stay' : 'elsewhere';
}
