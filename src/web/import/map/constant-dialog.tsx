import { useState } from 'react';
import { FormField } from '../../create/form-field.tsx';
import { type FormValue, readForm } from '../../create/form-values.ts';
import type { PageField } from '../../fields/page-field.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import { useViewContext } from '../../fields/use-view-context.ts';

interface Props {
  readonly fields: readonly PageField[];
  /** Called with the values as requests have them. */
  readonly onSet: (values: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

/** Chooses a field, and then the value that it has in each row. */
export function ConstantDialog({ fields, onSet, onClose }: Props) {
  const [path, setPath] = useState<string | null>(null);
  const [value, setValue] = useState<FormValue>();
  const [fault, setFault] = useState<string>();
  const context = useViewContext();
  const shape = fields.find((one) => one.path === path);
  if (!shape) {
    return (
      <Dialog title="The same in each row" onClose={onClose}>
        <Picker label="Field" options={fields.map((one) => ({ key: one.path, name: one.label }))} onPick={setPath} />
      </Dialog>
    );
  }
  const submit = (): void => {
    const { body, faults } = readForm([shape], { [shape.path]: value }, context);
    const [wrong] = faults;
    const isEmpty = Object.keys(body).length === 0;
    if (wrong || isEmpty) {
      setFault(wrong?.message ?? 'Choose or type a value.');
      return;
    }
    onSet(body);
    onClose();
  };
  return (
    <Dialog key={shape.path} title={`${shape.label} of each row`} isDirty={value !== undefined} onClose={onClose}>
      <DialogForm verb="Set" onSubmit={submit} onCancel={onClose}>
        <FormField shape={shape} value={value} fault={fault} autoFocus onChange={setValue} />
      </DialogForm>
    </Dialog>
  );
}
