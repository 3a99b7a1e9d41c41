import { changeInBulk } from '../records/bulk.ts';
import type { Resource } from '../resources/resource.ts';
import { bulkSchema } from '../schema/bulk-schemas.ts';
import { schemaName, schemaReference, wrapped } from '../schema/record-schemas.ts';
import { bulkRows } from './bulk-body.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';

/** Makes and changes up to ten thousand records by one request. */
export const bulkOperation = ({ store, validator }: Ground, resource: Resource): Operation => ({
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
  response: wrapped('results', { type: 'array', items: schemaReference('BulkResult') }),
  handle: ({ call, body }) => changeInBulk(store, call, { resource, rows: bulkRows(validator, resource, body) }),
});

const explanation = `A row with the \`id\` of a record changes it, as PATCH would; so does a row with the \
\`external_id\` that a record has, without regard to case. Every other row makes a record, as POST would. \
A row with both names its record by \`id\` and gives it the \`external_id\`. The rows apply in their order, each on \
top of those before it, and one that is refused does not stop the rest: \`results\` says of each row, in the same \
order, what became of it. All are kept together. Of the faults of a row 50 are listed, of all rows 10,000, and at \
least one of each.`;
