import { randomUUID } from 'node:crypto';
import type { AddressRules } from '../../events/safe-address.ts';
import { Refusal } from '../../refusal.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import type { Value } from '../../resources/resource.ts';
import type { Judged } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import { deleteJobs } from '../../store/jobs/jobs.ts';
import { replayKind } from '../../store/outbox/replays.ts';
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
} from '../../store/outbox/webhooks.ts';
import { newSecret } from '../../webhooks/signature.ts';
import type { RequestContext, ChangeContext, StoreContext } from '../request-context.ts';
import type { Outcome } from '../outcome.ts';
import { auditedChange, fieldsMade } from '../changing/audited-change.ts';
import type { ChangedFields } from '../changing/changed-fields.ts';
import { refuseOtherVersion } from '../access/credential.ts';
import { isSame } from '../changing/input-columns.ts';
import { refuseFaulty } from '../changing/judge.ts';
import { changeFaults, secretFaults, urlFaults } from './webhook-faults.ts';
import { type ListPage, mapped, readNewest, type PageRequest } from '../reading/pagination.ts';

const resource = 'webhooks';

/** The time during which the previous secret also signs, in milliseconds. */
const oldSecretFor = 24 * 60 * 60 * 1000;

/** The UUID of a webhook, and the versions that the request accepts. */
export interface NamedWebhook {
  readonly id: string;
  readonly versions?: readonly number[] | undefined;
}

/** A webhook as the API shows it. */
export interface Webhook {
  /** A UUID. */
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly url: string;
  readonly version: number;
  readonly description: string | null;
  readonly filter_types: readonly string[];
  readonly rate_limit: number | null;
  readonly enabled: boolean;
  readonly disabled_at: string | null;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
}

/** A webhook with a new secret, which is shown only once. */
export interface NewWebhook extends Webhook {
  readonly secret: string;
}

function shown(webhook: StoredWebhook): Webhook {
  const { public_id: id, created_at, updated_at, url, version, description, filter_types, rate_limit } = webhook;
  const { disabled_at, disabled_reason, failing_since } = webhook;
  return {
    ...{ id, created_at, updated_at, url, version, description, filter_types, rate_limit },
    ...{ enabled: disabled_at === null, disabled_at, disabled_reason, failing_since },
  };
}

/** The account's webhooks, the newest first. */
export async function readWebhooks(context: StoreContext, pageRequest: PageRequest): Promise<ListPage<Webhook>> {
  const page = await readNewest<StoredWebhook>(
    context.store.engine,
    {
      table: 'webhooks',
      columns: storedWebhookColumns,
      conditions: standingWebhooks,
      parameters: [context.actor.accountId],
    },
    pageRequest,
  );
  return mapped(page, shown);
}

/** @throws {Refusal} `not_found` */
export async function findWebhook(
  engine: Queryable,
  { actor }: RequestContext,
  id: string,
  lock: '' | 'for no key update' = '',
) {
  const webhook = await findStoredWebhook(engine, { accountId: actor.accountId, publicId: id }, lock);
  if (!webhook) throw new Refusal('not_found', `There is no webhook ${id}.`);
  return webhook;
}

/** Locks the webhook that the request changes. */
async function findToChange(transaction: Queryable, context: RequestContext, { id, versions }: NamedWebhook) {
  const webhook = await findWebhook(transaction, context, id, 'for no key update');
  refuseOtherVersion(versions, webhook.version, 'webhook');
  return webhook;
}

/** One webhook of the account. */
export const readWebhook = async (context: StoreContext, id: string): Promise<Webhook> =>
  shown(await findWebhook(context.store.engine, context, id));

/** The valid fields of a body; an invalid field has a problem instead. */
interface Given {
  readonly url?: string;
  readonly description?: string | null;
  readonly filter_types?: readonly string[] | null;
  readonly rate_limit?: number | null;
  readonly enabled?: boolean;
  readonly secret?: string | null;
}

