import type { DeliveryAttempt } from '../resources/delivery-attempts.ts';
import type { RangeReplay } from '../records/webhooks/webhook-deliveries.ts';
import type { Webhook } from '../resources/managed/webhooks.ts';
import type { NewWebhook } from '../records/webhooks/webhooks.ts';
import { everyEntry } from './every-page.ts';
import { askService, type Service } from './running-service.ts';

/** The part of a message that commands print. */
interface Message {
  readonly id: string;
}

/** The webhooks of one account. Results are those of the API. */
export interface WebhookDesk {
  /** Whether deliveries are only stored here, for the service to send. */
  readonly isStored: boolean;
  list(): Promise<Webhook[]>;
  create(fields: object): Promise<{ webhook: NewWebhook }>;
  show(id: string): Promise<{ webhook: Webhook }>;
  update(id: string, fields: object): Promise<{ webhook: Webhook }>;
  delete(id: string): Promise<unknown>;
  rotateSecret(id: string): Promise<{ webhook: NewWebhook }>;
  test(id: string): Promise<{ webhook_message: Message }>;
  replay(id: string, asked: object): Promise<{ replay: RangeReplay }>;
  replayMessage(id: string): Promise<{ webhook_message: Message; webhook_ids: readonly string[] }>;
  attempts(messageId: string): Promise<{ webhook_message: Message & { attempts: readonly DeliveryAttempt[] } }>;
}

/** The desk of the webhooks of the account. */
export function webhookDesk(service: Service): WebhookDesk {
  const ask = async <Body>(method: string, path: string, asked?: object): Promise<Body> =>
    (await askService(service, method, path, asked)).body as Body;
  return {
    isStored: service.isLocal,
    list: () => everyEntry(service, 'webhooks'),
    create: (webhook) => ask('POST', '/webhooks', { webhook }),
    show: (id) => ask('GET', one(id)),
    update: (id, webhook) => ask('PATCH', one(id), { webhook }),
    delete: (id) => ask('DELETE', one(id)),
    rotateSecret: (id) => ask('POST', `${one(id)}/rotate_secret`),
    test: (id) => ask('POST', `${one(id)}/test`),
    replay: (id, asked) => ask('POST', `${one(id)}/replay`, asked),
    replayMessage: (id) => ask('POST', `${message(id)}/replay`),
    attempts: (id) => ask('GET', `${message(id)}?include=attempts`),
  };
}

const one = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

const message = (id: string): string => `/webhook_messages/${encodeURIComponent(id)}`;
