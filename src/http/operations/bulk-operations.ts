import { changeInBulk } from '../../records/bulk/bulk.ts';
import { changeByIds, type IdBulk } from '../../records/bulk/bulk-ids.ts';
import type { BulkResult } from '../../records/bulk/bulk-result.ts';
import type { Resource } from '../../resources/resource.ts';
import { bulkSchema, hasExternalIds, idsSchema, mostRows } from '../../schema/bulk-schemas.ts';
import { capital, schemaName, wrapped, wrappedList } from '../../schema/record-schemas.ts';
import { bulkRows } from '../request/bulk-body.ts';
import { idRows, idsKey } from '../request/id-body.ts';
import { answerChange } from '../request/idempotency.ts';
import { jsonAnswer, type Answer } from '../contract/answer.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';

/** The requests that change many records: create and update, delete, and restore. */
export const bulkOperations = (dependencies: OperationDependencies, resource: Resource): Operation[] => [
  bulkOperation(dependencies, resource),
  byIds(resource, 'delete', 'The ids of the records to delete.'),
  byIds(resource, 'restore', 'The ids of the deleted records to restore.'),
];

/** Creates and updates up to ten thousand records in one request. */
const bulkOperation = ({ validator }: OperationDependencies, resource: Resource): Operation => ({
  id: `bulk${schemaName(resource.plural)}`,
  method: 'POST',
  path: `/${resource.plural}/bulk`,
  summary: `Create and change many ${resource.plural.replaceAll('_', ' ')}`,
  explanation: explanation(resource),
  tag: resource.plural,
  scope: 'write',
  query: [],
  request: bulkSchema(resource.plural, `${schemaName(resource.singular)}Upsert`),
  status: 200,
  response: wrappedList('results', 'BulkResult', 'The result of each row, in the order of the rows.'),
  rows: { key: resource.plural, most: mostRows },
  handle: async (request) => {
    const rows = await bulkRows(validator, resource, request.rows);
    return await answerChange(request, resultsAnswer, (context) => changeInBulk(context, { resource, rows }));
  },
});

const resultsAnswer = (rows: readonly BulkResult[]): Answer => jsonAnswer(200, { results: rows.map(toldResult) });

const toldResult = ({ id, externalId, result, errors }: BulkResult, index: number): object => ({
  ...{ index, id, external_id: externalId, result },
  ...(errors && { errors }),
});

const explanation = (resource: Resource): string => `${matching(resource)} The service applies the rows in order, \
each on top of those before it, and commits them together. A failed row does not stop the others: \`results\` has the \
result of each row, in the same order. The answer lists at most 50 problems of a row, 10,000 of all rows and 4 MiB of \
them, and at least one of each failed row.`;

/** How a row finds its record. */
const matching = (resource: Resource): string =>
  hasExternalIds(resource)
    ? `A row with the \`id\` of a record changes it, as PATCH would; so does a row with the \`external_id\` of a record, \
regardless of case. Any other row creates a record, as POST would. A row with both changes the record with that \
\`id\` and gives it the \`external_id\`.`
    : 'A row with the `id` of a record changes it, as PATCH would. A row without an `id` creates a record, as POST would.';

/** Deletes or restores up to ten thousand records in one request. */
const byIds = (resource: Resource, action: IdBulk['action'], described: string): Operation => ({
  id: `bulk${capital(action)}${schemaName(resource.plural)}`,
  method: 'POST',
  path: `/${resource.plural}/bulk/${action}`,
  summary: `${capital(action)} many ${resource.plural.replaceAll('_', ' ')}`,
  explanation:
    `Each id is handled as a single request to ${action} the record, in order, and all are committed together. A failed ` +
    'one does not stop the others: `results` has the result of each, in the same order.',
  tag: resource.plural,
  scope: 'write',
  query: [],
  request: wrapped(idsKey, idsSchema(described)),
  status: 200,
  response: wrappedList('results', 'BulkIdResult', 'The result of each id, in the order of the ids.'),
  rows: { key: idsKey, most: mostRows },
  handle: async (request) => {
    const rows = await idRows(request.rows);
    return await answerChange(request, idResultsAnswer, (context) => changeByIds(context, { resource, action, rows }));
  },
});

const idResultsAnswer = (rows: readonly BulkResult[]): Answer => jsonAnswer(200, { results: rows.map(toldIdResult) });

const toldIdResult = ({ id, result, errors }: BulkResult, index: number): object => ({
  ...{ index, id, result },
  ...(errors && { errors }),
});
