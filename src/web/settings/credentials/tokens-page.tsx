import { apiTokens } from '../../../resources/managed/credentials.ts';
import { useSession } from '../../data/session.ts';
import { ManagedPage } from '../managed/managed-page.tsx';
import { CredentialsList, ending, ScopesField } from './credentials-list.tsx';

/** The API tokens of the firm: made, listed and revoked. */
export function TokensPage() {
  const { user } = useSession();
  return (
    <ManagedPage
      title="API tokens"
      about="A program acts with a token as one of your users. Give each program a token of its own."
      kind={apiTokens}
      newName="New token"
      formOf={() => ({
        title: 'New token',
        given: { scopes: ['read'], user_id: user.id },
        parts: { scopes: ScopesField },
        sendName: 'Create the token',
        about: (
          <p className="quiet">The role of its user limits it too. Without a date it works until it is revoked.</p>
        ),
      })}
      onSent={({ name, token }) => ({ title: `The token ${String(name)}`, values: { Token: String(token) }, about })}
      endOf={ending({
        name: 'Revoke',
        done: 'revoked',
        about: 'The next request with this token is refused. A revoked token cannot come back.',
      })}
    >
      {({ end }) => (
        <CredentialsList
          kind={apiTokens}
          columns={['scopes', 'user', 'last_used_at', 'expires_at']}
          none="No tokens yet. A program needs one to use the API."
          actions={{ Revoke: end }}
        />
      )}
    </ManagedPage>
  );
}

const about = (
  <p>
    The page shows it only now. The program sends it as <code>Authorization: Bearer …</code>.
  </p>
);
