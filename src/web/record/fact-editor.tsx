import { Dialog } from '../parts/dialog/dialog.tsx';
import { Picker } from '../parts/picker/picker.tsx';
import type { EditorProps } from './editor-props.ts';
import style from './facts.module.css';
import { LookUp } from './look-up.tsx';
import { PartsDialog } from './parts-dialog.tsx';
import { SeveralDialog } from './several-dialog.tsx';
import { TextEditor } from './text-editor.tsx';

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
        <Dialog title={label} onClose={onCancel}>
          {props.typed && <p className={style.fault}>{props.typed.fault}</p>}
          <Picker label={label} options={options} begin={begin} onPick={pick} />
        </Dialog>
      );
    }
    case 'several':
      return <SeveralDialog {...props} options={edit.options(value, context)} />;
    case 'parts':
      return <PartsDialog {...props} names={edit.names} />;
    case 'look_up':
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
