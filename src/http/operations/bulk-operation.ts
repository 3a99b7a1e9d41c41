import { changeInBulk } from '../../records/bulk/bulk.ts';
import type { BulkResult } from '../../records/bulk/bulk-result.ts';
import type { Resource } from '../../resources/resource.ts';
import { bulkSchema, mostRows } from '../../schema/bulk-schemas.ts';
import { schemaName, wrappedList } from '../../schema/record-schemas.ts';
import { bulkRows } from '../request/bulk-body.ts';
import { answerChange } from '../request/idempotency.ts';
import { jsonAnswer, type Answer } from '../contract/answer.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';

/** Creates and updates up to ten thousand records in one request. */
export const bulkOperation = ({ validator }: OperationDependencies, resource: Resource): Operation => ({
  id: `bulk${schemaName(resource.plural)}`,
  method: 'POST',
  path: `/${resource.plural}/bulk`,
  summary: `Create and change many ${resource.plural.replaceAll('_', ' ')}`,
  explanation,
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

const explanation = `A row with the \`id\` of a record changes it, as PATCH would; so does a row with the \
\`external_id\` of a record, regardless of case. Any other row creates a record, as POST would. \
A row with both changes the record with that \`id\` and gives it the \`external_id\`. The service applies the rows in \
order, each on top of those before it, and commits them together. A failed row does not stop the others: \`results\` has \
the result of each row, in the same order. The answer lists at most 50 problems of a row, 10,000 of all rows and \
4 MiB of them, and at least one of each failed row.`;
