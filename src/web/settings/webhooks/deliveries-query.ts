import type { Schemas } from '../../../client/operations.ts';
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryAttempt } from '../../../resources/delivery-attempts.ts';
import { testEventType } from '../../../resources/events.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { numberedPagesQuery } from '../../queries/paged-query.ts';
import type { Webhook } from '../../../resources/managed/webhooks.ts';

type Message = Schemas['WebhookMessage'];

/** A message for a webhook, with the attempts to deliver it there, the latest first. */
export interface Delivery {
  readonly message: Message;
  readonly attempts: readonly DeliveryAttempt[];
}

interface DeliveriesPage {
  readonly deliveries: readonly Delivery[];
  /** The number of messages that were looked through. */
  readonly read: number;
  readonly hasNext: boolean;
}

/** The number of messages on a page. To find failures, the page looks through more. */
const perPage = { all: 20, failed: 100 } as const;

export const isReceived = ({ status, error }: DeliveryAttempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

/** Whether the last attempt has failed. */
export const hasFailed = ({ attempts: [last] }: Delivery): boolean => last !== undefined && !isReceived(last);

/** The time within which the result of a message is still awaited. */
const awaitedMs = 60_000;
const pollMs = 2000;

/** The messages for a webhook, the latest first. */
export const deliveriesQuery = (webhook: Webhook, only: keyof typeof perPage) =>
  numberedPagesQuery(
    ['webhook_messages', webhook.id, webhook.filter_types, only],
    async (page, signal): Promise<DeliveriesPage> => {
      const query = { ...filterOf(webhook), per_page: perPage[only], page };
      const { body, next } = await api.send('GET /webhook_messages', { query, signal });
      const own = body.webhook_messages.filter((message) => isFor(webhook, message));
      const deliveries = await Promise.all(own.map((message) => deliveryOf(webhook, message, signal)));
      return { deliveries, read: body.webhook_messages.length, hasNext: next !== null };
    },
  );

/**
 * Reads the messages again whose results are awaited, and puts them into a list.
 * @param replayed the times of replays by the ids of the messages.
 */
export function awaitedQuery(
  webhook: Webhook,
  { queryKey }: Pick<ReturnType<typeof deliveriesQuery>, 'queryKey'>,
  { shown, replayed }: { readonly shown: readonly Delivery[]; readonly replayed: ReadonlyMap<string, number> },
) {
  const awaited = (): readonly Delivery[] => shown.filter((one) => isAwaited(one, replayed.get(one.message.id) ?? 0));
  const messages = awaited().map(({ message }) => message);
  return queryOptions({
    queryKey: ['webhook_awaited', webhook.id, messages.map(({ id }) => id)],
    enabled: messages.length > 0,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<number> => {
      const read = await Promise.all(messages.map((message) => deliveryOf(webhook, message, signal)));
      const byId = new Map(read.map((one) => [one.message.id, one]));
      queryClient.setQueryData(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              deliveries: page.deliveries.map((one) => byId.get(one.message.id) ?? one),
            })),
          },
      );
      return read.length;
    },
    refetchInterval: () => (awaited().length > 0 ? pollMs : false),
  });
}

function filterOf({ created_at: at, filter_types: types }: Webhook) {
  const ofTypes = types.length === 0 ? {} : { event_type: [...types, testEventType].join(',') };
  return { 'timestamp[gte]': at, ...ofTypes };
}

/** A test goes to one webhook alone. */
const isFor = ({ id }: Webhook, { event_type: type, payload }: Message): boolean =>
  type !== testEventType || payload.id === id;

async function deliveryOf({ id }: Webhook, { id: messageId }: Message, signal: AbortSignal): Promise<Delivery> {
  const { body } = await api.send('GET /webhook_messages/{id}', {
    path: { id: messageId },
    query: { include: 'attempts' },
    signal,
  });
  const { attempts = [], ...message } = body.webhook_message;
  return { message, attempts: attempts.filter((one) => one.webhook_id === id).reverse() };
}

/** @param since the time of its last replay. */
function isAwaited({ message, attempts: [last] }: Delivery, since: number): boolean {
  const asked = Math.max(Date.parse(message.timestamp), since);
  return Date.now() - asked < awaitedMs && (last === undefined || Date.parse(last.attempted_at) < since);
}
