import { useState } from 'react';
import { noteSubjects } from '../../resources/notes.ts';
import type { Resource } from '../../resources/resource.ts';
import { draftOf } from '../data/drafts.ts';
import type { PageField } from '../fields/page-field.ts';
import { createRecord } from '../data/records.ts';
import { announceNew } from './announce-new.ts';
import { useSession } from '../data/session.ts';
import { type Creation, creationName } from './creation.ts';
import { DraftLine } from './draft-line.tsx';
import { FormDialog, type FormParts } from './form-dialog.tsx';
import { FormField } from './form-field.tsx';
import { filterDefaults } from './filter-defaults.ts';
import { type FormFields, formFieldsOf } from './form-fields.ts';
import { type FormValues, readForm } from './form-values.ts';
import { Twins, twinsBelow } from './twins.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { useViewContext } from '../fields/use-view-context.ts';

interface Props extends Creation {
  readonly onMade: (id: string, name: string) => void;
  readonly onClose: () => void;
}

/** The form that makes a record. Closing it discards what was typed. */
export function CreateDialog({ resource, given, search, usual, copyOf, onMade, onClose }: Props) {
  const context = useViewContext();
  const { user } = useSession();
  const form = formFieldsOf(resource, context.directory);
  const all = [...form.first, ...form.more];
  const [begun] = useState(() =>
    givenOf(all, { ...usualOf(resource), ...usual, ...filterDefaults(all, search, { context, user }), ...given }),
  );
  const fields = withTextFirst(withGivenFirst(form, begun), resource, begun);
  const draftName = copyOf === undefined ? `new-${resource.singular}` : `copy-${resource.singular}-${copyOf}`;
  const { values, setValues, isDirty, restoredAt, end, discard } = useDraft(draftName, begun, copyOf !== undefined);
  const send = async (body: object): Promise<void> => {
    const { id, name } = await sendNew(resource, body);
    end();
    onMade(id, name);
  };
  const close = (): void => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      title={creationName(resource)}
      kind={resource}
      fields={fields}
      values={values}
      isDirty={isDirty}
      onChange={setValues}
      parts={context.directory.account.project_number_pattern === null ? undefined : numbered}
      linksTo={resource.plural}
      below={(path) => path === twinsBelow(resource.plural) && <Twins plural={resource.plural} values={values} />}
      sendName={creationName(resource)}
      read={(named) => readForm(all, named, context)}
      onSend={send}
      onClose={close}
    >
      {restoredAt !== null && <DraftLine at={restoredAt} onDiscard={discard} />}
    </FormDialog>
  );
}

/** The value that a form begins with where the service would choose the same one. */
const usualOf = ({ plural }: Resource): FormValues => (plural === 'notes' ? { kind: 'note' } : {});

const numbered: FormParts = {
  project_number: (props) => <FormField {...props} autoFocus={false} placeholder="Given when you save" />,
};

/** The values that the form has fields for. */
const givenOf = (fields: readonly PageField[], given: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(given).filter(([path, value]) => value !== undefined && fields.some((one) => one.path === path)),
  );

/** The form with its given values in sight. */
const withGivenFirst = ({ first, more }: FormFields, given: FormValues): FormFields => ({
  first: [...first, ...more.filter(({ path }) => path in given)],
  more: more.filter(({ path }) => !(path in given)),
});

/** The form of a note begins with its text if the screen gives the subject. */
function withTextFirst({ first, more }: FormFields, { plural }: Resource, given: FormValues): FormFields {
  const isKnown = noteSubjects.some((path) => path in given);
  if (plural !== 'notes' || !isKnown) return { first, more };
  const isText = ({ path }: PageField): boolean => path === 'text';
  return { first: [...first.filter(isText), ...first.filter((field) => !isText(field))], more };
}

interface NewRecord {
  readonly id: string;
  readonly name?: string | null;
  readonly title?: string;
}

/** Makes a record, and tells the screens at once. @throws {Refused} with all faults of the fields. */
async function sendNew({ singular, plural }: Resource, fields: object): Promise<{ id: string; name: string }> {
  const { id, name, title } = await createRecord<NewRecord>({ singular, plural }, fields);
  announceNew({ singular, plural }, id);
  return { id, name: name ?? title ?? `The ${singular}` };
}

/**
 * The values of a form, kept as a draft while somebody types.
 * @param given the values that the form opens with. They replace those of an old draft, unless it is that of a copy.
 */
function useDraft(form: string, given: FormValues, isCopy: boolean) {
  const [draft] = useState(() => draftOf<FormValues>(form));
  const [values, setValues] = useState<FormValues>(() =>
    isCopy ? { ...given, ...draft?.values } : { ...draft?.values, ...given },
  );
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const isDirty = JSON.stringify(values) !== JSON.stringify(given);
  const end = useKeptDraft(form, values, isDirty);
  const discard = (): void => {
    end();
    setValues(given);
    setRestoredAt(null);
  };
  return { values, setValues, isDirty, restoredAt, end, discard };
}
