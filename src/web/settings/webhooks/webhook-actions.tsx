import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { webhooks, type Webhook } from '../../../resources/managed/webhooks.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../parts/button/button.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../toasts/toasts.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { ManagedDialog } from '../managed/managed-dialog.tsx';
import { api } from '../../data/api.ts';
import { changeManaged } from '../managed/managed-query.ts';
import { type Secret, SecretDialog } from '../../parts/secret/secret-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { changedWebhook, secretOf } from './webhook-form.tsx';
import style from './webhooks.module.css';

type WebhookDialog = 'change' | 'rotate' | 'delete' | { readonly replaySince: string | null };

/** The actions on a webhook. Tests and replays need one that is on. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [open, setOpen] = useState<WebhookDialog | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const close = (): void => setOpen(null);
  const { enabled } = webhook;
  return (
    <div className={style.actions}>
      {enabled && <Button onClick={() => void sendTest(webhook)}>Send a test</Button>}
      {enabled && <Button onClick={() => setOpen({ replaySince: null })}>Replay a period</Button>}
      <Button onClick={() => void turn(webhook, (replaySince) => setOpen({ replaySince }))}>
        {enabled ? 'Turn off' : 'Turn on'}
      </Button>
      <Button onClick={() => setOpen('change')}>Change</Button>
      <Button onClick={() => setOpen('rotate')}>Rotate the secret</Button>
      <Button look="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'change' && (
        <ManagedDialog kind={webhooks} row={webhook} form={changedWebhook} onSent={close} onClose={close} />
      )}
      {open === 'rotate' && (
        <Rotation
          webhook={webhook}
          onSecret={(made) => {
            close();
            setSecret(made);
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && <Deletion webhook={webhook} onClose={close} />}
      {open !== null && typeof open === 'object' && (
        <ReplayDialog webhook={webhook} since={open.replaySince} onClose={close} />
      )}
      {secret && <SecretDialog secret={secret} onStored={() => setSecret(null)} />}
    </div>
  );
}

async function sendTest({ id }: Webhook): Promise<void> {
  try {
    await changeManaged('webhook_messages', () => api.send('POST /webhooks/{id}/test', { path: { id } }));
    toast('A test is on its way. Its result appears below.');
  } catch (error) {
    toast(`The test was not sent. ${reasonOf(error)}`, { isFault: true });
  }
}

/** Turns a webhook off or on. While it was off, the service queued nothing, so those messages can be sent again. */
async function turn(webhook: Webhook, replay: (since: string) => void): Promise<void> {
  const { id, enabled, disabled_at: offSince } = webhook;
  try {
    const parts = { path: { id }, body: { webhook: { enabled: !enabled } } };
    await changeManaged('webhooks', () => api.send('PATCH /webhooks/{id}', parts));
    const missed = offSince !== null && { action: { name: 'Replay them', run: () => replay(offSince) } };
    if (enabled) toast('The webhook is off.');
    else toast('The webhook is on. The messages of the time when it was off were not sent.', missed || {});
  } catch (error) {
    toast(`The webhook is still ${enabled ? 'on' : 'off'}. ${reasonOf(error)}`, { isFault: true });
  }
}

interface RotationProps {
  readonly webhook: Webhook;
  readonly onSecret: (secret: Secret) => void;
  readonly onClose: () => void;
}

function Rotation({ webhook, onSecret, onClose }: RotationProps) {
  const rotate = async (): Promise<void> => {
    const parts = { path: { id: webhook.id } };
    const { body } = await changeManaged('webhooks', () => api.send('POST /webhooks/{id}/rotate_secret', parts));
    onSecret(secretOf(body.webhook.secret, true));
  };
  return (
    <ConfirmDialog title="Rotate the secret?" name="Rotate" onConfirm={rotate} onClose={onClose}>
      <p>
        The service makes a new secret. For 24 hours it signs with both. If you rotate again in that time, the oldest
        secret ends at once.
      </p>
    </ConfirmDialog>
  );
}

function Deletion({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    const parts = { path: { id: webhook.id } };
    await changeManaged('webhook_messages', () => api.send('DELETE /webhooks/{id}', parts));
    await navigate({ to: '/settings/webhooks' as never });
    toast('The webhook is deleted.');
    queryClient.removeQueries({ queryKey: ['webhooks', webhook.id] });
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  };
  return (
    <ConfirmDialog title="Delete the webhook?" name="Delete" onConfirm={remove} onClose={onClose}>
      <p>The service sends nothing more to {webhook.url}. A deleted webhook cannot be restored.</p>
    </ConfirmDialog>
  );
}
