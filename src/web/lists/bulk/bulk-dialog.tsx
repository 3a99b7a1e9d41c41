import { useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { faultAt } from '../../create/form-faults.tsx';
import { FormField } from '../../create/form-field.tsx';
import type { FormFault, FormValue } from '../../create/form-values.ts';
import type { Fields } from '../../data/target.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { Dialog, mayClose } from '../../parts/dialog/dialog.tsx';
import { SelectField } from '../../parts/field/select-field.tsx';
import { type BulkField, bulkFieldsOf, readBulk } from './bulk-fields.ts';
import style from './bulk.module.css';

interface Props {
  readonly resource: Resource;
  /** `12 projects`. */
  readonly what: string;
  readonly context: ViewContext;
  readonly onApply: (body: Fields) => void;
  readonly onClose: () => void;
}

/** Chooses fields and their new values for many records. A blank field stays as it is in every record. */
export function BulkDialog({ resource, what, context, onApply, onClose }: Props) {
  const fields = bulkFieldsOf(resource, context.directory);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [form, setForm] = useState<{ values: Record<string, FormValue | undefined>; cleared: readonly string[] }>({
    values: {},
    cleared: [],
  });
  const [faults, setFaults] = useState<readonly FormFault[]>([]);
  const shown = chosen.flatMap((path) => fields.filter((field) => field.path === path));
  const isDirty = chosen.length > 0;
  const submit = (): void => {
    const read = readBulk(shown, form, context);
    const isBlank = Object.keys(read.body).length === 0;
    if (read.faults.length > 0) setFaults(read.faults);
    else if (isBlank) setFaults([{ path: null, message: 'Choose a field and give it a value, or clear it.' }]);
    else onApply(read.body);
  };
  const clear = (path: string, isCleared: boolean): void =>
    setForm({
      ...form,
      cleared: isCleared ? [...form.cleared, path] : form.cleared.filter((one) => one !== path),
    });
  const general = faults.find(({ path }) => path === null);
  return (
    <Dialog title={`Change ${what}`} onClose={onClose} isDirty={isDirty}>
      <DialogForm
        fault={general?.message}
        verb={`Change ${what}`}
        onSubmit={submit}
        onCancel={() => mayClose(isDirty) && onClose()}
      >
        {shown.map((shape) => (
          <ChangedField
            key={shape.path}
            shape={shape}
            value={form.values[shape.path]}
            isCleared={form.cleared.includes(shape.path)}
            fault={faultAt(faults, shape.path, resource.plural)}
            onChange={(value) => setForm({ ...form, values: { ...form.values, [shape.path]: value } })}
            onClear={(isCleared) => clear(shape.path, isCleared)}
          />
        ))}
        <SelectField
          key={chosen.length}
          label={chosen.length === 0 ? 'Field to change' : 'Another field'}
          fault={undefined}
          options={fields
            .filter(({ path }) => !chosen.includes(path))
            .map(({ path, label }) => ({ key: path, name: label }))}
          value=""
          autoFocus={chosen.length === 0}
          onChange={(path) => setChosen([...chosen, path])}
        />
        <p className="small quiet">Only these fields change. A blank one stays as it is.</p>
      </DialogForm>
    </Dialog>
  );
}

interface FieldProps {
  readonly shape: BulkField;
  readonly value: FormValue | undefined;
  readonly isCleared: boolean;
  readonly fault: ReturnType<typeof faultAt>;
  readonly onChange: (value: FormValue | undefined) => void;
  readonly onClear: (isCleared: boolean) => void;
}

const ChangedField = ({ shape, value, isCleared, fault, onChange, onClear }: FieldProps) => (
  <div className={style.field}>
    {isCleared ? (
      <p>
        <span className="label">{shape.label}</span>
        <br />
        will be empty
      </p>
    ) : (
      <FormField shape={shape} value={value} fault={fault} autoFocus onChange={onChange} />
    )}
    {shape.canClear && (
      <label className={style.clear}>
        <input type="checkbox" checked={isCleared} onChange={({ target }) => onClear(target.checked)} />
        Clear {shape.label}
      </label>
    )}
  </div>
);
