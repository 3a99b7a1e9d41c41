import { type Config, listeningUrl } from '../config.ts';
import { systemResolve } from '../events/safe-address.ts';
import type { Answer, Call } from '../records/call.ts';
import { readMessage } from '../records/messages.ts';
import { replayMessage, replayRange, testWebhook } from '../records/webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  readWebhook,
  readWebhooks,
  rotateSecret,
  updateWebhook,
} from '../records/webhooks.ts';
import { createValidator } from '../schema/validator.ts';
import type { Store } from '../store/store.ts';
import { apiPrefix } from '../version.ts';
import { everyStored } from './every-page.ts';
import type { WebhookDesk } from './webhook-desk.ts';

/** The webhooks of the account of a call. What is to be sent is kept, and sent by the service. */
export function storedWebhooks(store: Store, call: Call, config: Config): WebhookDesk {
  const rules = { allowPrivate: config.webhooksAllowPrivate, resolve: systemResolve };
  const apiUrl = (config.publicUrl ?? listeningUrl(config.host, config.port)) + apiPrefix;
  const judged = (schema: string, webhook: object) => createValidator().judgeAs(schema, 'webhook', { webhook });
  return {
    isStored: true,
    list: () => everyStored((wish) => readWebhooks(store, call, wish)),
    create: async (fields) =>
      bodyOf(await createWebhook(store, call, judged('WebhookCreate', fields), { rules, location: nowhere })),
    show: async (id) => bodyOf(await readWebhook(store, call, id)),
    update: async (id, fields) =>
      bodyOf(await updateWebhook(store, call, { id }, { asked: judged('WebhookUpdate', fields), rules })),
    delete: (id) => deleteWebhook(store, call, { id }),
    rotateSecret: async (id) => bodyOf(await rotateSecret(store, call, { id })),
    test: async (id) => bodyOf(await testWebhook(store, call, id, apiUrl)),
    replay: async (id, asked) =>
      bodyOf(await replayRange(store, call, id, createValidator().judgeWhole('WebhookReplayRequest', asked))),
    replayMessage: async (id) => bodyOf(await replayMessage(store, call, id, apiUrl)),
    attempts: async (id) => bodyOf(await readMessage(store, call, { id, withAttempts: true }, apiUrl)),
  };
}

/** Nobody at a terminal looks where a thing would be on the web. */
const nowhere = (): string => '';

const bodyOf = <Body>({ body = '{}' }: Answer): Body => JSON.parse(body) as Body;
