import { useState } from 'react';
import { apiTokens } from '../../../resources/managed/credentials.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { ManagedDialog } from '../managed/managed-dialog.tsx';
import { sendManaged } from '../managed/managed-query.ts';
import { type Secret, SecretDialog } from '../managed/secret-dialog.tsx';
import { PageHead } from '../page-head.tsx';
import { CredentialsList } from './credentials-list.tsx';
import { ScopesField } from './scopes-field.tsx';

const revoking = {
  name: 'Revoke',
  done: 'revoked',
  about: 'The next request with this token is refused. A revoked token cannot come back.',
};

/** The API tokens of the firm: made, listed and revoked. */
export function TokensPage() {
  const { user } = useSession();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<Secret | null>(null);
  const make = async (fields: object): Promise<void> => {
    const { api_token: made } = await sendManaged<{ api_token: { name: string; token: string } }>('api_tokens', {
      method: 'POST',
      path: '/api_tokens',
      body: { api_token: fields },
    });
    setMaking(false);
    setSecret({ title: `The token ${made.name}`, values: { Token: made.token }, about });
  };
  return (
    <>
      <PageHead
        title="API tokens"
        action={
          <Button look="filled" onClick={() => setMaking(true)}>
            New token
          </Button>
        }
      >
        <p>A program acts with a token as one of your users. Give each program a token of its own.</p>
      </PageHead>
      <CredentialsList
        kind={apiTokens}
        columns={['scopes', 'user', 'last_used_at', 'expires_at']}
        none="No tokens yet. A program needs one to use the API."
        end={revoking}
      />
      {isMaking && (
        <ManagedDialog
          title="New token"
          kind={apiTokens}
          row={null}
          given={{ scopes: ['read'], user_id: user.id }}
          parts={{ scopes: ScopesField }}
          sendName="Make the token"
          onSend={make}
          onClose={() => setMaking(false)}
        >
          <p className="quiet">The role of its user limits it too. Without a date it works until it is revoked.</p>
        </ManagedDialog>
      )}
      {secret && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </>
  );
}

const about = (
  <p>
    The page shows it only now. The program sends it as <code>Authorization: Bearer …</code>.
  </p>
);
