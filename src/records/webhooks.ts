import { randomUUID } from 'node:crypto';
import type { AddressRules } from '../events/safe-address.ts';
import { Refusal } from '../refusal.ts';
import { wireTime } from '../resources/formats.ts';
import type { Value } from '../resources/resource.ts';
import type { Judged } from '../schema/validator.ts';
import type { Queryable } from '../store/engine.ts';
import { dropReplays } from '../store/replays.ts';
import type { Store } from '../store/store.ts';
import {
  endWebhook,
  findStoredWebhook,
  insertWebhook,
  mostWebhooks,
  standingWebhooks,
  type StoredWebhook,
  storedWebhookColumns,
  writeSecret,
  writeWebhook,
} from '../store/webhooks.ts';
import { newSecret } from '../webhooks/signature.ts';
import type { Answer, Call } from './call.ts';
import { changeOnce, fieldsMade } from './change-once.ts';
import type { ChangedFields } from './changed-fields.ts';
import { refuseOtherVersion } from './credential.ts';
import { isSame } from './given.ts';
import { refuseFaulty } from './judge.ts';
import { changeFaults, secretFaults, urlFaults } from './webhook-faults.ts';
import { type Part, readNewest, type Wish } from './window.ts';

const resource = 'webhooks';

/** How long the secret before the present one signs too, in milliseconds. */
const oldSecretFor = 24 * 60 * 60 * 1000;

/** Which webhook, by its UUID, and under which condition. */
export interface NamedWebhook {
  readonly id: string;
  readonly ifMatch?: string | undefined;
}

/** The record as answered: with its secret only where that was just made. */
function shown(webhook: StoredWebhook, secret?: string): string {
  const { public_id: id, created_at, updated_at, url, version, description, filter_types, rate_limit } = webhook;
  const { disabled_at, disabled_reason, failing_since } = webhook;
  return JSON.stringify({
    ...{ id, created_at, updated_at, url, version, description, filter_types, rate_limit },
    ...{ enabled: disabled_at === null, disabled_at, disabled_reason, failing_since },
    ...(secret === undefined ? {} : { secret }),
  });
}

function answerOf(webhook: StoredWebhook, secret?: string): Answer & { readonly headers: Record<string, string> } {
  return {
    status: 200,
    body: `{"webhook":${shown(webhook, secret)}}`,
    headers: { ETag: `"${webhook.version}"` },
    ...(secret === undefined ? {} : { secret: true }),
  };
}

/** The account's webhooks, the newest first. */
export async function readWebhooks(store: Store, call: Call, wish: Wish): Promise<Part> {
  const { rows, links } = await readNewest<StoredWebhook>(
    store.engine,
    {
      table: 'webhooks',
      columns: storedWebhookColumns,
      conditions: standingWebhooks,
      parameters: [call.actor.accountId],
    },
    wish,
  );
  return { json: rows.map((webhook) => shown(webhook)), links };
}

/** @throws {Refusal} `not_found` */
export async function findWebhook(engine: Queryable, { actor }: Call, id: string, lock: '' | 'for no key update' = '') {
  const webhook = await findStoredWebhook(engine, { accountId: actor.accountId, publicId: id }, lock);
  if (!webhook) throw new Refusal('not_found', `There is no webhook ${id}.`);
  return webhook;
}

/** The webhook that is about to change, which nobody else changes meanwhile. */
async function findToChange(transaction: Queryable, call: Call, { id, ifMatch }: NamedWebhook) {
  const webhook = await findWebhook(transaction, call, id, 'for no key update');
  refuseOtherVersion(ifMatch, webhook.version, 'webhook');
  return webhook;
}

/** One webhook of the account. */
export const readWebhook = async (store: Store, call: Call, id: string): Promise<Answer> =>
  answerOf(await findWebhook(store.engine, call, id));

/** The fields of a body that hold; what does not has left a problem in its place. */
interface Given {
  readonly url?: string;
  readonly description?: string | null;
  readonly filter_types?: readonly string[] | null;
  readonly rate_limit?: number | null;
  readonly enabled?: boolean;
  readonly secret?: string | null;
}

/** Makes a webhook. Its secret, of the account's own or a new one, is shown this once. */
export async function createWebhook(
  store: Store,
  call: Call,
  { fields, problems }: Judged,
  { rules, location }: { readonly rules: AddressRules; readonly location: (id: string) => string },
): Promise<Answer> {
  const { url = '', description = null, filter_types: types, rate_limit = null, secret: own } = fields as Given;
  const faults = [...problems, ...(await urlFaults(fields['url'], rules)), ...secretFaults(own)];
  return await changeOnce(store, call, async (transaction) => {
    refuseFaulty(faults);
    const [publicId, secret] = [randomUUID(), own ?? newSecret()];
    const made = { url, description, filter_types: types ?? [], rate_limit };
    const { accountId } = call.actor;
    const webhook = await insertWebhook(transaction, { ...made, accountId, publicId, secret }, call.at);
    if (!webhook) {
      throw new Refusal(
        'conflict',
        `The account has ${mostWebhooks} webhooks, the most there may be: delete one first.`,
      );
    }
    const { headers, ...answer } = answerOf(webhook, secret);
    return {
      answer: { ...answer, status: 201, headers: { ...headers, Location: location(publicId) } },
      deed: { resource, id: webhook.id, version: webhook.version, action: 'create', fields: fieldsMade(made) },
    };
  });
}

