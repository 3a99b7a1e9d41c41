import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { webhooks } from '../../../resources/managed/webhooks.ts';
import { Button } from '../../parts/button/button.tsx';
import { ManagedList } from '../managed/managed-list.tsx';
import { type Secret, SecretDialog } from '../managed/secret-dialog.tsx';
import { PageHead } from '../page-head.tsx';
import type { Webhook } from './webhook.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';
import style from './webhooks.module.css';

/** The webhooks of the firm. Each has a page of its own. */
export function WebhooksPage() {
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<Secret | null>(null);
  return (
    <>
      <PageHead
        title="Webhooks"
        action={
          <Button look="filled" onClick={() => setMaking(true)}>
            New webhook
          </Button>
        }
      >
        <p>The service sends a message to these addresses whenever a record changes.</p>
      </PageHead>
      <ManagedList
        kind={webhooks}
        columns={['description', 'filter_types', 'rate_limit']}
        empty={{ filter_types: 'Every type', rate_limit: 'No limit' }}
        none="No webhooks yet. A program with an address of its own can receive every change."
        titleOf={(row) => (
          <Link to={`/settings/webhooks/${row.id}` as never} className={style.address}>
            {(row as Webhook).url}
          </Link>
        )}
        stateOf={(row) => <WebhookState webhook={row as Webhook} />}
        actionsOf={() => null}
      />
      {isMaking && (
        <WebhookDialog
          webhook={null}
          onDone={(_, made) => {
            setMaking(false);
            setSecret(made);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {secret && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </>
  );
}
