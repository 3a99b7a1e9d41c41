import { useState } from 'react';
import { oauthClients } from '../../../resources/managed/credentials.ts';
import { Button } from '../../parts/button/button.tsx';
import { ManagedDialog } from '../managed/managed-dialog.tsx';
import { type Managed, sendManaged } from '../managed/managed-query.ts';
import { type Secret, SecretDialog } from '../managed/secret-dialog.tsx';
import { PageHead } from '../page-head.tsx';
import { CredentialsList } from './credentials-list.tsx';
import { ScopesField } from './scopes-field.tsx';

const deleting = {
  name: 'Delete',
  done: 'deleted',
  about: 'Its access tokens end at once, and it gets no new ones. A deleted client cannot come back.',
};

interface Made {
  readonly name: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** The OAuth clients of the firm: made, renamed and deleted. */
export function ClientsPage() {
  const [open, setOpen] = useState<'new' | Managed | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const row = open === 'new' ? null : open;
  const send = async (fields: object): Promise<void> => {
    const { oauth_client: made } = await sendManaged<{ oauth_client: Made }>('oauth_clients', {
      method: row ? 'PATCH' : 'POST',
      path: row ? `/oauth_clients/${row.id}` : '/oauth_clients',
      body: { oauth_client: fields },
    });
    setOpen(null);
    if (row === null) setSecret(secretOf(made));
  };
  return (
    <>
      <PageHead
        title="OAuth clients"
        action={
          <Button look="filled" onClick={() => setOpen('new')}>
            New client
          </Button>
        }
      >
        <p>A program exchanges the secret of a client for access tokens, each of which lasts an hour.</p>
      </PageHead>
      <CredentialsList
        kind={oauthClients}
        columns={['scopes', 'user', 'client_id', 'last_used_at', 'expires_at']}
        none="No OAuth clients yet. They are for programs that should not hold a long-lived token."
        end={deleting}
        actionsOf={(one) => (
          <Button look="bare" aria-label={`Rename ${String(one['name'])}`} onClick={() => setOpen(one)}>
            Rename
          </Button>
        )}
      />
      {open && (
        <ManagedDialog
          title={row ? 'Rename the client' : 'New client'}
          kind={oauthClients}
          row={row}
          given={{ scopes: ['read'] }}
          parts={{ scopes: ScopesField }}
          sendName={row ? 'Rename' : 'Make the client'}
          onSend={send}
          onClose={() => setOpen(null)}
        >
          {row === null && <p className="quiet">It acts as you. Its scopes and its secret cannot change later.</p>}
        </ManagedDialog>
      )}
      {secret && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </>
  );
}

const secretOf = ({ name, client_id: id, client_secret: text }: Made): Secret => ({
  title: `The client ${name}`,
  values: { 'Client id': id, 'Client secret': text },
  about: (
    <p>
      The page shows the secret only now. The program sends both to <code>/oauth/token</code>.
    </p>
  ),
});
