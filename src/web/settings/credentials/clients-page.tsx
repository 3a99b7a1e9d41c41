import { oauthClients } from '../../../resources/managed/credentials.ts';
import { ManagedPage } from '../managed/managed-page.tsx';
import type { ManagedRecord } from '../managed/managed-query.ts';
import type { Secret } from '../../parts/secret/secret-dialog.tsx';
import { CredentialsList, ending, ScopesField } from './credentials-list.tsx';

/** The OAuth clients of the firm: made, renamed and deleted. */
export const ClientsPage = () => (
  <ManagedPage
    title="OAuth clients"
    about="A program exchanges the secret of a client for access tokens, each of which lasts an hour."
    kind={oauthClients}
    newName="New client"
    formOf={(row) => (row ? { title: 'Rename the client', sendName: 'Rename' } : newClient)}
    onSent={(client, isNew) => (isNew ? secretOf(client) : null)}
    endOf={ending({
      name: 'Delete',
      done: 'deleted',
      about: 'Its access tokens end at once, and it gets no new ones. A deleted client cannot come back.',
    })}
  >
    {({ change, end }) => (
      <CredentialsList
        kind={oauthClients}
        columns={['scopes', 'user', 'client_id', 'last_used_at', 'expires_at']}
        none="No OAuth clients yet. They are for programs that should not hold a long-lived token."
        actions={{ Rename: change, Delete: end }}
      />
    )}
  </ManagedPage>
);

const newClient = {
  title: 'New client',
  given: { scopes: ['read'] },
  parts: { scopes: ScopesField },
  sendName: 'Create the client',
  about: <p className="quiet">It acts as you. Its scopes and its secret cannot change later.</p>,
};

const secretOf = ({ name, client_id: id, client_secret: text }: ManagedRecord): Secret => ({
  title: `The client ${String(name)}`,
  values: { 'Client id': String(id), 'Client secret': String(text) },
  about: (
    <p>
      The page shows the secret only now. The program sends both to <code>/oauth/token</code>.
    </p>
  ),
});
