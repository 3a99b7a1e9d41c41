import { Refusal } from '../../../refusal.ts';
import { type ImportedFamily, importedFamilies } from '../../../resources/transfer/imports.ts';
import type { VersionedValue } from '../../../records/results.ts';
import { schemaReference, wrapped } from '../../../schema/record-schemas.ts';
import { createImport } from '../../../transfer/imports/imports.ts';
import type { ShownImport } from '../../../resources/transfer/shown-import.ts';
import { discardFile, receiveFile } from '../../../transfer/imports/stored-file.ts';
import { type Answer, madeAnswer, versionedAnswer } from '../../contract/answer.ts';
import type { Operation, OperationDependencies, OperationRequest } from '../../contract/operation.ts';
import { answerChange } from '../../request/answer-change.ts';
import { uploadedFile, uploadTypes } from '../../request/uploaded-file.ts';

/** Receives a file, stores it and finds out how it can be read. */
export const uploadOperation = ({ config }: OperationDependencies): Operation => ({
  tag: 'imports',
  id: 'createImport',
  method: 'POST',
  path: '/imports',
  summary: 'Upload a file to import',
  explanation:
    'The body is the file: CSV, TSV, XLSX or NDJSON, or `multipart/form-data` with one file. The answer says how the ' +
    'service would read it and map its columns. Nothing is imported until `POST /imports/{id}/run`.',
  scope: 'write',
  query: [
    {
      name: 'as',
      required: true,
      schema: { type: 'string', enum: importedFamilies },
      description: 'The kind of the records that the rows make.',
    },
    {
      name: 'name',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      description: 'The name of the import. The default is the name of the file.',
    },
  ],
  upload: uploadTypes,
  status: 201,
  response: wrapped('import', schemaReference('Import')),
  handle: async (request) => await received(request, config.importMaxBytes),
});

/** Stores the file while it arrives, then makes its import. A refused file leaves nothing. */
async function received({ context, query, upload }: OperationRequest, most: number): Promise<Answer> {
  // A request without a body has no upload.
  if (!upload) throw emptyFile();
  const { engine } = context.store;
  const { accountId } = context.actor;
  const { fileName, mediaType, bytes } = await uploadedFile(upload);
  const file = await receiveFile(engine, { accountId, now: context.at, most }, bytes);
  const discard = (): Promise<unknown> => discardFile(engine, accountId, file.fileId);
  try {
    if (file.size === 0) throw emptyFile();
    const idempotency = upload.keyOf(file.digest);
    const asked = { as: query['as'] as ImportedFamily, name: query['name'], fileName, mediaType, file };
    const answer = await answerChange(
      idempotency === undefined ? { context } : { context, idempotency },
      (one: VersionedValue<ShownImport>) => madeAnswer('/imports', one.value.id, versionedAnswer('import', one)),
      (changing) => createImport(changing, asked),
    );
    // A repeated request has an import of its own already.
    if (answer.headers?.['Idempotent-Replayed'] !== undefined) await discard();
    return answer;
  } catch (error) {
    await discard();
    throw error;
  }
}

const emptyFile = (): Refusal =>
  new Refusal('validation_failed', 'The file is empty.', {
    problems: [{ pointer: '/file', code: 'required', message: 'must not be empty' }],
  });
