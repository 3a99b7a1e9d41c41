import type { Answer } from '../records/call.ts';
import { readAuditLog, readHistory } from '../records/history.ts';
import { type LogRequest, logFiltersOf } from '../records/log-request.ts';
import { readMessage, readMessages } from '../records/messages.ts';
import { auditLog, type Log, messageLog } from '../resources/logs.ts';
import type { Resource } from '../resources/resource.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { schemaName, schemaReference, wrapped } from '../schema/record-schemas.ts';
import type { Directory } from '../store/directory.ts';
import { filterParameters } from './list-parameters.ts';
import { listAnswer, windowParameters, wishOf } from './listing.ts';
import type { JudgedQuery, Operation, OperationRequest } from './operation.ts';
import type { Ground } from './ground.ts';
import { oneOf } from './record-operations.ts';
import { apiPrefix } from './versions.ts';

const several = (plural: string, name: string): JsonSchema =>
  wrapped(plural, { type: 'array', items: schemaReference(name) });

/** What was done to a record: also to one that is deleted. */
export const historyOperation = (ground: Ground, resource: Resource): Operation => ({
  id: `list${schemaName(resource.singular)}History`,
  method: 'GET',
  path: `/${resource.plural}/{id}/history`,
  summary: `List what was done to ${oneOf(resource)}`,
  tag: resource.plural,
  scope: 'read',
  query: windowParameters,
  status: 200,
  response: several('changes', 'Change'),
  handle: async (request) => {
    const record = { resource, id: request.path['id'] ?? '' };
    const page = await readHistory(ground.store, request.call, record, wishOf(request));
    return listAnswer('changes', page, request, ground.publicUrl());
  },
});

/** What every list of a log has: its window and its filters. */
const listed = (log: Log, answer: (request: OperationRequest, asked: LogRequest) => Promise<Answer>) => ({
  method: 'GET' as const,
  query: [...windowParameters, ...filterParameters(log.resource, log.fields)],
  judgeQuery: (query: OperationRequest['query'], directory: Directory): JudgedQuery => {
    const { filters, problems } = logFiltersOf(log, query, directory);
    return { problems, handle: (request) => answer(request, { ...wishOf(request), filters }) };
  },
  status: 200 as const,
});

/** The logs of the whole account. */
export const logOperations = (ground: Ground): Operation[] => [
  auditLogOperation(ground),
  listMessages(ground),
  showMessage(ground),
];

const auditLogOperation = (ground: Ground): Operation => ({
  ...listed(auditLog, async (request, asked) => {
    const page = await readAuditLog(ground.store, request.call, asked);
    return listAnswer('changes', page, request, ground.publicUrl());
  }),
  id: 'listAuditLog',
  path: '/audit_log',
  summary: 'List what was done in the account',
  tag: 'audit_log',
  scope: 'admin',
  adminOnly: true,
  response: several('changes', 'AuditedChange'),
});

const listMessages = (ground: Ground): Operation => ({
  ...listed(messageLog, async (request, asked) => {
    const page = await readMessages(ground.store, request.call, asked, ground.publicUrl() + apiPrefix);
    return listAnswer('webhook_messages', page, request, ground.publicUrl());
  }),
  id: 'listWebhookMessages',
  path: '/webhook_messages',
  summary: 'List webhook messages',
  tag: 'webhook_messages',
  scope: 'read',
  response: several('webhook_messages', 'WebhookMessage'),
});

const showMessage = (ground: Ground): Operation => ({
  id: 'showWebhookMessage',
  method: 'GET',
  path: '/webhook_messages/{id}',
  summary: 'Show a webhook message',
  tag: 'webhook_messages',
  scope: 'read',
  query: [
    {
      name: 'include',
      schema: { type: 'string', enum: ['attempts'] },
      description: 'What is shown besides: `attempts`, each attempt to deliver it, the first first.',
    },
  ],
  status: 200,
  response: wrapped('webhook_message', schemaReference('WebhookMessageRead')),
  handle: ({ call, path: { id = '' }, query }) => {
    const wanted = { id, withAttempts: query['include'] === 'attempts' };
    return readMessage(ground.store, call, wanted, ground.publicUrl() + apiPrefix);
  },
});
