import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { notes } from '../../../resources/notes.ts';
import { formValueOf } from '../../create/copied-values.ts';
import { DraftLine } from '../../create/draft-line.tsx';
import { FormDialog } from '../../create/form-dialog.tsx';
import { joinedFields } from '../../create/form-fields.ts';
import { type FormValues, readForm } from '../../create/form-values.ts';
import { useKeptDraft } from '../../create/use-kept-draft.ts';
import { draftOf } from '../../data/drafts.ts';
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

/** What somebody typed into the form, with the note that it changes. */
interface NoteDraft {
  readonly loaded: LoadedRecord;
  readonly values: FormValues;
}

/** The fields of the form: the text first. */
const order = ['text', 'kind', 'happened_at', 'title', 'contacts', 'users', 'project', 'lead', 'company'];

function NoteForm({ loaded: now, onClose }: FormProps) {
  const context = useViewContext();
  const draftName = `edit-note-${now.record.id}`;
  const [draft] = useState(() => draftOf<NoteDraft>(draftName));
  // Somebody else may change the note meanwhile, also since the draft was typed: the service then says so.
  const [loaded, setLoaded] = useState(draft?.values.loaded ?? now);
  const { record, version } = loaded;
  const all = joinedFields(notes, context.directory, 'update');
  const fields = order.flatMap((name) => all.filter((field) => field.name === name));
  const valuesOf = (of: LoadedRecord): FormValues =>
    Object.fromEntries(fields.map((field) => [field.path, formValueOf(field, of.record[field.name] ?? null, context)]));
  const [begun, setBegun] = useState(() => valuesOf(loaded));
  const [values, setValues] = useState<FormValues>({ ...begun, ...draft?.values.values });
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const isDirty = JSON.stringify(values) !== JSON.stringify(begun);
  const typed = useMemo((): NoteDraft => ({ loaded, values }), [loaded, values]);
  const endDraft = useKeptDraft(draftName, typed, isDirty);
  const discard = (): void => {
    endDraft();
    setLoaded(now);
    setBegun(valuesOf(now));
    setValues(valuesOf(now));
    setRestoredAt(null);
  };
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
    endDraft();
    onClose();
    await readTimelinesAgain();
  };
  return (
    <FormDialog
      title="Edit the note"
      kind={notes}
      fields={{ first: fields.slice(0, 5), more: fields.slice(5) }}
      values={values}
      isDirty={isDirty}
      onChange={setValues}
      linksTo={null}
      sendName="Save"
      read={read}
      onSend={send}
      onClose={() => {
        endDraft();
        onClose();
      }}
    >
      {restoredAt !== null && <DraftLine at={restoredAt} onDiscard={discard} />}
    </FormDialog>
  );
}
