import { everyServed } from './every-page.ts';
import { askService, type Service } from './running-service.ts';
import type { WebhookDesk } from './webhook-desk.ts';

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
