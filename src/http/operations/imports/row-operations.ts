import { rejectedFile, rejectedTypes } from '../../../transfer/imports/rejected-file.ts';
import { readRowList, rowFiltersOf } from '../../../transfer/imports/import-lists.ts';
import { rowLog } from '../../../resources/transfer/import-lists.ts';
import { wrappedList } from '../../../schema/record-schemas.ts';
import type { Operation, OperationDependencies } from '../../contract/operation.ts';
import { filterParameters, windowParameters } from '../list-parameters.ts';
import { valuesAnswer, wishOf } from '../listing.ts';

const listRows = ({ publicUrl }: OperationDependencies): Operation => ({
  tag: 'imports',
  id: 'listImportRows',
  method: 'GET',
  path: '/imports/{id}/rows',
  summary: 'List the rows of an import with their results',
  explanation: 'The rows come by number. A row has a result after a check or a run.',
  scope: 'read',
  query: [...windowParameters, ...filterParameters(rowLog.resource, rowLog.fields)],
  judgeQuery: (query, directory) => {
    const { filters, problems } = rowFiltersOf(query, directory);
    return {
      problems,
      handle: async (request) => {
        const page = await readRowList(request.context, request.path['id'] ?? '', { ...wishOf(request), filters });
        return valuesAnswer('rows', page, request, { publicUrl: publicUrl() });
      },
    };
  },
  status: 200,
  response: wrappedList('rows', 'ImportRow', 'The rows of this page, by number.'),
});

const rejectedRows = (): Operation => ({
  tag: 'imports',
  id: 'downloadRejectedRows',
  method: 'GET',
  path: '/imports/{id}/rejected.{format}',
  pathChoice: {
    name: 'format',
    values: Object.keys(rejectedTypes),
    description: 'The format: `csv` for CSV, TSV and XLSX files, `ndjson` for NDJSON files.',
  },
  summary: 'Download the rejected rows of an import',
  explanation:
    'The file has the columns of the imported file, and `problems` behind them. Mend it and import it again.',
  scope: 'read',
  query: [],
  status: 200,
  files: Object.fromEntries(
    Object.entries(rejectedTypes).map(([name, mediaType]) => [name, { mediaType, schema: { type: 'string' } }]),
  ),
  handle: async ({ context, path: { id = '', format = 'csv' } }) => {
    const asked = format === 'ndjson' ? 'ndjson' : 'csv';
    const { fileName, pieces } = await rejectedFile(context, id, asked);
    return {
      status: 200,
      headers: {
        'content-type': `${rejectedTypes[asked]}; charset=utf-8`,
        'content-disposition': `attachment; filename="${fileName}"`,
      },
      stream: pieces,
    };
  },
});

/** The rows of an import: their list, and the file of those that were rejected. */
export const rowOperations = (dependencies: OperationDependencies): Operation[] => [
  listRows(dependencies),
  rejectedRows(),
];
