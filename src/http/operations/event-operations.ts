import { comparedWith, firstProblems, type Problem, quoted, queryRefusal, Refusal } from '../../refusal.ts';
import { eventTypes, messageIncludes, testEventType } from '../../resources/events.ts';
import { suggested } from '../../suggestion.ts';
import { eventSchema } from '../../schema/log-schemas.ts';
import type { Operation, OperationRequest, QueryParameter, OperationDependencies } from '../contract/operation.ts';
import { apiPrefix } from '../../version.ts';
import type { EventFeed, Follower } from '../../events/feed.ts';
import type { PlacedMessage } from '../../store/log/messages.ts';
import { messageJson } from '../../events/messages.ts';
import { withFreshDirectory } from '../../records/fresh-directory.ts';
import type { Actor, StoreContext } from '../../records/request-context.ts';
import { messageRecord } from '../../records/reading/message-record.ts';
import { includeProblems } from '../../records/reading/list-request.ts';
import type { Answer } from '../contract/answer.ts';

const typesParameter: QueryParameter = {
  name: 'event_type',
  schema: { type: 'array', items: { type: 'string', enum: eventTypes }, minItems: 1 },
  description: 'Only events of these types, separated by commas. The default is all types.',
  judged: true,
};

const includable = ['user', ...messageIncludes];

const includeParameter: QueryParameter = {
  name: 'include',
  schema: { type: 'array', items: { type: 'string', enum: includable }, minItems: 1, uniqueItems: true },
  description:
    'Data to add to each event: `user` adds who made the change, and the version of the record after it; `record` adds ' +
    'the record as it is when the event is sent, or `null` if it is deleted.',
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
export const eventOperations = ({ feed }: OperationDependencies): Operation[] => [
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
    query: [typesParameter, includeParameter],
    judgeQuery: (query) => {
      const types = typesOf(query);
      return {
        problems: [...typeProblems(types), ...includeProblems(includable, query['include']?.split(','))],
        handle: ({ context, lastEventId, reauthenticate, serviceUrl }) => {
          const include = query['include']?.split(',') ?? [];
          const [showsUser, showsRecord] = [include.includes('user'), include.includes('record')];
          const asked = { types, showsUser, showsRecord, lastEventId, reauthenticate };
          return followEvents(feed, context, { ...asked, apiUrl: serviceUrl + apiPrefix });
        },
      };
    },
    status: 200,
    response: eventSchema,
    streams: true,
  },
];

/** The events that a client follows, and their start. */
export interface FollowedEvents {
  /** An empty list selects every type. */
  readonly types: readonly string[];
  /** Whether each event shows its user and the version of the record. */
  readonly showsUser: boolean;
  /** Whether each event shows its record. */
  readonly showsRecord: boolean;
  /** The id of the last message that the client has received. Without it, the stream starts now. */
  readonly lastEventId: string | undefined;
  /** The public base of the API with the version prefix. */
  readonly apiUrl: string;
  readonly reauthenticate: OperationRequest['reauthenticate'];
}

/** The time that a client waits before it reconnects. */
const comeAgainMs = 3000;

/**
 * Streams the messages of the account as server-sent events, by position. A client that reconnects with the last id
 * misses and repeats no message.
 */
async function followEvents(feed: EventFeed, context: StoreContext, asked: FollowedEvents): Promise<Answer> {
  const { accountId } = context.actor;
  const follower = followerOf(context.actor);
  feed.refuseOneTooMany(follower);
  const { position: after, id } = await startOf(feed, accountId, asked.lastEventId);
  // A client that is disconnected before the first event can resume as well.
  const greeting = `retry: ${comeAgainMs}\n${id === null ? '' : `id: ${id}\n`}\n`;
  const follow = (gone: AbortSignal) => feed.follow({ follower, after, signal: gone });
  const more = { ...asked, greeting, pulseMs: feed.pulseMs };
  return { status: 200, headers: ofEvents, stream: (gone) => textOf(follow(gone), context, more) };
}

/** A proxy that buffers the events would delay them. */
const ofEvents = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };

/** Sessions have limits of their own, because one user opens several pages. */
const followerOf = ({ accountId, tokenId, isSession }: Actor): Follower => ({
  accountId,
  sessionId: isSession ? tokenId : null,
});

