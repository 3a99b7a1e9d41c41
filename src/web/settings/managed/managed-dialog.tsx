import { type ReactNode, useState } from 'react';
import type { Field } from '../../../resources/fields.ts';
import { acceptedFields } from '../../../resources/resource.ts';
import { FormDialog, type FormParts } from '../../create/form-dialog.tsx';
import { type FormValue, type FormValues, readForm, type ReadForm } from '../../create/form-values.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { pageField, type PageField } from '../../fields/page-field.ts';
import type { ManagedKind } from './managed-list.tsx';
import { changeManaged, type ManagedRecord } from './managed-query.ts';
import { createRecord, sendRecord } from '../../data/records.ts';
import { useViewContext } from '../../fields/use-view-context.ts';

/** The words and the fields of a form of the settings. */
export interface ManagedForm {
  readonly title: string;
  /** The values with which something new begins. */
  readonly given?: FormValues;
  readonly parts?: FormParts;
  readonly sendName: string;
  /** A sentence above the fields. */
  readonly about?: ReactNode;
}

interface Props {
  readonly kind: ManagedKind;
  /** The object to change; null makes a new one. */
  readonly row: ManagedRecord | null;
  readonly form: ManagedForm;
  /** Called with the answer, which holds the secret of something new. */
  readonly onSent: (sent: ManagedRecord) => void;
  readonly onClose: () => void;
}

/** A form of the fields that somebody can give. The typed values stay until the service has taken them. */
export function ManagedDialog({ kind, row, form, onSent, onClose }: Props) {
  const context = useViewContext();
  const fields = formFields(kind, row === null ? 'create' : 'update');
  const [begun] = useState<FormValues>(() => (row === null ? (form.given ?? {}) : valuesOf(fields, row, context)));
  const [values, setValues] = useState(begun);
  const change = async ({ id }: ManagedRecord, body: object): Promise<ManagedRecord> => {
    const request = { method: 'PATCH', body: { [kind.singular]: body } } as const;
    return { ...(await sendRecord({ ...kind, id }, request)).record, id };
  };
  const send = async (body: object): Promise<void> => {
    onSent(await changeManaged(kind.plural, () => (row === null ? createRecord(kind, body) : change(row, body))));
  };
  return (
    <FormDialog
      title={form.title}
      kind={kind}
      fields={{ first: fields, more: [] }}
      values={values}
      isDirty={JSON.stringify(values) !== JSON.stringify(begun)}
      onChange={setValues}
      parts={form.parts}
      linksTo={null}
      sendName={form.sendName}
      read={(named) => (row === null ? readForm(fields, named, context) : readChanges(fields, named, begun, context))}
      onSend={send}
      onClose={onClose}
    >
      {form.about}
    </FormDialog>
  );
}

/** The fields of a form, in the order of the declaration. The service makes secrets itself. */
const formFields = (kind: ManagedKind, action: 'create' | 'update'): readonly PageField[] =>
  acceptedFields(kind, action)
    .filter(([, field]) => isTyped(field))
    .map(([name, field]) => pageField(name, field, kind));

/** A switch such as `enabled` is a button, not a field. */
const isTyped = (field: Field): boolean => !field.secret && !field.derived;

/** The values with which a form begins that changes something. */
const valuesOf = (fields: readonly PageField[], row: ManagedRecord, context: ViewContext): FormValues =>
  Object.fromEntries(fields.map((field) => [field.path, valueOf(field, row[field.name] ?? null, context)]));

function valueOf({ field, view: { edit } }: PageField, value: unknown, context: ViewContext): FormValue | undefined {
  if (value === null) return undefined;
  if (edit?.by === 'line' || edit?.by === 'lines') return edit.text(value, { ...context, field });
  return value as FormValue;
}

/** Reads the fields that differ from what the form began with. Emptied ones are cleared. */
function readChanges(
  fields: readonly PageField[],
  values: FormValues,
  given: FormValues,
  context: ViewContext,
): ReadForm {
  const changed = fields.filter(({ path }) => JSON.stringify(values[path]) !== JSON.stringify(given[path]));
  const { body, faults } = readForm(changed, values, context);
  const cleared = changed.filter(({ path }) => !(path in body) && faults.every((fault) => fault.path !== path));
  return { body: { ...Object.fromEntries(cleared.map(({ path }) => [path, null])), ...body }, faults };
}
