import { useState } from 'react';
import type { Mapping } from '../../../resources/transfer/mapping.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { Labelled } from '../../parts/field/labelled.tsx';

interface Props {
  readonly onTake: (mapping: Mapping) => void;
  readonly onClose: () => void;
}

/** Takes a saved mapping: as a file, or as its text. */
export function PasteDialog({ onTake, onClose }: Props) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = (): void => {
    const mapping = readMapping(text);
    if (mapping === null) {
      setFault('This is no saved mapping. It must be the text of a file that was saved here.');
      return;
    }
    onClose();
    onTake(mapping);
  };
  return (
    <Dialog title="Take the fields from a file" isDirty={text !== ''} onClose={onClose}>
      <DialogForm verb="Take" onSubmit={submit} onCancel={onClose}>
        <Labelled label="Saved file">
          {(input) => (
            <input
              {...input}
              type="file"
              accept=".json,application/json"
              data-first
              onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
            />
          )}
        </Labelled>
        <Labelled label="or its text" fault={fault}>
          {(input) => <textarea {...input} rows={8} value={text} onChange={({ target }) => setText(target.value)} />}
        </Labelled>
      </DialogForm>
    </Dialog>
  );
}

/** A mapping with all of its parts; null if the text is none. */
function readMapping(text: string): Mapping | null {
  try {
    const { mapping, ...own } = JSON.parse(text) as Record<string, unknown>;
    const given = (mapping ?? own) as Partial<Mapping>;
    const isMapping =
      Array.isArray(given.columns) &&
      given.columns.every(({ from, to }) => Array.isArray(from) && typeof to === 'string');
    if (!isMapping) return null;
    return { upsert_by: [], columns: [], constants: {}, references: {}, custom_fields: {}, ...given };
  } catch {
    return null;
  }
}
