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

/** Looks often, and has less patience than a receiver may expect. */
const quick: Partial<DeliveryPace> = { everyMs: 25, deadlineMs: 2000, forgetEveryMs: 25 };

/** A service that delivers to this machine. */
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

/** A receiver that ends with the test. */
export async function receiverFor(answer?: Answering): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** Answers that a receiver keeps back until they are released, one by one, or let go with all that are to come. */
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

/** A webhook of a client at a receiver, gone when the test is over; its secret is with it. */
export async function subscribe(client: Client, { url }: { url: string }, fields: object = {}): Promise<Json> {
  const answer = await client.post('/webhooks', { webhook: { url: `${url}/hook`, ...fields } });
  if (answer.status !== 201) throw new Error(`no webhook was made: ${answer.status} ${answer.text}`);
  const { webhook } = answer.body;
  // A service that was of the test alone is gone by then.
  onTestFinished(async () => {
    await client.delete(`/webhooks/${webhook.id}`).catch(() => null);
  });
  return webhook;
}

/** Makes companies one after the other, whose messages are `company.create`. @returns their ids. */
export async function makeCompanies(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await make(client, 'companies')).id);
  return ids;
}

/** What a delivery says. */
export const saidBy = ({ body }: { body: string }): Json => JSON.parse(body);

/** The records that deliveries tell of, in the order in which they came. */
export const recordsOf = (deliveries: readonly { body: string }[]): string[] =>
  deliveries.map((delivery) => saidBy(delivery).payload.id);

/** The messages that have arrived, by their ids, in the order in which they came. */
export const idsAt = ({ deliveries }: Pick<Receiver, 'deliveries'>): string[] =>
  deliveries.map(({ headers }) => String(headers['webhook-id']));

const patience = { timeout: 15_000, interval: 10 };

/** Waits until something holds. */
export const eventually = <Result>(check: () => Promise<Result> | Result): Promise<Result> =>
  vi.waitFor(check, patience);

/** A gauge or a counter of `/metrics`, which must be told there; with labels, 0 before its first event. */
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

/** An address of its own for each request: these tests ask more often than one address may. */
function fromElsewhere(): Record<string, string> {
  const number = next();
  return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}

/** Waits until nothing is due and nothing under way, as far as the clock goes. */
export const quiet = (service: TestService): Promise<void> =>
  eventually(async () => {
    await checkQuiet(service);
    // What has just been taken is neither due nor yet under way.
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

/** The attempts to deliver a message. */
export const attemptsOf = async (client: Client, messageId: string): Promise<Json[]> =>
  (await client.get(`/webhook_messages/${messageId}?include=attempts`)).body.webhook_message.attempts;

/** The message about a record. */
export const messageOf = async (client: Client, recordId: string, type = 'company.create'): Promise<Json> =>
  (await client.get(`/webhook_messages?payload.id=${recordId}&event_type=${type}`)).body.webhook_messages[0];
