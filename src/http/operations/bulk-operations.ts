import { changeInBulk } from '../../records/bulk/bulk.ts';
import { changeByIds } from '../../records/bulk/bulk-ids.ts';
import type { IdBulk } from '../../records/bulk/chunk.ts';
import { revertInBulk } from '../../records/bulk/bulk-reversion.ts';
import type { BulkResult } from '../../records/bulk/bulk-result.ts';
import { capital } from '../../resources/in-words.ts';
import { hasExternalIds, type Resource } from '../../resources/resource.ts';
import { bulkSchema, idsSchema, mostRows, reversionsSchema } from '../../schema/bulk-schemas.ts';
import { schemaName, wrapped, wrappedList } from '../../schema/record-schemas.ts';
import { bulkRows } from '../request/bulk-body.ts';
import { idRows, idsKey } from '../request/id-body.ts';
import { reversionRows, reversionsKey } from '../request/reversion-body.ts';
import { answerChange } from '../request/answer-change.ts';
import { jsonAnswer, type Answer } from '../contract/answer.ts';
import type { Operation, OperationDependencies, OperationRequest, QueryParameter } from '../contract/operation.ts';

/** The requests that change many records: create and update, delete, restore, and revert. */
export const bulkOperations = (dependencies: OperationDependencies, resource: Resource): Operation[] => [
  bulkOperation(dependencies, resource),
  byIds(resource, 'delete', 'The ids of the records to delete.'),
  byIds(resource, 'restore', 'The ids of the deleted records to restore.'),
  bulkReversion(dependencies, resource),
];

const includeVersion: QueryParameter = {
  name: 'include',
  schema: { type: 'string', enum: ['version'] },
  description: '`version` adds the version of its record to each result.',
};

/** Creates and updates up to ten thousand records in one request. */
const bulkOperation = ({ validator }: OperationDependencies, resource: Resource): Operation => ({
  id: `bulk${schemaName(resource.plural)}`,
  method: 'POST',
  path: `/${resource.plural}/bulk`,
  summary: `Create and change many ${resource.plural.replaceAll('_', ' ')}`,
  explanation: explanation(resource),
  tag: resource.plural,
  scope: 'write',
  query: [includeVersion],
  request: bulkSchema(resource.plural, `${schemaName(resource.singular)}Upsert`),
  status: 200,
  response: wrappedList('results', 'BulkResult', 'The result of each row, in the order of the rows.'),
  rows: { key: resource.plural, most: mostRows },
  handle: async (request) => {
    const rows = await bulkRows(validator, resource, request.rows);
    return await answerChange(request, resultsAnswer(request), (context) => changeInBulk(context, { resource, rows }));
  },
});

const resultsAnswer =
  ({ query }: OperationRequest) =>
  (rows: readonly BulkResult[]): Answer =>
    jsonAnswer(200, {
      results: rows.map(({ id, externalId, result, version, errors }, index) => ({
        index,
        id,
        external_id: externalId,
        result,
        ...(query['include'] === undefined ? {} : { version }),
        ...(errors && { errors }),
      })),
    });

const explanation = (resource: Resource): string => `${matching(resource)} The service applies the rows in order, \
each on top of those before it, and commits them in chunks. A failed row does not stop the others: \`results\` has the \
result of each row, in the same order. A retry with the same \`Idempotency-Key\` goes on after an interruption. The \
answer lists at most 50 problems of a row, 10,000 of all rows and 4 MiB of them, and at least one of each failed row.`;

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
    `Each id is handled as a single request to ${action} the record, in order, and committed in chunks. A failed ` +
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
  index,
  id,
  result,
  ...(errors && { errors }),
});

/** Sets up to ten thousand records back to earlier versions in one request. */
const bulkReversion = ({ validator }: OperationDependencies, resource: Resource): Operation => ({
  id: `bulkRevert${schemaName(resource.plural)}`,
  method: 'POST',
  path: `/${resource.plural}/bulk/revert`,
  summary: `Set many ${resource.plural.replaceAll('_', ' ')} back to earlier versions`,
  explanation:
    'Each row is handled as a single request to revert its record, in order, and committed in chunks. A failed row ' +
    'does not stop the others: `results` has the result of each, in the same order. To undo a bulk, send the version ' +
    'before it as `version`, and the one that it made as `until`.',
  tag: resource.plural,
  scope: 'write',
  query: [includeVersion],
  request: wrapped(reversionsKey, reversionsSchema),
  status: 200,
  response: wrappedList('results', 'BulkResult', 'The result of each row, in the order of the rows.'),
  rows: { key: reversionsKey, most: mostRows },
  handle: async (request) => {
    const rows = await reversionRows(validator, request.rows);
    return await answerChange(request, resultsAnswer(request), (context) => revertInBulk(context, { resource, rows }));
  },
});
