import { webhooks } from '../../../resources/managed/webhooks.ts';
import { ManagedDialog } from '../managed/managed-dialog.tsx';
import { sendManaged } from '../managed/managed-query.ts';
import type { Secret } from '../managed/secret-dialog.tsx';
import { EventTypesField } from './event-types-field.tsx';
import type { Webhook } from './webhook.ts';

interface Props {
  /** The webhook to change; null makes a new one. */
  readonly webhook: Webhook | null;
  /** Called with the secret of a new webhook. */
  readonly onDone: (webhook: Webhook, secret: Secret | null) => void;
  readonly onClose: () => void;
}

/** The form of a webhook. */
export const WebhookDialog = ({ webhook, onDone, onClose }: Props) => (
  <ManagedDialog
    title={webhook ? 'Change the webhook' : 'New webhook'}
    kind={webhooks}
    row={webhook}
    parts={{ filter_types: EventTypesField }}
    sendName={webhook ? 'Save' : 'Make the webhook'}
    onSend={async (fields) => {
      const { webhook: after } = await sendManaged<{ webhook: Webhook & { secret?: string } }>('webhooks', {
        method: webhook ? 'PATCH' : 'POST',
        path: webhook ? `/webhooks/${webhook.id}` : '/webhooks',
        body: { webhook: fields },
      });
      onDone(after, after.secret === undefined ? null : secretOf(after.secret));
    }}
    onClose={onClose}
  />
);

/** The secret of a webhook, as the page shows it once. */
export const secretOf = (secret: string, isRotated = false): Secret => ({
  title: 'The secret of the webhook',
  values: { Secret: secret },
  about: (
    <>
      <p>The page shows it only now. The receiver verifies with it that a message comes from this service.</p>
      {isRotated && <p>For 24 hours the service also signs with the previous secret. Update the receiver meanwhile.</p>}
    </>
  ),
});
