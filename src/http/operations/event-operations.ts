import { comparedWith, firstProblems, type Problem, quoted, queryRefusal } from '../../refusal.ts';
import { eventTypes, testEventType } from '../../resources/events.ts';
import { suggested } from '../../suggestion.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import type { Operation, QueryParameter, OperationDependencies } from '../contract/operation.ts';
import { apiPrefix } from '../../version.ts';
import type { EventFeed } from '../../events/feed.ts';
import type { PlacedMessage } from '../../store/log/messages.ts';
import { messageJson } from '../../events/messages.ts';
import type { RequestContext } from '../../records/request-context.ts';
import type { Answer } from '../contract/answer.ts';

const typesParameter: QueryParameter = {
  name: 'event_type',
  schema: { type: 'array', items: { type: 'string', enum: eventTypes }, minItems: 1 },
  description: 'Only events of these types, separated by commas. The default is all types.',
  judged: true,
};

const typesOf = (query: Readonly<Record<string, string>>): string[] =>
  query['event_type']?.split(',').map((type) => type.trim()) ?? [];

function typeProblems(types: readonly string[]): Problem[] {
  return firstProblems(types, (type, found) => {
    if (eventTypes.includes(type)) return null;
    const { hint, member } = suggested(type, comparedWith(eventTypes, found));
    const message = `no event type is called ${quoted(type)}${hint}`;
    return { parameter: 'event_type', code: 'not_allowed', message, ...member };
  });
}

/** The live events of the account. */
export const eventOperations = ({ feed, publicUrl }: OperationDependencies): Operation[] => [
  {
    id: 'followEvents',
    method: 'GET',
    path: '/events',
    summary: 'Follow events as a stream of server-sent events',
    explanation:
      'Streams the messages of the log, each with its id. Events are never inserted before ones already sent. ' +
      'The stream runs until the client or the service ends it. A client that reconnects with `Last-Event-ID` gets every message once.',
    tag: 'webhook_messages',
    scope: 'read',
    query: [typesParameter],
    judgeQuery: (query) => {
      const types = typesOf(query);
      return {
        problems: typeProblems(types),
        handle: ({ context, lastEventId, reauthenticate }) =>
          followEvents(feed, context, { types, lastEventId, reauthenticate, apiUrl: publicUrl() + apiPrefix }),
      };
    },
    status: 200,
    response: schemaReference('WebhookMessage'),
    streams: true,
  },
];

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
async function followEvents(feed: EventFeed, { actor }: RequestContext, asked: FollowedEvents): Promise<Answer> {
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
