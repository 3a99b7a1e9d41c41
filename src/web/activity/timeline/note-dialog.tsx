import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notes } from '../../../resources/notes.ts';
import { formValueOf } from '../../create/copied-values.ts';
import { FormDialog } from '../../create/form-dialog.tsx';
import { joinedFields } from '../../create/form-fields.ts';
import { type FormValues, readForm } from '../../create/form-values.ts';
import { useViewContext } from '../../fields/use-view-context.ts';
import { fieldBody } from '../../fields/field-values.ts';
import { changeOrChoose } from '../../record/conflict/change-or-choose.ts';
import { type LoadedRecord, recordQuery } from '../../record/record-query.ts';
import { readTimelinesAgain } from './note-actions.ts';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** The form that changes a note. It opens once the page has read the note as it is now. */
export function NoteDialog({ id, onClose }: Props) {
  const { data } = useQuery({ ...recordQuery(notes, id), staleTime: 0 });
  return data ? <NoteForm loaded={data} onClose={onClose} /> : null;
}

interface FormProps extends Pick<Props, 'onClose'> {
  readonly loaded: LoadedRecord;
}

/** The fields of the form: the text first. */
const order = ['text', 'kind', 'happened_at', 'title', 'contacts', 'users', 'project', 'lead', 'company'];

function NoteForm({ loaded: now, onClose }: FormProps) {
  const context = useViewContext();
  // Somebody else may change the note meanwhile: the service then says so.
  const [loaded] = useState(now);
  const { record, version } = loaded;
  const all = joinedFields(notes, context.directory, 'update');
  const fields = order.flatMap((name) => all.filter((field) => field.name === name));
  const [begun] = useState<FormValues>(() =>
    Object.fromEntries(fields.map((field) => [field.path, formValueOf(field, record[field.name] ?? null, context)])),
  );
  const [values, setValues] = useState(begun);
  const read = (named: FormValues) => {
    const changed = fields.filter(({ path }) => JSON.stringify(named[path]) !== JSON.stringify(begun[path]));
    const { body, faults } = readForm(changed, named, context);
    const cleared = changed.filter(({ path }) => !(path in body) && faults.every((fault) => fault.path !== path));
    const empty = cleared.map((field) => fieldBody(field, field.field.kind === 'references' ? [] : null));
    return { body: Object.assign({}, ...empty, body) as Readonly<Record<string, unknown>>, faults };
  };
  const send = async (body: object): Promise<void> => {
    const target = { singular: 'note', plural: 'notes', id: record.id };
    if (Object.keys(body).length > 0) {
      await changeOrChoose({ target, fields: { ...body }, shown: {} }, { version, seen: record });
    }
    onClose();
    await readTimelinesAgain();
  };
  return (
    <FormDialog
      title="Edit the note"
      kind={notes}
      fields={{ first: fields.slice(0, 5), more: fields.slice(5) }}
      values={values}
      isDirty={JSON.stringify(values) !== JSON.stringify(begun)}
      onChange={setValues}
      linksTo={null}
      sendName="Save"
      read={read}
      onSend={send}
      onClose={onClose}
    />
  );
}
