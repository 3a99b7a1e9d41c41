import { onTestFinished, vi } from 'vitest';
import type { Resolve } from '../../../src/events/safe-address.ts';
import type { DeliveryPace } from '../../../src/events/background.ts';
import type { Client, Json } from '../service/client.ts';
import type { Database } from '../service/database.ts';
import { make, next } from '../data/make.ts';
import { type Answer, type Answering, type Receiver, startReceiver } from './receiver.ts';
import { startTestService, type TestService } from '../service/service.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Polls often. The deadline is that of production, because a busy machine may take seconds for a delivery. */
const quick: Partial<DeliveryPace> = { everyMs: 25, forgetEveryMs: 25 };

/** Starts a service that can deliver to this machine. */
export const startDelivering = (
  pace: Partial<DeliveryPace> = {},
  more: {
    readonly on?: Database;
    readonly resolve?: Resolve;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestService> => {
  const { environment, ...rest } = more;
  return startTestService(
    { WEBHOOKS_ALLOW_PRIVATE: '1', TRUST_PROXY: '1', METRICS_PUBLIC: '1', ...environment },
    { ...rest, pace: { ...quick, ...pace } },
  );
};

/** Starts a receiver that stops after the test. */
export async function receiverFor(answer?: Answering): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** Returns responses that a receiver holds back. `release` sends one; `letGo` sends all, now and later. */
export function heldAnswers() {
  const waiting: ((answer: Answer) => void)[] = [];
  const release = (answer: Answer = {}): void => waiting.shift()?.(answer);
  let isOpen = false;
  return {
    answer: (): Answer | Promise<Answer> =>
      isOpen ? {} : new Promise<Answer>((resolve) => void waiting.push(resolve)),
    count: (): number => waiting.length,
    release,
    letGo: (): void => {
      isOpen = true;
      while (waiting.length > 0) release();
    },
  };
}

/** Makes a webhook for a receiver and deletes it after the test. Returns the webhook with its secret. */
export async function subscribe(client: Client, { url }: { url: string }, fields: object = {}): Promise<Json> {
  const answer = await client.post('/webhooks', { webhook: { url: `${url}/hook`, ...fields } });
  if (answer.status !== 201) throw new Error(`no webhook was made: ${answer.status} ${answer.text}`);
  const { webhook } = answer.body;
  // A service of the test alone has stopped by then.
  onTestFinished(async () => {
    await client.delete(`/webhooks/${webhook.id}`).catch(() => null);
  });
  return webhook;
}

/** Makes companies one after another, each of which has a message `company.create`. @returns their ids. */
export async function makeCompanies(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await make(client, 'companies')).id);
  return ids;
}

/** Returns the message in a delivery. */
export const saidBy = ({ body }: { body: string }): Json => JSON.parse(body);

/** Returns the ids of the records in deliveries, in the order of arrival. */
export const recordsOf = (deliveries: readonly { body: string }[]): string[] =>
  deliveries.map((delivery) => saidBy(delivery).payload.id);

/** Returns the ids of the messages that have arrived, in the order of arrival. */
export const idsAt = ({ deliveries }: Pick<Receiver, 'deliveries'>): string[] =>
  deliveries.map(({ headers }) => String(headers['webhook-id']));

const patience = { timeout: 15_000, interval: 10 };

/** Waits until the check passes. */
export const eventually = <Result>(check: () => Promise<Result> | Result): Promise<Result> =>
  vi.waitFor(check, patience);

/**
 * Returns a gauge or a counter of `/metrics`. A metric with labels is 0 before its first event; any other must exist.
 */
export async function measured({ url }: { url: string }, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: fromElsewhere() });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the metrics are not told: ${answer.status} ${text}`);
  const found = new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.+)$`, 'm').exec(text);
  if (found) return Number(found[1]);
  const [bare = name, labels] = name.split('{');
  const isTold = text.includes(`# TYPE ${bare.replace(/_count$/, '')} `);
  if (!isTold || labels === undefined) throw new Error(`${name} is not measured`);
  return 0;
}

/** Returns a new client address for each request, because these tests exceed the rate limit of one address. */
function fromElsewhere(): Record<string, string> {
  const number = next();
  return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}

/** Waits until no delivery is due at the time of the clock and none is under way. */
export const quiet = (service: TestService): Promise<void> =>
  eventually(async () => {
    await checkQuiet(service);
    // A delivery that a worker has just claimed is neither due nor under way yet.
    await new Promise((resolve) => setTimeout(resolve, 40));
    await checkQuiet(service);
  });

async function checkQuiet(service: TestService): Promise<void> {
  const waiting = await service.engine.query<{ due_at: string }>(
    `select 1 from webhook_deliveries d join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
    where w.deleted_at is null and w.disabled_at is null and d.due_at <= $1::timestamptz`,
    [service.clock.now().toISOString()],
  );
  const underWay = await measured(service, 'webhook_deliveries_in_flight');
  if (waiting.length + underWay > 0) throw new Error(`${waiting.length} are due, ${underWay} under way`);
}

/** Returns the attempts to deliver a message. */
export const attemptsOf = async (client: Client, messageId: string): Promise<Json[]> =>
  (await client.get(`/webhook_messages/${messageId}?include=attempts`)).body.webhook_message.attempts;

/** Returns the message about a record. */
export const messageOf = async (client: Client, recordId: string, type = 'company.create'): Promise<Json> =>
  (await client.get(`/webhook_messages?payload.id=${recordId}&event_type=${type}`)).body.webhook_messages[0];
