import { followEvents } from '../records/event-stream.ts';
import type { Problem } from '../refusal.ts';
import { eventTypes } from '../resources/events.ts';
import { suggested } from '../schema/problems.ts';
import { schemaReference } from '../schema/record-schemas.ts';
import type { Operation, QueryParameter } from './operation.ts';
import type { Ground } from './ground.ts';
import { apiPrefix } from './versions.ts';

const typesParameter: QueryParameter = {
  name: 'event_type',
  schema: { type: 'array', items: { type: 'string', enum: eventTypes }, minItems: 1 },
  description: 'The types that are wanted, separated by commas; all of them without it.',
  judged: true,
};

const typesOf = (query: Readonly<Record<string, string>>): string[] =>
  query['event_type']?.split(',').map((type) => type.trim()) ?? [];

function typeProblems(types: readonly string[]): Problem[] {
  return types
    .filter((type) => !eventTypes.includes(type))
    .map((type) => {
      const { hint, member } = suggested(type, eventTypes);
      const message = `no type of event is called ${JSON.stringify(type)}${hint}`;
      return { parameter: 'event_type', code: 'not_allowed', message, allowed: eventTypes, ...member };
    });
}

/** What happens in the account, live. */
export const eventOperations = ({ feed, publicUrl }: Ground): Operation[] => [
  {
    id: 'followEvents',
    method: 'GET',
    path: '/events',
    summary: 'Follow what happens, as server-sent events',
    explanation:
      'The same messages as in the log, each with its id; nothing is ever put before what has been told. It goes on ' +
      'until one side ends it; who comes again with the header `Last-Event-ID` misses nothing and is told nothing twice.',
    tag: 'webhook_messages',
    scope: 'read',
    query: [typesParameter],
    judgeQuery: (query) => {
      const types = typesOf(query);
      return {
        problems: typeProblems(types),
        handle: ({ call, lastEventId, reauthenticate }) =>
          followEvents(feed, call, { types, lastEventId, reauthenticate, apiUrl: publicUrl() + apiPrefix }),
      };
    },
    status: 200,
    response: schemaReference('WebhookMessage'),
    streams: true,
  },
];
