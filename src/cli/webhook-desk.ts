import type { Attempt } from '../store/log/messages.ts';
import type { RangeReplay } from '../records/webhooks/webhook-deliveries.ts';
import type { NewWebhook, Webhook } from '../records/webhooks/webhooks.ts';

/** The part of a message that commands print. */
interface Message {
  readonly id: string;
}

/** The webhooks of one account, in the database itself or through a running service. Results are those of the API. */
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
  attempts(messageId: string): Promise<{ webhook_message: Message & { attempts: readonly Attempt[] } }>;
}