async function startOf(feed: EventFeed, accountId: string, lastEventId: string | undefined) {
  if (lastEventId === undefined || lastEventId === '') return await feed.lastMessage(accountId);
  const position = await feed.positionOf(accountId, lastEventId);
  if (position !== null) return { position, id: lastEventId };
  const message = 'is not the id of a stored message; read GET /webhook_messages, then connect without it';
  throw queryRefusal([{ parameter: 'Last-Event-ID', code: 'not_found', message }]);
}

async function* textOf(
  following: AsyncIterable<readonly PlacedMessage[]>,
  opening: StoreContext,
  { types, reauthenticate, greeting, pulseMs, ...shown }: FollowedEvents & { greeting: string; pulseMs: number },
): AsyncGenerator<string> {
  let context = opening;
  const isAsked = ({ event_type: type }: PlacedMessage): boolean =>
    type !== testEventType && (types.length === 0 || types.includes(type));
  let authenticatedAt = performance.now();
  yield greeting;
  for await (const messages of following) {
    if (performance.now() - authenticatedAt >= pulseMs) {
      const current = await reauthenticate().catch(() => null);
      if (!current) return;
      context = { ...context, directory: current.directory, at: current.at };
      authenticatedAt = performance.now();
    }
    const last = messages.at(-1);
    const asked = messages.filter(isAsked);
    if (!(yield* portionsOf(context, asked, shown))) return;
    // An id without data is not an event. It lets a client that reconnects skip the messages that its types exclude.
    if (last !== asked.at(-1)) yield `id: ${last?.id}\n\n`;
    if (!last) yield ': still here\n\n';
  }
}

/**
 * The text of events in portions, so that a stream holds few records at once. Their bytes count toward those that the
 * clients of the account have not read, until the client has taken the portion.
 * @returns false if there is no room for more. The stream then ends, and the client continues after its last event.
 */
async function* portionsOf(
  context: StoreContext,
  messages: readonly PlacedMessage[],
  shown: ShownEvents,
): AsyncGenerator<string, boolean> {
  const count = shown.showsRecord ? sentTogether.records : sentTogether.events;
  for (let first = 0; first < messages.length; first += count) {
    const text = await eventsText(context, messages.slice(first, first + count), shown).catch(nullWithoutRoom);
    if (text === null) return false;
    yield text;
    context.room?.restart();
  }
  return true;
}

function nullWithoutRoom(error: unknown): null {
  if (error instanceof Refusal && error.code === 'unavailable') return null;
  throw error;
}

type ShownEvents = Pick<FollowedEvents, 'apiUrl' | 'showsUser' | 'showsRecord'>;

/** The text of events, with what the client asks for. */
async function eventsText(
  context: StoreContext,
  messages: readonly PlacedMessage[],
  { apiUrl, showsUser, showsRecord }: ShownEvents,
): Promise<string> {
  const users = showsUser ? await usersOf(context, messages) : [];
  const records = showsRecord ? await recordsOf(context, messages) : [];
  const texts = messages.map((message, index) =>
    eventText(message, messageJson(message, apiUrl, records[index]), users[index] ?? ''),
  );
  return texts.join('');
}

/** The limits of events that are written together. A record may have 1 MiB, and an answer may have 8 MiB. */
const sentTogether = { events: 500, records: 5 };

/**
 * The record of each message, as JSON, with the present names of stages and list entries. Several messages of one record
 * share a read.
 */
async function recordsOf(opening: StoreContext, messages: readonly PlacedMessage[]): Promise<string[]> {
  const directory = await opening.store.directories.reload(opening.actor.accountId);
  const context = { ...opening, directory };
  const reads = new Map<string, Promise<string>>();
  const read = (message: PlacedMessage): Promise<string> => {
    const key = `${message.resource} ${message.record_id}`;
    const reading = reads.get(key) ?? messageRecord(context, message);
    reads.set(key, reading);
    return reading;
  };
  return await Promise.all(messages.map(read));
}

/** @param more further keys, `,"user":…`. */
const eventText = ({ id }: PlacedMessage, json: string, more: string): string =>
  `id: ${id}\ndata: ${json.slice(0, -1)}${more}}\n\n`;

/** The keys with the user of each message and the version of its record. A user may be newer than the directory. */
const usersOf = (context: StoreContext, messages: readonly PlacedMessage[]): Promise<string[]> =>
  withFreshDirectory(context, async ({ directory }) =>
    messages.map(
      ({ user_id: id, version }) => `,"user":${directory.embedded('users', id)},"version":${JSON.stringify(version)}`,
    ),
  );