/** An address is looked at when it is a new one: the present one may be sent back though its host is gone. */
async function newUrlFaults(
  store: Store,
  call: Call,
  url: unknown,
  { id, rules }: { id: string; rules: AddressRules },
) {
  if (typeof url !== 'string') return [];
  const known = await findStoredWebhook(store.engine, { accountId: call.actor.accountId, publicId: id });
  return known && known.url !== url ? await urlFaults(url, rules) : [];
}

/** What switching on or off makes of a webhook: one that is as it should be stays as it is. */
function switched({ disabled_at: disabledAt }: StoredWebhook, enabled: boolean | undefined, at: Date) {
  if (enabled === undefined || enabled === (disabledAt === null)) return {};
  return enabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null }
    : { disabled_at: wireTime(at), disabled_reason: 'manual' };
}

function changed(before: StoredWebhook, given: Given, at: Date): StoredWebhook {
  const { url = before.url, description = before.description, rate_limit = before.rate_limit } = given;
  const types = given.filter_types === undefined ? before.filter_types : (given.filter_types ?? []);
  // How another address fares is not known yet.
  const failing = url === before.url ? {} : { failing_since: null };
  const wanted = { url, description, filter_types: types, rate_limit, ...failing };
  return { ...before, ...wanted, ...switched(before, given.enabled, at) };
}

const settings = ({ url, description, filter_types, rate_limit, disabled_at: disabledAt }: StoredWebhook) => ({
  ...{ url, description, filter_types, rate_limit },
  enabled: disabledAt === null,
});

function differences(before: StoredWebhook, after: StoredWebhook): ChangedFields {
  const old: Readonly<Record<string, Value>> = settings(before);
  return Object.fromEntries(
    Object.entries(settings(after)).flatMap(([name, to]) => {
      const from = old[name] ?? null;
      return isSame(from, to) ? [] : [[name, { from, to }] as const];
    }),
  );
}

/** Changes where, of what and how fast a webhook is told, and switches it off and on. Its secret stays. */
export async function updateWebhook(
  store: Store,
  call: Call,
  named: NamedWebhook,
  { asked, rules }: { readonly asked: Judged; readonly rules: AddressRules },
): Promise<Answer> {
  const { id } = named;
  const faults = [...changeFaults(asked), ...(await newUrlFaults(store, call, asked.fields['url'], { id, rules }))];
  return await changeOnce(store, call, async (transaction) => {
    const before = await findToChange(transaction, call, named);
    refuseFaulty(faults);
    const wanted = changed(before, asked.fields, call.at);
    const fields = differences(before, wanted);
    if (Object.keys(fields).length === 0) return { answer: answerOf(before), deed: null };
    const after = await writeWebhook(transaction, call.actor.accountId, wanted, call.at);
    return {
      answer: answerOf(after),
      deed: { resource, id: after.id, version: after.version, action: 'update', fields },
    };
  });
}

/** Gives a webhook a new secret, shown this once; the one before it signs too for another day. */
export const rotateSecret = (store: Store, call: Call, named: NamedWebhook): Promise<Answer> =>
  changeOnce(store, call, async (transaction) => {
    const { id, old_secret_until: from } = await findToChange(transaction, call, named);
    const [secret, oldUntil] = [newSecret(), wireTime(new Date(call.at.getTime() + oldSecretFor))];
    const { accountId } = call.actor;
    const after = await writeSecret(transaction, { accountId, id }, { secret, oldUntil }, call.at);
    return {
      answer: answerOf(after, secret),
      deed: {
        ...{ resource, id, version: after.version, action: 'update' },
        fields: { old_secret_until: { from, to: oldUntil } },
      },
    };
  });

/** Deletes a webhook: nothing more is sent to it. */
export const deleteWebhook = (store: Store, call: Call, named: NamedWebhook): Promise<Answer> =>
  changeOnce(store, call, async (transaction) => {
    const { id } = await findToChange(transaction, call, named);
    const { accountId } = call.actor;
    await dropReplays(transaction, accountId, id);
    const { version } = await endWebhook(transaction, { accountId, id }, call.at);
    return { answer: { status: 204 }, deed: { resource, id, version, action: 'delete', fields: {} } };
  });
