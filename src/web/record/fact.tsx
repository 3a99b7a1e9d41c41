import { type ReactNode, useEffect, useRef, useState } from 'react';
import { nothing } from '../data/formats.ts';
import type { Fields } from '../data/target.ts';
import type { FieldContext, FieldView, ViewContext } from '../fields/field-view.ts';
import { isEditable, type PageField } from '../fields/page-field.ts';
import { fieldBody, fieldKeys, fieldValue } from '../fields/field-values.ts';
import { toast } from '../toasts/toasts.ts';
import { FactEditor } from './fact-editor.tsx';
import { FactText } from './fact-text.tsx';
import { FailedMark } from './failed/failed-mark.tsx';
import { keepFailed, useFailed } from './failed/failed-changes.ts';
import style from './facts.module.css';
import type { FieldChange } from './record-query.ts';
import { useViewContext } from '../fields/use-view-context.ts';

interface Props {
  readonly shape: PageField;
  readonly record: Fields;
  /** The kind of the record. */
  readonly plural: string;
  readonly canWrite: boolean;
  /** A remark after the value, such as the time until a date. */
  readonly note?: ReactNode;
  /** @returns why the service did not make the change; null if it did. */
  readonly onChange: (change: FieldChange) => Promise<string | null>;
}

/** A field of a record: its label and its value, which is edited in place. */
export function Fact({ shape, record, plural, canWrite, note, onChange }: Props) {
  const { name, label, field, view } = shape;
  const context = { field, ...useViewContext() };
  const value = fieldValue(shape, record);
  const { root, button, isEditing, begin: beginEditing, end } = useEditing();
  // A change goes with the version of the record that the user saw when the editor opened.
  const changeSeen = useRef(onChange);
  const begin = (): void => {
    changeSeen.current = onChange;
    beginEditing();
  };
  const key = `${plural}/${String(record['id'])}/${name}`;
  const failure = useFailed(key);
  const save = (sent: unknown, shown: unknown, text: string): void => {
    end();
    const change = { label, fields: fieldBody(shape, sent), shown: fieldKeys(shape, record, shown) };
    void sendFact(
      { key, text, shown: shownText(shape, shown, { text, context }), send: () => changeSeen.current(change) },
      label,
    );
  };
  return (
    <div className={style.fact}>
      <dt className="label">{label}</dt>
      <dd ref={root} className={style.value}>
        {!(isEditing && isTyped(view)) && (
          <FactText
            label={label}
            view={view}
            value={value}
            context={context}
            isEditable={canWrite && isEditable(shape)}
            buttonRef={button}
            onEdit={begin}
          />
        )}
        {!isEditing && note}
        {isEditing && view.edit && (
          <FactEditor
            label={label}
            edit={view.edit}
            view={view}
            context={context}
            value={value}
            typed={failure ? { text: failure.text, fault: failure.reason } : null}
            onSave={save}
            onCancel={end}
          />
        )}
        {failure && !isEditing && (
          <FailedMark
            label={label}
            failure={failure}
            onEdit={begin}
            onDone={() => button.current?.focus()}
            onDiscard={() => keepFailed(key, null)}
          />
        )}
      </dd>
    </div>
  );
}

/** Whether a field of a record has no value. */
export const isEmptyFact = (shape: PageField, record: Fields, context: ViewContext): boolean =>
  shape.view.show(fieldValue(shape, record), { field: shape.field, ...context }) === null;

/** Whether the value is edited as text in its place, not in a dialog. */
const isTyped = ({ edit }: FieldView): boolean => edit?.by === 'line' || edit?.by === 'lines';

/** Whether a value is edited. The focus that the editor had goes to the value when it ends. */
function useEditing() {
  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const [isEditing, setEditing] = useState(false);
  useEffect(() => {
    if (!isEditing && hadFocus.current) button.current?.focus();
    hadFocus.current = false;
  }, [isEditing]);
  const end = (): void => {
    // The focus is elsewhere already if somebody has pressed another place.
    hadFocus.current = root.current?.contains(document.activeElement) ?? false;
    setEditing(false);
  };
  return { root, button, isEditing, begin: () => setEditing(true), end };
}

interface FactChange {
  readonly key: string;
  readonly text: string;
  readonly shown: string;
  readonly send: () => Promise<string | null>;
}

/** Sends a change. If it fails, what was typed is kept at the field. */
async function sendFact(sending: FactChange, label: string): Promise<void> {
  const { key, text, shown, send } = sending;
  keepFailed(key, null);
  const reason = await send();
  if (reason === null) return;
  const again = (): void => void sendFact(sending, label);
  const isSeen = keepFailed(key, { text, shown, reason, again });
  if (!isSeen) toast(`${label} was not saved. ${reason}`, { isFault: true, action: { name: 'Try again', run: again } });
}

/** A line is shown as it was typed, anything else as its value is. */
function shownText({ view }: PageField, value: unknown, { text, context }: { text: string; context: FieldContext }) {
  return (isTyped(view) ? text : view.show(value, context)) || nothing;
}
