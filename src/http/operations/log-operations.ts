import {
  readAuditLog,
  readHistory,
  type LogRequest,
  logFiltersOf,
  readAttempts,
  readMessage,
  readMessages,
} from '../../records/reading/logs.ts';
import { includeProblems } from '../../records/reading/list-request.ts';
import { auditLog, type AccountLog, messageLog } from '../../resources/logs.ts';
import { oneOf } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { schemaName, schemaReference, wrapped, wrappedList } from '../../schema/record-schemas.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { filterParameters, windowParameters } from './list-parameters.ts';
import { messageJson, toldMessage } from '../../events/messages.ts';
import type { KeptMessage } from '../../store/log/messages.ts';
import { jsonAnswer, type Answer } from '../contract/answer.ts';
import { valuesAnswer, wishOf } from './listing.ts';
import type { JudgedQuery, Operation, OperationRequest } from '../contract/operation.ts';
import { apiPrefix } from '../../version.ts';

/** Lists the changes of a record, even of a deleted one. */
export const historyOperation = (resource: Resource): Operation => ({
  id: `list${schemaName(resource.singular)}History`,
  method: 'GET',
  path: `/${resource.plural}/{id}/history`,
  summary: `List the changes of ${oneOf(resource)}`,
  explanation: 'The newest change comes first. You can also read the history of a deleted record.',
  tag: resource.plural,
  scope: 'read',
  query: windowParameters,
  status: 200,
  response: wrappedList('changes', 'Change', 'The changes of this page, newest first.'),
  handle: async (request) => {
    const record = { resource, id: request.path['id'] ?? '' };
    const page = await readHistory(request.context, record, wishOf(request));
    return valuesAnswer('changes', page, request);
  },
});

/** The common parts of every log's list: pagination and filters. */
const listed = (log: AccountLog, answer: (request: OperationRequest, asked: LogRequest) => Promise<Answer>) => ({
  method: 'GET' as const,
  query: [...windowParameters, ...filterParameters(log.resource, log.fields)],
  judgeQuery: (query: OperationRequest['query'], directory: Directory): JudgedQuery => {
    const { filters, problems } = logFiltersOf(log, query, directory);
    return { problems, handle: (request) => answer(request, { ...wishOf(request), filters }) };
  },
  status: 200 as const,
});

/** The logs of the whole account. */
export const logOperations = (): Operation[] => [auditLogOperation(), listMessages(), showMessage()];

const auditLogOperation = (): Operation => ({
  ...listed(auditLog, async (request, asked) => {
    const page = await readAuditLog(request.context, asked);
    return valuesAnswer('changes', page, request);
  }),
  id: 'listAuditLog',
  path: '/audit_log',
  summary: 'List the changes in the account',
  explanation: 'The newest change comes first.',
  tag: 'audit_log',
  scope: 'admin',
  adminOnly: true,
  response: wrappedList('changes', 'AuditedChange', 'The changes of this page, newest first.'),
});

const listMessages = (): Operation => ({
  ...listed(messageLog, async (request, asked) => {
    const write = (message: KeptMessage) => messageJson(message, request.serviceUrl + apiPrefix);
    return valuesAnswer('webhook_messages', await readMessages(request.context, asked), request, write);
  }),
  id: 'listWebhookMessages',
  path: '/webhook_messages',
  summary: 'List webhook messages',
  explanation:
    'The newest message comes first. The log has a message for each change, whether or not a webhook takes it.',
  tag: 'webhook_messages',
  scope: 'read',
  response: wrappedList('webhook_messages', 'WebhookMessage', 'The messages of this page, newest first.'),
});

const includable = ['attempts'];

const showMessage = (): Operation => ({
  id: 'showWebhookMessage',
  method: 'GET',
  path: '/webhook_messages/{id}',
  summary: 'Show a webhook message',
  explanation: 'With `include=attempts`, the answer lists the delivery attempts.',
  tag: 'webhook_messages',
  scope: 'read',
  query: [
    {
      name: 'include',
      schema: { type: 'array', items: { type: 'string', enum: includable }, minItems: 1, uniqueItems: true },
      description: 'Data to add to the message: `attempts` lists each attempt to deliver it, oldest first.',
      judged: true,
    },
  ],
  status: 200,
  response: wrapped('webhook_message', schemaReference('WebhookMessageRead')),
  judgeQuery: ({ include }) => ({
    problems: includeProblems(includable, include?.split(',')),
    handle: async ({ context, path: { id = '' }, serviceUrl }) => {
      const message = toldMessage(await readMessage(context, id), serviceUrl + apiPrefix);
      const attempts = include === undefined ? {} : { attempts: await readAttempts(context, id) };
      return jsonAnswer(200, { webhook_message: { ...message, ...attempts } });
    },
  }),
});
