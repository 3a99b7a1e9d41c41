import { networkInterfaces } from 'node:os';
import type { Attempt } from '../resources/delivery-attempts.ts';
import type { KeptMessage } from '../store/log/messages.ts';
import { type RangeReplay, replayMessage, replayRange, testWebhook } from '../records/webhooks/webhook-deliveries.ts';
import {
  type NewWebhook,
  type Webhook,
  createWebhook,
  deleteWebhook,
  readWebhook,
  readWebhooks,
  rotateSecret,
  updateWebhook,
} from '../records/webhooks/webhooks.ts';
import { everyServed, everyStored } from './every-page.ts';
import { askService, type Service } from './running-service.ts';
import { type Config, listeningUrl } from '../config.ts';
import { ownAddresses, systemResolve } from '../events/safe-address.ts';
import { toldMessage } from '../events/messages.ts';
import type { StoreContext } from '../records/request-context.ts';
import { valueOf } from '../records/results.ts';
import { readAttempts, readMessage } from '../records/reading/logs.ts';
import { createValidator } from '../schema/validator.ts';
import { apiPrefix } from '../version.ts';

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

/** The webhooks of a token's account, through the running service. */
export function servedWebhooks(service: Service): WebhookDesk {
  const ask = async <Body>(method: string, path: string, asked?: object): Promise<Body> =>
    (await askService(service, method, path, asked)).body as Body;
  return {
    isStored: false,
    list: () => everyServed(service, 'webhooks'),
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

/** The webhooks of the context's account. Deliveries are only stored here; the service sends them. */
export function storedWebhooks(context: StoreContext, config: Config): WebhookDesk {
  const own = ownAddresses(networkInterfaces());
  const rules = { allowPrivate: config.webhooksAllowPrivate, resolve: systemResolve, own };
  const apiUrl = (config.publicUrl ?? listeningUrl(config.host, config.port)) + apiPrefix;
  const judged = (schema: string, webhook: object) => createValidator().judgeAs(schema, 'webhook', { webhook });
  const told = (message: KeptMessage) => toldMessage(message, apiUrl);
  return {
    isStored: true,
    list: () => everyStored((pageRequest) => readWebhooks(context, pageRequest)),
    create: async (fields) => ({
      webhook: valueOf(await createWebhook(context, judged('WebhookCreate', fields), rules)),
    }),
    show: async (id) => ({ webhook: await readWebhook(context, id) }),
    update: async (id, fields) => {
      const asked = judged('WebhookUpdate', fields);
      return { webhook: valueOf(await updateWebhook(context, { id }, { asked, rules })) };
    },
    delete: (id) => deleteWebhook(context, { id }),
    rotateSecret: async (id) => ({ webhook: valueOf(await rotateSecret(context, { id })) }),
    test: async (id) => ({ webhook_message: told(valueOf(await testWebhook(context, id))) }),
    replay: async (id, asked) => ({
      replay: valueOf(await replayRange(context, id, createValidator().judgeWhole('WebhookReplayRequest', asked))),
    }),
    replayMessage: async (id) => {
      const { message, webhookIds } = valueOf(await replayMessage(context, id));
      return { webhook_message: told(message), webhook_ids: webhookIds };
    },
    attempts: async (id) => ({
      webhook_message: { ...told(await readMessage(context, id)), attempts: await readAttempts(context, id) },
    }),
  };
}
