import { type SubmitEvent, useState } from 'react';
import { words } from '../../../resources/in-words.ts';
import type { Resource } from '../../../resources/resource.ts';
import { SelectField } from '../../create/select-field.tsx';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import form from '../../parts/field/form.module.css';
import type { SmallRecord } from './entries-query.ts';
import { replaceEntry, sentenceOfUse } from './removal.ts';

interface Props {
  readonly resource: Resource;
  readonly entry: SmallRecord;
  /** The number of records that use it. */
  readonly uses: number;
  readonly others: readonly SmallRecord[];
  readonly onClose: (isReplaced: boolean) => void;
}

/** Asks where the records go that use an entry, before it is deleted. */
export function ReplaceDialog({ resource, entry, uses, others, onClose }: Props) {
  const [otherId, setOtherId] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const other = others.find(({ id }) => id === otherId);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!other) {
      setFault(`Choose the ${words(resource)} that takes its place.`);
      return;
    }
    setBusy(true);
    try {
      await replaceEntry(resource, entry, other);
      onClose(true);
    } catch (error) {
      setFault(reasonOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Delete ${entry.name}`} onClose={() => onClose(false)}>
      <form className={form.form} onSubmit={(event) => void submit(event)}>
        <p>{sentenceOfUse(resource, entry.name, uses)} Before it is deleted, they move to another one.</p>
        <SelectField
          label="Move them to"
          fault={fault ?? undefined}
          options={others.map(({ id, name }) => ({ key: id, name }))}
          value={otherId}
          autoFocus
          onChange={setOtherId}
        />
        <DialogActions>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button look="danger" type="submit" disabled={isBusy}>
            {isBusy ? 'Moving…' : 'Move and delete'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
