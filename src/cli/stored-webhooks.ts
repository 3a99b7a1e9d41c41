import { networkInterfaces } from 'node:os';
import { type Config, listeningUrl } from '../config.ts';
import { ownAddresses, systemResolve } from '../events/safe-address.ts';
import { type KeptMessage, toldMessage } from '../events/message-json.ts';
import type { RequestContext } from '../records/call.ts';
import { valueOf } from '../records/outcome.ts';
import { readAttempts, readMessage } from '../records/reading/messages.ts';
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

/** The webhooks of the account of a call. Deliveries are only stored here; the service sends them. */
export function storedWebhooks(call: RequestContext, config: Config): WebhookDesk {
  const own = ownAddresses(networkInterfaces());
  const rules = { allowPrivate: config.webhooksAllowPrivate, resolve: systemResolve, own };
  const apiUrl = (config.publicUrl ?? listeningUrl(config.host, config.port)) + apiPrefix;
  const judged = (schema: string, webhook: object) => createValidator().judgeAs(schema, 'webhook', { webhook });
  const told = (message: KeptMessage) => toldMessage(message, apiUrl);
  return {
    isStored: true,
    list: () => everyStored((wish) => readWebhooks(call, wish)),
    create: async (fields) => ({ webhook: valueOf(await createWebhook(call, judged('WebhookCreate', fields), rules)) }),
    show: async (id) => ({ webhook: await readWebhook(call, id) }),
    update: async (id, fields) => {
      const asked = judged('WebhookUpdate', fields);
      return { webhook: valueOf(await updateWebhook(call, { id }, { asked, rules })) };
    },
    delete: (id) => deleteWebhook(call, { id }),
    rotateSecret: async (id) => ({ webhook: valueOf(await rotateSecret(call, { id })) }),
    test: async (id) => ({ webhook_message: told(valueOf(await testWebhook(call, id))) }),
    replay: async (id, asked) => ({
      replay: valueOf(await replayRange(call, id, createValidator().judgeWhole('WebhookReplayRequest', asked))),
    }),
    replayMessage: async (id) => {
      const { message, webhookIds } = valueOf(await replayMessage(call, id));
      return { webhook_message: told(message), webhook_ids: webhookIds };
    },
    attempts: async (id) => ({
      webhook_message: { ...told(await readMessage(call, id)), attempts: await readAttempts(call, id) },
    }),
  };
}
