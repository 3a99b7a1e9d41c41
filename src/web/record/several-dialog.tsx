import { useState } from 'react';
import type { Entry } from '../data/directory.ts';
import { CheckList } from '../parts/check-list/check-list.tsx';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { Dialog } from '../parts/dialog/dialog.tsx';
import type { Option } from '../parts/picker/picker.tsx';
import type { EditorProps } from './editor-props.ts';

/** Edits a field with several of a few values. */
export function SeveralDialog(props: EditorProps & { readonly options: readonly Option[] }) {
  const { label, context, typed, options, onSave, onCancel } = props;
  const before = options.filter(({ isCurrent }) => isCurrent).map(({ key }) => key);
  const [keys, setKeys] = useState<readonly string[]>(typed ? typed.text.split('\n') : before);
  const submit = (): void => {
    const entries = keys.map((key): Entry => ({ id: key, name: options.find((one) => one.key === key)?.name ?? key }));
    onSave(keys, context.field.kind === 'references' ? entries : keys, keys.join('\n'));
  };
  return (
    <Dialog title={label} onClose={onCancel} isDirty={keys.join() !== before.join()}>
      <DialogForm fault={typed?.fault} verb="Save" onSubmit={submit} onCancel={onCancel}>
        <CheckList label={label} options={options} keys={keys} onChange={setKeys} />
      </DialogForm>
    </Dialog>
  );
}
