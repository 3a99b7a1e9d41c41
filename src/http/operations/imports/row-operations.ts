import { fileResults, type FileResult } from '../../../resources/transfer/imports.ts';
import { rowsFile, rowsFileTypes } from '../../../transfer/imports/rows-file.ts';
import { readRowList, rowFiltersOf } from '../../../transfer/imports/import-lists.ts';
import { rowLog } from '../../../resources/transfer/import-lists.ts';
import { wrappedList } from '../../../schema/record-schemas.ts';
import type { Operation } from '../../contract/operation.ts';
import { filterParameters, windowParameters } from '../list-parameters.ts';
import { valuesAnswer, wishOf } from '../listing.ts';

const listRows = (): Operation => ({
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
        return valuesAnswer('rows', page, request);
      },
    };
  },
  status: 200,
  response: wrappedList('rows', 'ImportRow', 'The rows of this page, by number.'),
});

const files: Readonly<Record<FileResult, Pick<Operation, 'id' | 'summary' | 'explanation'>>> = {
  rejected: {
    id: 'downloadRejectedRows',
    summary: 'Download the rejected rows of an import',
    explanation:
      'The file has the columns of the imported file, and `problems` behind them. Mend it and import it again.',
  },
  superseded: {
    id: 'downloadSupersededRows',
    summary: 'Download the rows that a later row replaced',
    explanation:
      'The file has the columns of the imported file, and `problems` behind them, which names the row that counts ' +
      'instead and tells if it has another name.',
  },
};

const downloadRows = (result: FileResult): Operation => ({
  tag: 'imports',
  ...files[result],
  method: 'GET',
  path: `/imports/{id}/${result}.{format}`,
  pathChoice: {
    name: 'format',
    values: Object.keys(rowsFileTypes),
    description: 'The format: `csv` for CSV, TSV and XLSX files, `ndjson` for NDJSON files.',
  },
  scope: 'read',
  query: [],
  status: 200,
  files: Object.fromEntries(
    Object.entries(rowsFileTypes).map(([name, mediaType]) => [name, { mediaType, schema: { type: 'string' } }]),
  ),
  handle: async ({ context, path: { id = '', format = 'csv' } }) => {
    const asked = format === 'ndjson' ? 'ndjson' : 'csv';
    const { fileName, pieces } = await rowsFile(context, { id, result, format: asked });
    return {
      status: 200,
      headers: {
        'content-type': `${rowsFileTypes[asked]}; charset=utf-8`,
        'content-disposition': `attachment; filename="${fileName}"`,
      },
      stream: pieces,
    };
  },
});

/** The rows of an import: their list, and the files of those that were rejected or replaced. */
export const rowOperations = (): Operation[] => [listRows(), ...fileResults.map(downloadRows)];
