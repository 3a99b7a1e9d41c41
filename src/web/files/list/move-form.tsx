import { useState } from 'react';
import { LookUpField } from '../../create/look-up-field.tsx';
import type { NamedRecord } from '../../finding/use-found.ts';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { SelectField } from '../../parts/field/select-field.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
import { type FileOwner, type ListedFile, ownedBy } from '../file.ts';
import { changeFile } from './file-actions.ts';

interface Props {
  readonly file: ListedFile;
  readonly owner: FileOwner;
  readonly onClose: () => void;
}

/** The kinds of records that a person moves a file to. */
const kinds = [
  ['projects', 'Project'],
  ['leads', 'Lead'],
  ['companies', 'Company'],
  ['contacts', 'Contact'],
] as const;

type Kind = (typeof kinds)[number][0];

/** The form that moves a file to another record. */
export function MoveForm({ file, owner, onClose }: Props) {
  const [plural, setPlural] = useState<Kind>(owner.plural === 'notes' ? 'projects' : owner.plural);
  const [record, setRecord] = useState<NamedRecord | string>();
  const [fault, setFault] = useState<string>();
  const kindName = kinds.find(([kind]) => kind === plural)?.[1] ?? '';
  const submit = async (): Promise<void> => {
    if (typeof record !== 'object') {
      setFault(`Choose the ${kindName.toLowerCase()}.`);
      return;
    }
    const [from, to] = [ownedBy(owner), ownedBy({ plural, id: record.id })];
    const fields = { ...Object.fromEntries(Object.keys(from).map((key) => [key, null])), ...to };
    await changeFile(file, { fields, before: from, said: `${file.name} is moved to ${record.name}.` });
    onClose();
  };
  return (
    <Popover isWide title={`Move ${file.name}`} isDirty={record !== undefined} onClose={onClose}>
      <DialogForm verb="Move" onSubmit={submit} onCancel={onClose}>
        <SelectField
          label="Kind of record"
          fault={undefined}
          isRequired
          options={kinds.map(([key, name]) => ({ key, name }))}
          value={plural}
          onChange={(key) => {
            setPlural(key as Kind);
            setRecord(undefined);
          }}
        />
        <LookUpField
          key={plural}
          label={kindName}
          plural={plural}
          value={record}
          fault={fault}
          autoFocus
          onChange={(value) => {
            setFault(undefined);
            setRecord(value);
          }}
        />
      </DialogForm>
    </Popover>
  );
}
