import { type SubmitEvent, useState } from 'react';
import { words } from '../../../resources/in-words.ts';
import type { Resource } from '../../../resources/resource.ts';
import { SelectField } from '../../parts/field/select-field.tsx';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { useSending } from '../../parts/use-sending.ts';
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
  const formats = useFormats();
  const [otherId, setOtherId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { reason, isBusy, send } = useSending();
  const other = others.find(({ id }) => id === otherId);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setMissing(!other);
    if (other) void send(() => replaceEntry(resource, entry, other).then(() => onClose(true)));
  };
  return (
    <Dialog title={`Delete ${entry.name}`} onClose={() => onClose(false)}>
      <form className={form.form} onSubmit={submit}>
        <p>{sentenceOfUse(resource, entry.name, uses, formats)} Before it is deleted, they move to another one.</p>
        <SelectField
          label="Move them to"
          fault={isMissing ? `Choose the ${words(resource)} that takes its place.` : (reason ?? undefined)}
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
