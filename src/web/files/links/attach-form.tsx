import { useState } from 'react';
import { DraftLine } from '../../create/draft-line.tsx';
import { useKeptDraft } from '../../create/use-kept-draft.ts';
import { draftOf } from '../../data/drafts.ts';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { Button } from '../../parts/button/button.tsx';
import { DialogActions, mayClose } from '../../parts/dialog/dialog.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { Field } from '../../parts/field/field.tsx';
import formStyle from '../../parts/field/form.module.css';
import type { Anchor } from '../../parts/popover/anchor.ts';
import { Popover } from '../../parts/popover/popover.tsx';
import type { FileOwner } from '../file.ts';
import { FilePicker } from '../given/file-picker.tsx';
import { useRecordFiles } from '../zone/record-files.ts';
import { attachLink } from './attach-link.ts';
import { readAddress } from './read-address.ts';

interface Props {
  readonly owner: FileOwner;
  /** The name of the record. */
  readonly title: string;
  /** The address that somebody has pasted; empty without one. */
  readonly address: string;
  readonly anchor: Anchor | null;
  readonly onClose: () => void;
}

interface TypedLink {
  readonly address: string;
  readonly name: string;
}

const nameOf = ({ name }: TypedLink) => (name.trim() === '' ? {} : { name: name.trim() });

/** The form that attaches an address to a record. It keeps what is typed as a draft of the record. */
export function AttachForm({ owner, title, address, anchor, onClose }: Props) {
  const draftName = `attach-${owner.plural}-${owner.id}`;
  const [draft] = useState(() => (address === '' ? draftOf<TypedLink>(draftName) : null));
  const [typed, setTyped] = useState<TypedLink>(draft?.values ?? { address, name: '' });
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const [missing, setMissing] = useState<string>();
  const record = useRecordFiles();
  const { form, faults, isBusy, send } = useSmallForm('file');
  const isDirty = typed.address !== address || typed.name !== '';
  const end = useKeptDraft(draftName, typed, typed.address !== '' || typed.name !== '');
  const close = (): void => {
    end();
    onClose();
  };
  const edit = (change: Partial<TypedLink>): void => {
    setMissing(undefined);
    setTyped({ ...typed, ...change });
  };
  const discard = (): void => {
    end();
    setTyped({ address: '', name: '' });
    setRestoredAt(null);
  };
  const submit = async (): Promise<void> => {
    const url = readAddress(typed.address);
    if (url === null) setMissing('Write an address of the web, such as https://firm.sharepoint.com/sites/bids.');
    else if (await send(() => attachLink(owner, { url, ...nameOf(typed) }))) close();
  };
  return (
    <Popover isWide title={`Attach to ${title}`} anchor={anchor} isDirty={isDirty} onClose={close}>
      <form
        ref={form}
        className={formStyle.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <FilePicker
          onPick={(files) => {
            record?.take({ files, folders: [] });
            onClose();
          }}
        >
          Choose files…
        </FilePicker>
        {restoredAt !== null && <DraftLine at={restoredAt} onDiscard={discard} />}
        <FaultLine>{faults.other ?? undefined}</FaultLine>
        <Field
          label="Address"
          type="url"
          autoFocus
          data-first
          autoComplete="off"
          placeholder="https://"
          value={typed.address}
          fault={missing ?? faults.at['url']}
          onChange={({ target }) => edit({ address: target.value })}
        />
        <Field
          label="Name, optional"
          autoComplete="off"
          value={typed.name}
          fault={faults.at['name']}
          hint="Without a name, the last part of the address is the name."
          onChange={({ target }) => edit({ name: target.value })}
        />
        <DialogActions>
          <Button onClick={() => mayClose(isDirty) && close()}>Cancel</Button>
          <Button look="filled" type="submit" disabled={isBusy}>
            Attach link
          </Button>
        </DialogActions>
      </form>
    </Popover>
  );
}
