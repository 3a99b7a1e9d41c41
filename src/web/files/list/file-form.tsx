import { useState } from 'react';
import type { Fields } from '../../data/target.ts';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { Button } from '../../parts/button/button.tsx';
import { DialogActions, mayClose } from '../../parts/dialog/dialog.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { Field } from '../../parts/field/field.tsx';
import formStyle from '../../parts/field/form.module.css';
import { Popover } from '../../parts/popover/popover.tsx';
import type { ListedFile } from '../file.ts';
import { readAddress } from '../links/read-address.ts';
import { changeFile } from './file-actions.ts';

interface Props {
  readonly file: ListedFile;
  readonly onClose: () => void;
}

/** The form that changes the name of a file, and of a link the address too. */
export function FileForm({ file, onClose }: Props) {
  const isLink = file.kind === 'link';
  const [name, setName] = useState(file.name);
  const [address, setAddress] = useState(file.url ?? '');
  const { form, faults, isBusy, send } = useSmallForm('file');
  const before: Fields = { name: file.name, ...(isLink && { url: file.url }) };
  const typed: Fields = { name: name.trim(), ...(isLink && { url: readAddress(address) ?? address.trim() }) };
  const fields = Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== before[key]));
  const isDirty = Object.keys(fields).length > 0;
  const submit = async (): Promise<void> => {
    const change = { fields, before, said: `${String(typed['name'])} is saved.` };
    if (!isDirty || (await send(() => changeFile(file, change)))) onClose();
  };
  return (
    <Popover isWide title={file.name} isDirty={isDirty} onClose={onClose}>
      <form
        ref={form}
        className={formStyle.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <FaultLine>{faults.other}</FaultLine>
        <Field
          label="Name"
          data-first
          autoComplete="off"
          value={name}
          fault={faults.at['name']}
          onChange={({ target }) => setName(target.value)}
        />
        {isLink && (
          <Field
            label="Address"
            type="url"
            autoComplete="off"
            value={address}
            fault={faults.at['url']}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
        <DialogActions>
          <Button onClick={() => mayClose(isDirty) && onClose()}>Cancel</Button>
          <Button look="filled" type="submit" disabled={isBusy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Popover>
  );
}
