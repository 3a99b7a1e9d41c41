import type { KeptMessage } from '../../store/log/messages.ts';
import { firstMessageIdAt, testMessageParts } from '../../events/messages.ts';
import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import { insertJob } from '../../store/jobs/jobs.ts';
import { deliverAgain, type Replay, replayKind } from '../../store/outbox/replays.ts';
import type { StoredWebhook } from '../../store/outbox/webhooks.ts';
import { write } from '../../store/write/write.ts';
import type { RequestContext, ChangeContext } from '../request-context.ts';
import type { ChangeOutcome } from '../results.ts';
import { findMessage } from '../reading/logs.ts';
import { compoundChange } from '../changing/change.ts';
import { findWebhook } from './webhooks.ts';

/** The webhook, locked. @throws {Refusal} `conflict` if it is switched off. */
async function switchedOn(transaction: Queryable, context: RequestContext, id: string): Promise<StoredWebhook> {
  const found = await findWebhook(transaction, context, id, 'for no key update');
  if (found.disabled_at === null) return found;
  throw new Refusal('conflict', 'The webhook is disabled. Enable it first: send PATCH with "enabled": true.');
}

/** Sends an endpoint a test message, which reports no change. */
export const testWebhook = (context: ChangeContext<KeptMessage>, id: string): Promise<ChangeOutcome<KeptMessage>> =>
  compoundChange(context, async (transaction, { at, actor }) => {
    const webhook = await switchedOn(transaction, context, id);
    const { message, statements } = testMessageParts(webhook, at);
    await write(transaction, actor.accountId, statements);
    return message;
  });

/** A replayed message, and the UUIDs of the webhooks that receive it. */
export interface MessageReplay {
  readonly message: KeptMessage;
  readonly webhookIds: readonly string[];
}

/** Sends a message again, under the same id, to every endpoint that accepts it. */
export const replayMessage = (
  context: ChangeContext<MessageReplay>,
  id: string,
): Promise<ChangeOutcome<MessageReplay>> =>
  compoundChange(context, async (transaction, { at, actor }) => {
    const message = await findMessage(transaction, context, id);
    return { message, webhookIds: await deliverAgain(transaction, { accountId: actor.accountId, messageId: id }, at) };
  });

interface AskedReplay {
  readonly since?: string;
  readonly until?: string | null;
  readonly event_types?: readonly string[] | null;
}

function rangeProblems({ since, until }: AskedReplay): Problem[] {
  const isBackwards = since && until && Date.parse(until) < Date.parse(since);
  return isBackwards ? [{ pointer: '/until', code: 'not_allowed', message: 'must not be before since' }] : [];
}

/** The range of messages that a webhook receives again. */
export interface RangeReplay {
  readonly webhook_id: string;
  readonly since: string;
  readonly until: string;
  readonly event_types: readonly string[];
}

/** Sends an endpoint the messages of a time range again, if it accepts them, each under its own id. */
export async function replayRange(
  context: ChangeContext<RangeReplay>,
  id: string,
  asked: JudgedBody,
): Promise<ChangeOutcome<RangeReplay>> {
  const { since = '', until, event_types: types } = asked.fields as AskedReplay;
  refuseFaulty([...asked.problems, ...rangeProblems(asked.fields)]);
  return await compoundChange(context, async (transaction, { at, actor }) => {
    const webhook = await switchedOn(transaction, context, id);
    const end = until ? new Date(wireTime(until)) : at;
    const [first, eventTypes] = [new Date(wireTime(since)), types ?? []];
    const input: Replay = {
      eventTypes,
      afterId: firstMessageIdAt(first),
      // The range includes the millisecond of the end.
      beforeId: firstMessageIdAt(new Date(end.getTime() + 1)),
    };
    await insertJob(transaction, { accountId: actor.accountId, kind: replayKind, subjectId: webhook.id, input }, at);
    return { webhook_id: id, since: wireTime(first), until: wireTime(end), event_types: eventTypes };
  });
}
