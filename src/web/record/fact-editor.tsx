import { useState } from 'react';
import { type Option, Picker } from '../parts/picker/picker.tsx';
import { Popover } from '../parts/popover/popover.tsx';
import { SeveralLookUpField } from '../create/several-look-up-field.tsx';
import { type Entry, nameOf } from '../data/directory.ts';
import { CheckList } from '../parts/check-list/check-list.tsx';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import type { EditorProps } from './editor-props.ts';
import style from './facts.module.css';
import { PartsDialog } from './parts-dialog.tsx';
import { TextEditor } from './text-editor.tsx';
import { type NamedRecord, useFound } from '../finding/use-found.ts';

/** Edits the value of a field in place, in the manner of its kind. */
export function FactEditor(props: EditorProps) {
  const { label, edit, context, value, begin, onSave, onCancel } = props;
  switch (edit.by) {
    case 'line':
    case 'lines':
      return <TextEditor {...props} edit={edit} />;
    case 'pick': {
      const options = edit.options(value, context);
      const pick = (key: string): void => {
        const option = options.find((one) => one.key === key);
        const sent = edit.send(key);
        const shown = context.field.kind === 'reference' && sent !== null ? { id: key, name: option?.name } : sent;
        onSave(sent, shown, key);
      };
      return (
        <Popover title={label} onClose={onCancel}>
          {props.typed && <p className={style.fault}>{props.typed.fault}</p>}
          <Picker label={label} options={options} begin={begin} onPick={pick} />
        </Popover>
      );
    }
    case 'several':
      return <SeveralDialog {...props} options={edit.options(value, context)} />;
    case 'parts':
      return <PartsDialog {...props} names={edit.names} />;
    case 'look_up':
      if (edit.isSeveral) return <SeveralLookUpDialog {...props} />;
      return (
        <LookUp
          label={label}
          plural={context.field.kind === 'reference' ? context.field.to : ''}
          begin={begin}
          onPick={(record) => onSave(record?.id ?? null, record, record?.name ?? '')}
          onClose={onCancel}
        />
      );
  }
}

interface Props {
  readonly label: string;
  readonly plural: string;
  /** The text that it begins with. */
  readonly begin?: string | null | undefined;
  /** @param record null to leave the field empty. */
  readonly onPick: (record: NamedRecord | null) => void;
  readonly onClose: () => void;
}

/** Looks records up as somebody types. The service searches; the page shows the first twenty. */
function LookUp({ label, plural, begin, onPick, onClose }: Props) {
  const [text, setText] = useState(begin ?? '');
  const { found, isCurrent } = useFound(plural, text);
  // Somebody who types looks for a record.
  const none = text === '' ? [{ key: '', name: 'None' }] : [];
  const options = [...found.map(({ id, name, note }) => ({ key: id, name, note })), ...none];
  return (
    <Popover title={label} onClose={onClose}>
      <Picker
        label={label}
        options={options}
        begin={begin}
        onType={setText}
        isCurrent={isCurrent}
        onPick={(key) => onPick(found.find(({ id }) => id === key) ?? null)}
      />
    </Popover>
  );
}

/** Edits a field with several records of a large list. */
function SeveralLookUpDialog({ label, context: { field }, value, typed, onSave, onCancel }: EditorProps) {
  const [before] = useState(() => ((value ?? []) as readonly Entry[]).map(named));
  const [records, setRecords] = useState<readonly NamedRecord[]>(before);
  const ids = records.map(({ id }) => id);
  return (
    <Popover isWide title={label} onClose={onCancel} isDirty={ids.join() !== before.map(({ id }) => id).join()}>
      <DialogForm
        fault={typed?.fault}
        verb="Save"
        onSubmit={() => onSave(ids, records, records.map(({ name }) => name).join(', '))}
        onCancel={onCancel}
      >
        <SeveralLookUpField
          label={label}
          plural={field.kind === 'references' ? field.to : ''}
          value={records}
          fault={undefined}
          autoFocus
          onChange={setRecords}
        />
      </DialogForm>
    </Popover>
  );
}

const named = (entry: Entry): NamedRecord => ({ id: entry.id, name: nameOf(entry) });

/** Edits a field with several of a few values. */
function SeveralDialog(props: EditorProps & { readonly options: readonly Option[] }) {
  const { label, context, typed, options, onSave, onCancel } = props;
  const before = options.filter(({ isCurrent }) => isCurrent).map(({ key }) => key);
  const [keys, setKeys] = useState<readonly string[]>(typed ? typed.text.split('\n') : before);
  const submit = (): void => {
    const entries = keys.map((key): Entry => ({ id: key, name: options.find((one) => one.key === key)?.name ?? key }));
    onSave(keys, context.field.kind === 'references' ? entries : keys, keys.join('\n'));
  };
  return (
    <Popover isWide title={label} onClose={onCancel} isDirty={keys.join() !== before.join()}>
      <DialogForm fault={typed?.fault} verb="Save" onSubmit={submit} onCancel={onCancel}>
        <CheckList label={label} options={options} keys={keys} onChange={setKeys} />
      </DialogForm>
    </Popover>
  );
}
