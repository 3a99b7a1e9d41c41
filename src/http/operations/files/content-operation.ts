import { shownTypes, typeByBytes, unknownType } from '../../../domain/media-type.ts';
import { type FileStore, objectName } from '../../../files/file-store.ts';
import { readContents, noContents, type StoredContents } from '../../../records/reading/file-contents.ts';
import { type Answer, HeadedRefusal } from '../../contract/answer.ts';
import type { Operation, OperationDependencies, OperationRequest } from '../../contract/operation.ts';
import { dispositionOf } from './disposition.ts';
import { rangeOf } from './range.ts';

/** The media types of the responses. */
const answerTypes = {
  file: unknownType,
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

const bytesOf = (mediaType: string) => ({
  mediaType,
  schema: { type: 'string', contentMediaType: mediaType },
});

/** Sends the contents of a file. */
export const contentOperation = (dependencies: OperationDependencies): Operation => ({
  tag: 'files',
  id: 'downloadFile',
  method: 'GET',
  path: '/files/{id}/content',
  summary: 'Download the contents of a file',
  explanation:
    'A link has no contents. While the record to which a file belongs is in the trash, its contents are 404. The answer ' +
    'is an attachment of the type `application/octet-stream`, unless `inline=1` asks for a PNG, JPEG, WebP, GIF or PDF.',
  scope: 'read',
  query: [
    {
      name: 'inline',
      schema: { type: 'string', enum: ['1'] },
      description:
        '`1`: the answer is for display, with its media type, if its first bytes are those of a PNG, JPEG, WebP, GIF or ' +
        'PDF.',
    },
  ],
  status: 200,
  revalidates: true,
  takesRange: true,
  files: Object.fromEntries(Object.entries(answerTypes).map(([name, mediaType]) => [name, bytesOf(mediaType)])),
  handle: async (request) => {
    const { context, path, query } = request;
    const { store } = dependencies.files;
    const { id = '' } = path;
    const contents = await readContents(context, id);
    const name = objectName(context.actor.accountId, contents.sha256);
    if ((await store.size(name)) !== contents.size) {
      context.onFailure?.(new Error(`the file store has no object ${name} of ${contents.size} bytes`));
      throw noContents(id, 'The service has lost them: the operator can run "plumbline check".');
    }
    const shown = query['inline'] === '1' ? await shownType(store, name) : undefined;
    return contentAnswer(request, { ...contents, shown }, (range) => store.open(name, range));
  },
});

/** The media type to show an object with; undefined if its first bytes are of no type that is shown. */
async function shownType(store: FileStore, name: string): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  for await (const piece of store.open(name, { start: 0, end: 15 })) pieces.push(piece);
  const found = typeByBytes(Buffer.concat(pieces));
  return found !== undefined && shownTypes.includes(found) ? found : undefined;
}

interface ServedContents extends StoredContents {
  /** The media type to show it with; undefined for a download. */
  readonly shown: string | undefined;
}

type Open = (range?: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>;

/** The response to a request for contents (RFC 9110, sections 13 and 14). */
function contentAnswer(request: OperationRequest, contents: ServedContents, open: Open): Answer {
  const { size } = contents;
  const etag = `"${contents.sha256}"`;
  const headers = { ...headersOf(contents), ETag: etag };
  if (names(request.ifNoneMatch, etag)) return { status: 304, headers };
  const range = rangeOf(request, { etag, size });
  if (range === 'unsatisfiable') {
    throw new HeadedRefusal('range_not_satisfiable', `The file has ${size} bytes.`, {
      'Content-Range': `bytes */${size}`,
    });
  }
  const described = { ...headers, 'content-type': contents.shown ?? unknownType };
  if (!range) {
    return { status: 200, headers: { ...described, 'Content-Length': String(size) }, stream: () => open() };
  }
  const { start, end } = range;
  const part = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': String(end - start + 1) };
  return { status: 206, headers: { ...described, ...part }, stream: () => open(range) };
}

/** Whether a list of entity tags names one. The comparison is weak. */
const names = (list: string | undefined, etag: string): boolean =>
  list !== undefined && (list.trim() === '*' || list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

const headersOf = ({ name, shown }: ServedContents) => ({
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, no-cache',
  'Content-Disposition': dispositionOf(shown === undefined ? 'attachment' : 'inline', name),
  'Content-Security-Policy': shown === 'application/pdf' ? policyOfPdf : policy,
  'Cross-Origin-Resource-Policy': 'same-origin',
});

const policy = "sandbox; default-src 'none'";
/** Browsers do not open their PDF viewer in a sandbox. */
const policyOfPdf = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
