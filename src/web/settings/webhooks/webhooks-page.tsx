import { Link } from '@tanstack/react-router';
import { webhooks, type Webhook } from '../../../resources/managed/webhooks.ts';
import { ManagedList } from '../managed/managed-list.tsx';
import { ManagedPage } from '../managed/managed-page.tsx';
import { newWebhook, secretOf } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';
import style from './webhooks.module.css';

/** The webhooks of the firm. Each has a page of its own. */
export const WebhooksPage = () => (
  <ManagedPage
    title="Webhooks"
    about="The service sends a message to these addresses whenever a record changes."
    kind={webhooks}
    newName="New webhook"
    formOf={() => newWebhook}
    onSent={({ secret }) => secretOf(String(secret))}
  >
    {() => (
      <ManagedList
        kind={webhooks}
        columns={['description', 'filter_types', 'rate_limit']}
        empty={{ filter_types: 'Every type', rate_limit: 'No limit' }}
        none="No webhooks yet. A program with an address of its own can receive every change."
        titleOf={(row) => (
          <Link to={`/settings/webhooks/${row.id}` as never} className={`link ${style.address}`}>
            {(row as Webhook).url}
          </Link>
        )}
        stateOf={(row) => <WebhookState webhook={row as Webhook} />}
        actionsOf={() => null}
      />
    )}
  </ManagedPage>
);
