import type { EventFeed } from '../../events/feed.ts';
import type { PlacedMessage } from '../../store/log/messages.ts';
import { messageJson } from '../../events/message-json.ts';
import { queryRefusal } from '../../refusal.ts';
import { testEventType } from '../../resources/events.ts';
import type { RequestContext } from '../../records/request-context.ts';
import type { Answer } from '../contract/answer.ts';

/** The events that a client follows, and their start. */
export interface FollowedEvents {
  /** An empty list selects every type. */
  readonly types: readonly string[];
  /** The id of the last message that the client has received. Without it, the stream starts now. */
  readonly lastEventId: string | undefined;
  /** The public base of the API with the version prefix. */
  readonly apiUrl: string;
  /** Throws a `Refusal` once the credential is no longer valid. */
  readonly reauthenticate: () => Promise<unknown>;
}

/** The time that a client waits before it reconnects. */
const comeAgainMs = 3000;

/**
 * Streams the messages of the account as server-sent events, by position. A client that reconnects with the last id
 * misses and repeats no message.
 */
export async function followEvents(feed: EventFeed, { actor }: RequestContext, asked: FollowedEvents): Promise<Answer> {
  const { accountId } = actor;
  feed.refuseOneTooMany(accountId);
  const { position: after, id } = await startOf(feed, accountId, asked.lastEventId);
  // A client that is disconnected before the first event can resume as well.
  const greeting = `retry: ${comeAgainMs}\n${id === null ? '' : `id: ${id}\n`}\n`;
  const follow = (gone: AbortSignal) => feed.follow({ accountId, after, signal: gone });
  return { status: 200, stream: (gone) => textOf(follow(gone), { ...asked, greeting, pulseMs: feed.pulseMs }) };
}

async function startOf(feed: EventFeed, accountId: string, lastEventId: string | undefined) {
  if (lastEventId === undefined || lastEventId === '') return await feed.lastMessage(accountId);
  const position = await feed.positionOf(accountId, lastEventId);
  if (position !== null) return { position, id: lastEventId };
  const message = 'is not the id of a stored message; read GET /webhook_messages, then connect without it';
  throw queryRefusal([{ parameter: 'Last-Event-ID', code: 'not_found', message }]);
}

async function* textOf(
  following: AsyncIterable<readonly PlacedMessage[]>,
  { types, apiUrl, reauthenticate, greeting, pulseMs }: FollowedEvents & { greeting: string; pulseMs: number },
): AsyncGenerator<string> {
  const isAsked = ({ event_type: type }: PlacedMessage): boolean =>
    type !== testEventType && (types.length === 0 || types.includes(type));
  let authenticatedAt = performance.now();
  yield greeting;
  for await (const messages of following) {
    if (performance.now() - authenticatedAt >= pulseMs) {
      const isGood = await reauthenticate().then(Boolean, () => false);
      if (!isGood) return;
      authenticatedAt = performance.now();
    }
    const last = messages.at(-1);
    const asked = messages.filter(isAsked);
    const events = asked.map((message) => `id: ${message.id}\ndata: ${messageJson(message, apiUrl)}\n\n`).join('');
    // An id without data is not an event. It lets a client that reconnects skip the messages that its types exclude.
    const passed = last && last !== asked.at(-1) ? `id: ${last.id}\n\n` : '';
    yield last ? events + passed : ': still here\n\n';
  }
}
