import { followEvents } from './event-stream.ts';
import { comparedWith, firstProblems, type Problem, quoted } from '../../refusal.ts';
import { eventTypes } from '../../resources/events.ts';
import { suggested } from '../../suggestion.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import type { Operation, QueryParameter } from '../contract/operation.ts';
import type { OperationDependencies } from '../contract/operation-dependencies.ts';
import { apiPrefix } from '../contract/versions.ts';

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
