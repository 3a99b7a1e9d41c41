import { type KeyboardEvent, useState } from 'react';
import type { FieldEdit } from '../fields/field-view.ts';
import { readingOf } from '../fields/reading.ts';
import { afterPress } from '../parts/after-press.ts';
import type { EditorProps } from './editor-props.ts';
import style from './facts.module.css';

type TextEdit = Extract<FieldEdit, { readonly by: 'line' | 'lines' }>;

/** Edits a text in place. Enter saves a line; Ctrl Enter saves several. */
export function TextEditor(props: EditorProps & { readonly edit: TextEdit }) {
  const { label, view, edit, context, value, typed, begin, onSave, onCancel } = props;
  // The value that the user has seen: somebody else may change it meanwhile.
  const [seen] = useState(value);
  const before = edit.text(seen, context);
  const [text, setText] = useState(typed?.text ?? begin ?? before);
  const [fault, setFault] = useState(typed?.fault ?? null);
  const save = (): void => {
    if (text === before && typed === null) {
      onCancel();
      return;
    }
    const read = edit.read(text, context, seen);
    if ('fault' in read) setFault(read.fault);
    else onSave(read.value, read.value, text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isEnter = event.key === 'Enter' && (edit.by === 'line' || event.ctrlKey || event.metaKey);
    const isSave = isEnter || (event.key === 'Tab' && begin !== undefined);
    if (isSave) save();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
  };
  const reading = view && readingOf({ field: context.field, view }, edit, { text, context, before: seen });
  const input = {
    'aria-label': label,
    'aria-invalid': fault !== null,
    className: style.input,
    autoFocus: true,
    value: text,
    onKeyDown,
    onBlur: () => afterPress(save),
  };
  return (
    <>
      {edit.by === 'line' ? (
        <input {...input} autoComplete="off" onChange={({ target }) => setText(target.value)} />
      ) : (
        <textarea {...input} rows={6} onChange={({ target }) => setText(target.value)} />
      )}
      {reading !== undefined && <span className={style.reading}>{reading}</span>}
      {fault !== null && (
        <span role="alert" className={style.fault}>
          {fault}
        </span>
      )}
    </>
  );
}
