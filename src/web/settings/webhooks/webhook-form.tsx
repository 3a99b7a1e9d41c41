import type { ManagedForm } from '../managed/managed-dialog.tsx';
import type { Secret } from '../../parts/secret/secret-dialog.tsx';
import { EventTypesField } from './event-types-field.tsx';
import { IncludeField } from './include-field.tsx';

const parts = { filter_types: EventTypesField, include: IncludeField };

/** The forms of a webhook. */
export const newWebhook: ManagedForm = { title: 'New webhook', parts, sendName: 'Create the webhook' };
export const changedWebhook: ManagedForm = { title: 'Change the webhook', parts, sendName: 'Save' };

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
