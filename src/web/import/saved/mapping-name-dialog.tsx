import { useState } from 'react';
import { Refused } from '../../../client/problem.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { Field } from '../../parts/field/field.tsx';

interface Props {
  readonly title: string;
  readonly verb: string;
  readonly name: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a saved mapping. If the service refuses it, the reason stands at the name. */
export function MappingNameDialog({ title, verb, name, onSave, onClose }: Props) {
  const [text, setText] = useState(name);
  const [fault, setFault] = useState<Told>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const given = text.trim();
    if (given === '') {
      setFault({ name: 'Give it a name.' });
      return;
    }
    if (isBusy) return;
    setBusy(true);
    try {
      await onSave(given);
      onClose();
    } catch (error) {
      setFault(toldOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} isDirty={text !== name} onClose={onClose}>
      <DialogForm verb={verb} fault={fault.whole} onSubmit={() => void submit()} onCancel={onClose}>
        <Field
          label="Name"
          data-first
          value={text}
          maxLength={255}
          autoComplete="off"
          fault={fault.name}
          onChange={({ target }) => setText(target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

interface Told {
  readonly name?: string;
  readonly whole?: string;
}

function toldOf(error: unknown): Told {
  if (!(error instanceof Refused)) return { whole: reasonOf(error) };
  const faulty = error.problems.map(({ pointer = '' }) => pointer);
  if (faulty.includes('/import_mapping/name')) return { name: 'Another saved mapping has this name.' };
  const isOfMapping = faulty.some((pointer) => pointer.startsWith('/import_mapping/mapping'));
  return { whole: isOfMapping ? 'The fields have mistakes. Correct them, then save them.' : reasonOf(error) };
}
