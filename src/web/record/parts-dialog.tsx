import { useState } from 'react';
import { labelOf } from '../../resources/labels.ts';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { Field } from '../parts/field/field.tsx';
import { Popover } from '../parts/popover/popover.tsx';
import type { EditorProps } from './editor-props.ts';

type PartTexts = Readonly<Record<string, string | null>>;

/** Edits a value of several parts, such as an address. An empty part is cleared. */
export function PartsDialog({
  label,
  value,
  typed,
  names,
  onSave,
  onCancel,
}: EditorProps & { names: readonly string[] }) {
  const before = (value ?? {}) as PartTexts;
  const [parts, setParts] = useState<PartTexts>(typed ? (JSON.parse(typed.text) as PartTexts) : before);
  const isDirty = names.some((name) => (parts[name] ?? '') !== (before[name] ?? ''));
  const submit = (): void => {
    const sent = Object.fromEntries(names.map((name) => [name, parts[name]?.trim() || null]));
    if (isDirty) onSave(sent, sent, JSON.stringify(parts));
    else onCancel();
  };
  return (
    <Popover isWide title={label} onClose={onCancel} isDirty={isDirty}>
      <DialogForm fault={typed?.fault} verb="Save" onSubmit={submit} onCancel={onCancel}>
        {names.map((name, index) => (
          <Field
            key={name}
            label={labelOf(name)}
            autoFocus={index === 0}
            value={parts[name] ?? ''}
            onChange={({ target }) => setParts({ ...parts, [name]: target.value })}
          />
        ))}
      </DialogForm>
    </Popover>
  );
}
