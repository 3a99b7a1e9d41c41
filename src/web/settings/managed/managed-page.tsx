import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { toast } from '../../toasts/toasts.ts';
import { PageHead } from '../page-head.tsx';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { ManagedDialog, type ManagedForm } from './managed-dialog.tsx';
import type { ManagedKind } from './managed-list.tsx';
import { sendRequest } from '../../data/api.ts';
import { changeManaged, type ManagedRecord } from './managed-query.ts';
import { type Secret, SecretDialog } from '../../parts/secret/secret-dialog.tsx';

/** The question before something ends, and what a toast says afterwards. */
export interface ManagedEnd {
  readonly title: string;
  /** The name of the button: what happens. */
  readonly name: string;
  /** The consequences. */
  readonly about: ReactNode;
  readonly done: string;
}

/** The dialogs that the rows of a page open. */
export interface ManagedDialogs {
  readonly change: (row: ManagedRecord) => void;
  readonly end: (row: ManagedRecord) => void;
  /** Shows a secret; nothing without one. */
  readonly show: (secret: Secret | null) => void;
}

interface Props {
  readonly title: string;
  readonly about: ReactNode;
  readonly kind: ManagedKind;
  /** The name of the button that makes a new one. */
  readonly newName: string;
  /** @param row null for a new one. */
  readonly formOf: (row: ManagedRecord | null) => ManagedForm;
  /** Follows a sent form. @returns the secret of something new. */
  readonly onSent: (sent: ManagedRecord, isNew: boolean) => Secret | null | Promise<Secret | null>;
  readonly endOf?: (row: ManagedRecord) => ManagedEnd;
  /** The lists. */
  readonly children: (dialogs: ManagedDialogs) => ReactNode;
}

/** A page of the settings: what the firm has of a kind, made, changed and ended in dialogs. */
export function ManagedPage({ title, about, kind, newName, formOf, onSent, endOf, children }: Props) {
  const [open, setOpen] = useState<'new' | ManagedRecord | null>(null);
  const [ending, setEnding] = useState<ManagedRecord | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const row = open === 'new' ? null : open;
  const sent = async (after: ManagedRecord): Promise<void> => {
    setOpen(null);
    setSecret(await onSent(after, row === null));
  };
  const end = ending && endOf?.(ending);
  const confirm = async ({ id }: ManagedRecord, { done }: ManagedEnd): Promise<void> => {
    await changeManaged(kind.plural, () => sendRequest({ method: 'DELETE', path: `/${kind.plural}/${id}` }));
    setEnding(null);
    toast(done);
  };
  return (
    <>
      <PageHead
        title={title}
        action={
          <Button look="filled" onClick={() => setOpen('new')}>
            {newName}
          </Button>
        }
      >
        <p>{about}</p>
      </PageHead>
      {children({ change: setOpen, end: setEnding, show: setSecret })}
      {open && (
        <ManagedDialog
          kind={kind}
          row={row}
          form={formOf(row)}
          onSent={(after) => void sent(after)}
          onClose={() => setOpen(null)}
        />
      )}
      {ending && end && (
        <ConfirmDialog
          title={end.title}
          name={end.name}
          onConfirm={() => confirm(ending, end)}
          onClose={() => setEnding(null)}
        >
          {end.about}
        </ConfirmDialog>
      )}
      {secret && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </>
  );
}
