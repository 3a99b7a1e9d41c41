import { type ReactNode, useState } from 'react';
import { faultAt } from '../../create/field-fault.tsx';
import { FaultSummary } from '../../create/fault-summary.tsx';
import { FormField } from '../../create/form-field.tsx';
import { faultsOf } from '../../create/form-faults.ts';
import { type FormFault, type FormValues, readForm } from '../../create/form-values.ts';
import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions, mayClose } from '../../parts/dialog/dialog.tsx';
import { type FormParts, formFields, readChanges, valuesOf } from './form-parts.ts';
import type { Kind } from './managed-list.tsx';
import type { Managed } from './managed-query.ts';
import { SubmitForm } from '../../create/submit-form.tsx';
import { useFormFaults } from '../../create/use-form-faults.ts';

interface Props {
  readonly title: string;
  readonly kind: Kind;
  /** The object to change; null makes a new one. */
  readonly row: Managed | null;
  /** The values with which something new begins. */
  readonly given?: FormValues;
  readonly parts?: FormParts;
  readonly sendName: string;
  /** @param body the fields of a request. @throws {Refused} with the faults of the fields. */
  readonly onSend: (body: object) => Promise<void>;
  readonly onClose: () => void;
  /** A sentence above the fields. */
  readonly children?: ReactNode;
}

/** A form of the fields that somebody can give. The typed values stay until the service has taken them. */
export function ManagedDialog({ title, kind, row, given = {}, parts, sendName, onSend, onClose, children }: Props) {
  const context = { formats: useFormats(), directory: useDirectory() };
  const fields = formFields(kind, row === null ? 'create' : 'update');
  const [begun] = useState<FormValues>(() => (row === null ? given : valuesOf(fields, row, context)));
  const [values, setValues] = useState(begun);
  const isDirty = JSON.stringify(values) !== JSON.stringify(begun);
  const { faults, faultsFor, refuse, element, goTo } = useFormFaults(values);
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (isBusy) return;
    const read = row === null ? readForm(fields, values, context) : readChanges(fields, values, begun, context);
    if (read.faults.length > 0) {
      refuse(read.faults);
      return;
    }
    setBusy(true);
    try {
      await onSend(read.body);
    } catch (error) {
      refuse(faultsOf(error, kind, fields));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} isDirty={isDirty}>
      <SubmitForm ref={element} onSubmit={send}>
        {children}
        <FaultSummary faults={faults} onGo={goTo} />
        {fields.map((shape, index) => {
          const Part = parts?.[shape.path] ?? FormField;
          return (
            <div key={shape.path} data-path={shape.path}>
              <Part
                shape={shape}
                value={values[shape.path]}
                fault={faultAt(withoutLinks(faultsFor(shape.path)), shape.path, kind.plural)}
                autoFocus={index === 0}
                onChange={(value) => setValues({ ...values, [shape.path]: value })}
              />
            </div>
          );
        })}
        <DialogActions>
          <Button onClick={() => mayClose(isDirty) && onClose()}>Cancel</Button>
          <Button look="filled" type="submit" aria-keyshortcuts="Control+Enter" aria-disabled={isBusy}>
            {sendName}
          </Button>
        </DialogActions>
      </SubmitForm>
    </Dialog>
  );
}

/** The faults without the link to another object: the objects of the settings have no page of their own. */
const withoutLinks = (faults: readonly FormFault[]): readonly FormFault[] =>
  faults.map(({ path, message }) => ({ path, message }));
