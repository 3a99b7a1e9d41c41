import { emptyFile, attachFile, judgeNewFile } from '../../../records/operations/attach-file.ts';
import { Refusal } from '../../../refusal.ts';
import { fileOwners } from '../../../resources/files.ts';
import { resourceOf } from '../../../resources/index.ts';
import { schemaReference, wrapped } from '../../../schema/record-schemas.ts';
import type { Answer } from '../../contract/answer.ts';
import type { Operation, OperationDependencies, OperationRequest, Upload } from '../../contract/operation.ts';
import { answerChange } from '../../request/answer-change.ts';
import { uploadedFile, type UploadedFile } from '../../request/uploaded-file.ts';
import { recordAnswer } from '../record-answer.ts';
import { itemOf } from '../record-operations.ts';

const resource = resourceOf('files');

/** Receives a file, stores its contents and makes its record. */
export const uploadOperation = (dependencies: OperationDependencies): Operation => ({
  tag: 'files',
  id: 'uploadFile',
  method: 'POST',
  path: '/files/upload',
  summary: 'Attach a file',
  explanation:
    'The body is the file, of any media type, or `multipart/form-data` with one file. The query names exactly one ' +
    'record to which the file belongs. With the answer, the contents are on the disk. The service finds the media type ' +
    'by the first bytes. `POST /files` makes a link instead.',
  scope: 'write',
  query: [
    ...fileOwners.map((name) => ({
      name,
      schema: { type: 'string', maxLength: 255 },
      description: `The id of the ${name.slice(0, -'_id'.length)} to which the file belongs.`,
    })),
    {
      name: 'name',
      schema: { type: 'string', maxLength: 255 },
      description: 'The name of the file. The default is the name in the form or in `Content-Disposition`.',
    },
  ],
  upload: ['application/octet-stream', 'multipart/form-data'],
  // An upload may take an hour: with 1 MiB for each, some forty would keep out all other changes of their account.
  answerBytes: 64 * 1024,
  status: 201,
  response: wrapped(resource.singular, schemaReference('File')),
  handle: async (request) => {
    // A request without a body has no upload.
    if (!request.upload) throw emptyFile();
    try {
      return await received(dependencies, request, request.upload);
    } catch (error) {
      // The client reads the refusal only if the service reads the rest.
      request.upload.body.unpipe().resume();
      throw error;
    }
  },
});

/** Judges the request by its head, receives the file, then stores it. A refused file leaves nothing. */
async function received(
  dependencies: OperationDependencies,
  request: OperationRequest,
  upload: Upload,
): Promise<Answer> {
  const { files } = dependencies;
  await files.incoming.refuseUnfit(announcedBytes(upload));
  const sent = await uploadedFile(upload, null);
  const name = request.query['name'] ?? sent.fileName ?? '';
  const item = itemOf(dependencies, resource, 'create', { ...request, body: { file: { ...request.query, name } } });
  const key = upload.keyOf(new Uint8Array());
  await judgeNewFile({ ...request.context, ...(key && { idempotency: { ...key, encode: unread } }) }, item);
  await using file = await files.incoming.receive(whole(sent, upload));
  // The upload may have taken an hour, in which the credential may have ended.
  const context = { ...request.context, ...(await request.reauthenticate()) };
  const idempotency = upload.keyOf(Buffer.from(`${file.sha256} ${name}`));
  return await answerChange({ context, idempotency }, recordAnswer(resource, 201), (changing) =>
    attachFile(changing, files, { item, name, received: file }),
  );
}

/** The size of a body that is the file; 0 if it is not known. A form has more bytes than its file. */
const announcedBytes = ({ headers }: Upload): number =>
  headers['content-type']?.startsWith('multipart/form-data') ? 0 : Number(headers['content-length'] ?? 0);

/** A request that is only judged stores no answer. */
function unread(): never {
  throw new RangeError('the file has not arrived yet');
}

/** The bytes of a file. The end of the connection is no failure of the service. */
async function* whole({ bytes }: UploadedFile, { body }: Upload): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    if (cause instanceof Refusal || !body.destroyed) throw cause;
    throw new Refusal('request_timeout', 'The connection ended before the whole file had arrived.', { cause });
  }
}
