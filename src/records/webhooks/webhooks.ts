import { randomUUID } from 'node:crypto';
import { type AddressRules, addressProblem } from '../../events/safe-address.ts';
import { Refusal, type Problem, refuseFaulty } from '../../refusal.ts';
import { wireTime, isWebAddress } from '../../resources/vocabulary/formats.ts';
import type { SecretOf } from '../../resources/record-types.ts';
import { type Webhook, webhooks } from '../../resources/managed/webhooks.ts';
import type { Values } from '../../domain/rule.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import { deleteJobs } from '../../store/jobs/jobs.ts';
import { replayKind } from '../../store/outbox/replays.ts';
import { findObject, objectsOf, readNewest } from '../../store/access/managed-objects.ts';
import {
  endWebhook,
  insertWebhook,
  mostWebhooks,
  type StoredWebhook,
  writeSecret,
  writeWebhook,
} from '../../store/outbox/webhooks.ts';
import { newSecret, secretBytes } from '../../webhooks/signature.ts';
import type { RequestContext, ChangeContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, NamedObject } from '../results.ts';
import {
  auditedChange,
  fieldsMade,
  newValues,
  shownChanges,
  shownObject,
  refuseOtherVersion,
} from '../changing/audited-change.ts';
import { changedInput, inputColumns } from '../../domain/input.ts';
import { type ListPage, mapped, type PageRequest } from '../../store/query/page.ts';

const resource = webhooks.plural;

/** The time during which the previous secret also signs, in milliseconds. */
const oldSecretFor = 24 * 60 * 60 * 1000;

/** A webhook with a new secret, which is shown only once. */
export type NewWebhook = Webhook & SecretOf<typeof webhooks>;

const shown = (webhook: StoredWebhook): Webhook =>
  shownObject(webhooks, webhook, { enabled: webhook.disabled_at === null });

/** The account's webhooks, the newest first. */
export async function readWebhooks(context: StoreContext, pageRequest: PageRequest): Promise<ListPage<Webhook>> {
  const { actor, store } = context;
  const page = await readNewest<StoredWebhook>(store.engine, objectsOf(webhooks, actor.accountId), pageRequest);
  return mapped(page, shown);
}

/** @throws {Refusal} `not_found` */
export async function findWebhook(
  engine: Queryable,
  { actor }: RequestContext,
  id: string,
  lock: '' | 'for no key update' = '',
) {
  const webhook = await findObject(engine, webhooks, { accountId: actor.accountId, id }, lock);
  if (!webhook) throw new Refusal('not_found', `There is no webhook ${id}.`);
  return webhook;
}

/** Locks the webhook that the request changes. */
async function findToChange(transaction: Queryable, context: RequestContext, { id, versions }: NamedObject) {
  const webhook = await findWebhook(transaction, context, id, 'for no key update');
  refuseOtherVersion(versions, webhook.version, 'webhook');
  return webhook;
}

/** One webhook of the account. */
export const readWebhook = async (context: StoreContext, id: string): Promise<Webhook> =>
  shown(await findWebhook(context.store.engine, context, id));

/** Creates a webhook. Its secret, given or generated, is shown only once. */
export async function createWebhook(
  context: ChangeContext<NewWebhook>,
  { fields, problems }: JudgedBody,
  rules: AddressRules,
): Promise<ChangeOutcome<NewWebhook>> {
  const own = fields['secret'] as string | null | undefined;
  const faults = [...problems, ...(await urlFaults(fields['url'], rules)), ...secretFaults(own)];
  return await auditedChange(context, async (transaction) => {
    refuseFaulty(faults);
    const [publicId, secret] = [randomUUID(), own ?? newSecret()];
    const values = newValues(webhooks, fields);
    const row = { ...values, public_id: publicId, secret };
    const webhook = await insertWebhook(transaction, context.actor.accountId, row, context.at);
    if (!webhook) {
      throw new Refusal('conflict', `The account has ${mostWebhooks} webhooks, the maximum. Delete one first.`);
    }
    return {
      value: { ...shown(webhook), secret },
      entry: { resource, id: webhook.id, version: webhook.version, action: 'create', fields: fieldsMade(values) },
    };
  });
}

/** Checks only a new URL: a client may send the current URL back although its host no longer exists. */
async function newUrlFaults(context: StoreContext, url: unknown, { id, rules }: { id: string; rules: AddressRules }) {
  if (typeof url !== 'string') return [];
  const { accountId } = context.actor;
  const known = await findObject(context.store.engine, webhooks, { accountId, id });
  return known && known.url !== url ? await urlFaults(url, rules) : [];
}

