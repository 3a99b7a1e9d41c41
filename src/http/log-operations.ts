import { readAuditLog, readHistory } from '../records/history.ts';
import { readMessages } from '../records/messages.ts';
import type { Resource } from '../resources/resource.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { schemaName, schemaReference, wrapped } from '../schema/record-schemas.ts';
import { listAnswer, windowParameters, wishOf } from './listing.ts';
import type { Operation } from './operation.ts';
import { type Ground, oneOf } from './record-operations.ts';
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

/** The logs of the whole account. */
export const logOperations = (ground: Ground): Operation[] => [
  {
    id: 'listAuditLog',
    method: 'GET',
    path: '/audit_log',
    summary: 'List what was done in the account',
    tag: 'audit_log',
    scope: 'admin',
    adminOnly: true,
    query: windowParameters,
    status: 200,
    response: several('changes', 'AuditedChange'),
    handle: async (request) => {
      const page = await readAuditLog(ground.store, request.call, wishOf(request));
      return listAnswer('changes', page, request, ground.publicUrl());
    },
  },
  {
    id: 'listWebhookMessages',
    method: 'GET',
    path: '/webhook_messages',
    summary: 'List webhook messages',
    tag: 'webhook_messages',
    scope: 'read',
    query: windowParameters,
    status: 200,
    response: several('webhook_messages', 'WebhookMessage'),
    handle: async (request) => {
      const apiUrl = ground.publicUrl() + apiPrefix;
      const page = await readMessages(ground.store, request.call, wishOf(request), apiUrl);
      return listAnswer('webhook_messages', page, request, ground.publicUrl());
    },
  },
];
