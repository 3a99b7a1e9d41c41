import { messageJson } from '../events/message-json.ts';
import { firstMessageIdAt } from '../events/message-id.ts';
import { testMessageParts } from '../events/messages.ts';
import { type Problem, Refusal } from '../refusal.ts';
import { wireTime } from '../resources/formats.ts';
import type { Judged } from '../schema/validator.ts';
import type { Queryable } from '../store/engine.ts';
import { deliverAgain, insertReplay } from '../store/replays.ts';
import type { Store } from '../store/store.ts';
import type { StoredWebhook } from '../store/webhooks.ts';
import { write } from '../store/write.ts';
import type { Answer, Call } from './call.ts';
import { refuseFaulty } from './judge.ts';
import { findMessage } from './messages.ts';
import { changeTogether } from './together.ts';
import { findWebhook } from './webhooks.ts';

/** One that can be sent something. */
async function switchedOn(transaction: Queryable, call: Call, id: string): Promise<StoredWebhook> {
  const found = await findWebhook(transaction, call, id, 'for no key update');
  if (found.disabled_at === null) return found;
  throw new Refusal('conflict', 'The webhook is switched off. Switch it on first: PATCH it with "enabled": true.');
}

/** Sends an endpoint a message that tells of no change. */
export const testWebhook = (store: Store, call: Call, id: string, apiUrl: string): Promise<Answer> =>
  changeTogether(store, call, async (transaction, { at, actor }) => {
    const webhook = await switchedOn(transaction, call, id);
    const { message, parts } = testMessageParts(webhook, at);
    await write(transaction, actor.accountId, parts);
    return { status: 202, body: `{"webhook_message":${messageJson(message, apiUrl)}}` };
  });

/** Sends a message again to every endpoint that takes it, under the same id. */
export const replayMessage = (store: Store, call: Call, id: string, apiUrl: string): Promise<Answer> =>
  changeTogether(store, call, async (transaction, { at, actor }) => {
    const message = await findMessage(transaction, call, id);
    const webhooks = await deliverAgain(transaction, { accountId: actor.accountId, messageId: id }, at);
    const shown = messageJson(message, apiUrl);
    return { status: 202, body: `{"webhook_message":${shown},"webhook_ids":${JSON.stringify(webhooks)}}` };
  });

interface Asked {
  readonly since?: string;
  readonly until?: string | null;
  readonly event_types?: readonly string[] | null;
}

function rangeProblems({ since, until }: Asked): Problem[] {
  const isBackwards = since && until && Date.parse(until) < Date.parse(since);
  return isBackwards ? [{ pointer: '/until', code: 'not_allowed', message: 'must not be before since' }] : [];
}

/** Sends an endpoint again what it takes of the messages of a time, each under its own id. */
export async function replayRange(store: Store, call: Call, id: string, asked: Judged): Promise<Answer> {
  const { since = '', until, event_types: types } = asked.fields as Asked;
  refuseFaulty([...asked.problems, ...rangeProblems(asked.fields)]);
  return await changeTogether(store, call, async (transaction, { at, actor }) => {
    const webhook = await switchedOn(transaction, call, id);
    const end = until ? new Date(wireTime(until)) : at;
    const [first, eventTypes] = [new Date(wireTime(since)), types ?? []];
    await insertReplay(transaction, {
      accountId: actor.accountId,
      webhookId: webhook.id,
      eventTypes,
      afterId: firstMessageIdAt(first),
      // The millisecond of the end is part of it.
      beforeId: firstMessageIdAt(new Date(end.getTime() + 1)),
    });
    const replay = { webhook_id: id, since: wireTime(first), until: wireTime(end), event_types: eventTypes };
    return { status: 202, body: JSON.stringify({ replay }) };
  });
}