/** The values that change when a webhook is switched on or off; none if it is in that state already. */
function switched({ disabled_at: disabledAt }: StoredWebhook, enabled: boolean | undefined, at: Date) {
  if (enabled === undefined || enabled === (disabledAt === null)) return {};
  return enabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null }
    : { disabled_at: wireTime(at), disabled_reason: 'manual' };
}

/** The columns that a change of a webhook writes. */
function changed(before: StoredWebhook, fields: JudgedBody['fields'], at: Date): Values {
  const given = inputColumns(webhooks, 'update', fields);
  // It is not known yet whether a new URL fails.
  const failing = (given['url'] ?? before.url) === before.url ? {} : { failing_since: null };
  const switching = switched(before, fields['enabled'] as boolean | undefined, at);
  return changedInput({ ...given, ...failing, ...switching }, before);
}

/** Changes a webhook's URL, description, event types and rate limit, and switches it off and on. The secret stays. */
export async function updateWebhook(
  context: ChangeContext<Webhook>,
  named: NamedObject,
  { asked, rules }: { readonly asked: JudgedBody; readonly rules: AddressRules },
): Promise<ChangeOutcome<Webhook>> {
  const { id } = named;
  const faults = [...changeFaults(asked), ...(await newUrlFaults(context, asked.fields['url'], { id, rules }))];
  return await auditedChange(context, async (transaction) => {
    const before = await findToChange(transaction, context, named);
    refuseFaulty(faults);
    const values = changed(before, asked.fields, context.at);
    if (Object.keys(values).length === 0) return { value: shown(before), entry: null };
    const one = { accountId: context.actor.accountId, id: before.id };
    const after = await writeWebhook(transaction, one, values, context.at);
    const fields = shownChanges(webhooks, shown(before), shown(after));
    return {
      value: shown(after),
      entry: { resource, id: after.id, version: after.version, action: 'update', fields },
    };
  });
}

/** Gives a webhook a new secret, which is shown only once. The previous secret also signs for another day. */
export const rotateSecret = (
  context: ChangeContext<NewWebhook>,
  named: NamedObject,
): Promise<ChangeOutcome<NewWebhook>> =>
  auditedChange(context, async (transaction) => {
    const { id, old_secret_until: from } = await findToChange(transaction, context, named);
    const [secret, oldUntil] = [newSecret(), wireTime(new Date(context.at.getTime() + oldSecretFor))];
    const { accountId } = context.actor;
    const after = await writeSecret(transaction, { accountId, id }, { secret, oldUntil }, context.at);
    return {
      value: { ...shown(after), secret },
      entry: {
        resource,
        id,
        version: after.version,
        action: 'update',
        fields: { old_secret_until: { from, to: oldUntil } },
      },
    };
  });

/** Deletes a webhook. The service sends nothing more to it. */
export const deleteWebhook = (context: ChangeContext<void>, named: NamedObject): Promise<ChangeOutcome<void>> =>
  auditedChange(context, async (transaction) => {
    const { id } = await findToChange(transaction, context, named);
    const { accountId } = context.actor;
    await deleteJobs(transaction, { accountId, kind: replayKind, subjectId: id });
    const { version } = await endWebhook(transaction, { accountId, id }, context.at);
    return { value: undefined, entry: { resource, id, version, action: 'delete', fields: {} } };
  });

/** The pointer of a webhook in a body. */
const pointer = '/webhook';

/** The problems of a webhook's URL, with a lookup of its host; none if the URL is absent. */
async function urlFaults(url: unknown, rules: AddressRules): Promise<Problem[]> {
  if (typeof url !== 'string') return [];
  const message = await addressProblem(url, rules);
  if (message === null) return [];
  return [{ pointer: `${pointer}/url`, code: isWebAddress(url) ? 'not_allowed' : 'invalid_format', message }];
}

/** The problems of a secret that the client provides. */
function secretFaults(secret: unknown): Problem[] {
  if (typeof secret !== 'string' || secretBytes(secret) !== null) return [];
  const message = 'must be whsec_ and 24 to 64 bytes in base64';
  return [{ pointer: `${pointer}/secret`, code: 'invalid_format', message }];
}

/** The schema's problems of a change. The schema has no secret; the problem of a given one names `rotate_secret`. */
const changeFaults = ({ problems }: JudgedBody): Problem[] =>
  problems.map((problem) =>
    problem.pointer === `${pointer}/secret` ? { ...unchangeable, pointer: problem.pointer } : problem,
  );

const unchangeable = {
  code: 'unknown_field',
  message: 'cannot be changed here; POST /webhooks/{id}/rotate_secret generates another',
} as const;
