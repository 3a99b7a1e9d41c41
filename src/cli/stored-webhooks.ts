import { networkInterfaces } from 'node:os';
import { type Config, listeningUrl } from '../config.ts';
import { ownAddresses, systemResolve } from '../events/safe-address.ts';
import { toldMessage } from '../events/message-json.ts';
import type { KeptMessage } from '../store/log/messages.ts';
import type { StoreContext } from '../records/request-context.ts';
import { valueOf } from '../records/results.ts';
import { readAttempts, readMessage } from '../records/reading/logs.ts';
import { replayMessage, replayRange, testWebhook } from '../records/webhooks/webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  readWebhook,
  readWebhooks,
  rotateSecret,
  updateWebhook,
} from '../records/webhooks/webhooks.ts';
import { createValidator } from '../schema/validator.ts';
import { apiPrefix } from '../version.ts';
import { everyStored } from './every-page.ts';
import type { WebhookDesk } from './webhook-desk.ts';

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
