import { useState } from 'react';
import { dropDraft } from '../data/drafts.ts';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import type { PageField } from '../fields/page-field.ts';
import { Button } from '../parts/button/button.tsx';
import { Dialog, DialogActions, mayClose } from '../parts/dialog/dialog.tsx';
import { type Creation, creationName } from './creation.ts';
import { DraftLine } from './draft-line.tsx';
import { FaultSummary } from './fault-summary.tsx';
import { faultsOf } from './form-faults.ts';
import { faultAt } from './field-fault.tsx';
import { FormField } from './form-field.tsx';
import { formFieldsOf } from './form-fields.ts';
import { type FormFault, type FormValues, readForm } from './form-values.ts';
import { sendNew } from './send-new.ts';
import { Twins, twinsBelow } from './twins.tsx';
import { useDraft } from './use-draft.ts';
import { useFormFaults } from './use-form-faults.ts';
import { SubmitForm } from './submit-form.tsx';

interface Props extends Creation {
  readonly onMade: (id: string, name: string) => void;
  readonly onClose: () => void;
}

/** The form that makes a record. Ctrl Enter sends it. */
export function CreateDialog({ resource, given, onMade, onClose }: Props) {
  const context = { formats: useFormats(), directory: useDirectory() };
  const { first, more } = formFieldsOf(resource, context.directory);
  const fields = [...first, ...more];
  const draftName = `new-${resource.singular}`;
  const { values, setValues, isDirty, restoredAt, discard } = useDraft(draftName, givenOf(fields, given));
  const [isMore, setMore] = useState(more.some(({ path }) => values[path] !== undefined));
  const { faults, faultsFor, refuse, element, goTo } = useFormFaults(values);
  const [isBusy, setBusy] = useState(false);
  const show = (found: readonly FormFault[]): void =>
    refuse(found, () => setMore(isMore || more.some(({ path }) => found.some((fault) => fault.path === path))));
  const send = async (): Promise<void> => {
    const read = readForm(fields, values, context);
    if (isBusy) return;
    if (read.faults.length > 0) {
      show(read.faults);
      return;
    }
    setBusy(true);
    try {
      const { id, name } = await sendNew(resource, read.body);
      dropDraft(draftName);
      onMade(id, name);
    } catch (error) {
      show(faultsOf(error, resource, fields));
    } finally {
      setBusy(false);
    }
  };
  const close = (): void => {
    discard();
    onClose();
  };
  return (
    <Dialog title={creationName(resource)} onClose={close} isDirty={isDirty}>
      <SubmitForm ref={element} onSubmit={send}>
        {restoredAt !== null && <DraftLine at={restoredAt} onDiscard={discard} />}
        <FaultSummary faults={faults} onGo={goTo} />
        {(isMore ? fields : first).map((shape, index) => (
          <div key={shape.path} data-path={shape.path}>
            <FormField
              shape={shape}
              value={values[shape.path]}
              fault={faultAt(faultsFor(shape.path), shape.path, resource.plural)}
              autoFocus={index === 0}
              onChange={(value) => setValues({ ...values, [shape.path]: value })}
            />
            {shape.path === twinsBelow(resource.plural) && <Twins plural={resource.plural} values={values} />}
          </div>
        ))}
        {!isMore && more.length > 0 && (
          <Button look="bare" onClick={() => setMore(true)}>
            More fields
          </Button>
        )}
        <FormFoot name={creationName(resource)} isDirty={isDirty} onClose={close} />
      </SubmitForm>
    </Dialog>
  );
}

/** The values that the form has fields for. */
const givenOf = (fields: readonly PageField[], given: FormValues): FormValues =>
  Object.fromEntries(Object.entries(given).filter(([path]) => fields.some((one) => one.path === path)));

interface FootProps {
  readonly name: string;
  readonly isDirty: boolean;
  readonly onClose: () => void;
}

const FormFoot = ({ name, isDirty, onClose }: FootProps) => (
  <DialogActions>
    <Button onClick={() => mayClose(isDirty) && onClose()}>Cancel</Button>
    <Button look="filled" type="submit" aria-keyshortcuts="Control+Enter">
      {name}
    </Button>
  </DialogActions>
);
