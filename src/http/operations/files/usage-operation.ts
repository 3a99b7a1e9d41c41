import { readFileUsage } from '../../../records/reading/file-contents.ts';
import { schemaReference, wrapped } from '../../../schema/record-schemas.ts';
import { jsonAnswer } from '../../contract/answer.ts';
import type { Operation, OperationDependencies } from '../../contract/operation.ts';

/** Shows how many bytes the files of the account have. */
export const usageOperation = (dependencies: OperationDependencies): Operation => ({
  id: 'showFileUsage',
  method: 'GET',
  tag: 'files',
  path: '/file_usage',
  query: [],
  summary: 'Show how much room the files of the account take',
  explanation: 'Equal contents of several files count once.',
  scope: 'read',
  status: 200,
  response: wrapped('file_usage', schemaReference('FileUsage')),
  handle: async ({ context }) =>
    jsonAnswer(200, { file_usage: { ...(await readFileUsage(context)), limit: dependencies.files.quota } }),
});