/** Creates a webhook. Its secret, given or generated, is shown only once. */
export async function createWebhook(
  context: ChangeContext<NewWebhook>,
  { fields, problems }: Judged,
  rules: AddressRules,
): Promise<Outcome<NewWebhook>> {
  const { url = '', description = null, filter_types: types, rate_limit = null, secret: own } = fields as Given;
  const faults = [...problems, ...(await urlFaults(fields['url'], rules)), ...secretFaults(own)];
  return await auditedChange(context, async (transaction) => {
    refuseFaulty(faults);
    const [publicId, secret] = [randomUUID(), own ?? newSecret()];
    const made = { url, description, filter_types: types ?? [], rate_limit };
    const { accountId } = context.actor;
    const webhook = await insertWebhook(transaction, { ...made, accountId, publicId, secret }, context.at);
    if (!webhook) {
      throw new Refusal('conflict', `The account has ${mostWebhooks} webhooks, the maximum. Delete one first.`);
    }
    return {
      value: { ...shown(webhook), secret },
      entry: { resource, id: webhook.id, version: webhook.version, action: 'create', fields: fieldsMade(made) },
    };
  });
}

/** Checks only a new URL: a client may send the current URL back although its host no longer exists. */
async function newUrlFaults(context: StoreContext, url: unknown, { id, rules }: { id: string; rules: AddressRules }) {
  if (typeof url !== 'string') return [];
  const known = await findStoredWebhook(context.store.engine, { accountId: context.actor.accountId, publicId: id });
  return known && known.url !== url ? await urlFaults(url, rules) : [];
}

/** The values that change when a webhook is switched on or off; none if it is in that state already. */
function switched({ disabled_at: disabledAt }: StoredWebhook, enabled: boolean | undefined, at: Date) {
  if (enabled === undefined || enabled === (disabledAt === null)) return {};
  return enabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null }
    : { disabled_at: wireTime(at), disabled_reason: 'manual' };
}

function changed(before: StoredWebhook, given: Given, at: Date): StoredWebhook {
  const { url = before.url, description = before.description, rate_limit = before.rate_limit } = given;
  const types = given.filter_types === undefined ? before.filter_types : (given.filter_types ?? []);
  // It is not known yet whether a new URL fails.
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

/** Changes a webhook's URL, description, event types and rate limit, and switches it off and on. The secret stays. */
export async function updateWebhook(
  context: ChangeContext<Webhook>,
  named: NamedWebhook,
  { asked, rules }: { readonly asked: Judged; readonly rules: AddressRules },
): Promise<Outcome<Webhook>> {
  const { id } = named;
  const faults = [...changeFaults(asked), ...(await newUrlFaults(context, asked.fields['url'], { id, rules }))];
  return await auditedChange(context, async (transaction) => {
    const before = await findToChange(transaction, context, named);
    refuseFaulty(faults);
    const wanted = changed(before, asked.fields, context.at);
    const fields = differences(before, wanted);
    if (Object.keys(fields).length === 0) return { value: shown(before), entry: null };
    const after = await writeWebhook(transaction, context.actor.accountId, wanted, context.at);
    return {
      value: shown(after),
      entry: { resource, id: after.id, version: after.version, action: 'update', fields },
    };
  });
}

/** Gives a webhook a new secret, which is shown only once. The previous secret also signs for another day. */
export const rotateSecret = (context: ChangeContext<NewWebhook>, named: NamedWebhook): Promise<Outcome<NewWebhook>> =>
  auditedChange(context, async (transaction) => {
    const { id, old_secret_until: from } = await findToChange(transaction, context, named);
    const [secret, oldUntil] = [newSecret(), wireTime(new Date(context.at.getTime() + oldSecretFor))];
    const { accountId } = context.actor;
    const after = await writeSecret(transaction, { accountId, id }, { secret, oldUntil }, context.at);
    return {
      value: { ...shown(after), secret },
      entry: {
        ...{ resource, id, version: after.version, action: 'update' },
        fields: { old_secret_until: { from, to: oldUntil } },
      },
    };
  });

/** Deletes a webhook. The service sends nothing more to it. */
export const deleteWebhook = (context: ChangeContext<void>, named: NamedWebhook): Promise<Outcome<void>> =>
  auditedChange(context, async (transaction) => {
    const { id } = await findToChange(transaction, context, named);
    const { accountId } = context.actor;
    await deleteJobs(transaction, { accountId, kind: replayKind, subjectId: id });
    const { version } = await endWebhook(transaction, { accountId, id }, context.at);
    return { value: undefined, entry: { resource, id, version, action: 'delete', fields: {} } };
  });
