import { weakMemo } from '../../weak-memo.ts';
import { directoryText } from '../../records/reading/directory-text.ts';
import { directoryLists } from '../../resources/index.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { repeatedBody } from '../contract/compression.ts';
import type { Operation } from '../contract/operation.ts';
import { isHeld } from '../contract/conditions.ts';

/** Written and compressed once for each version. */
const bodyOf = weakMemo<Directory, Uint8Array>((directory) =>
  repeatedBody(`{"directory":${directoryText(directory)}}`, 'fixed'),
);

/** All small records of the account in one response, which the process has in its cache. */
export const directoryOperation = (): Operation => ({
  id: 'showDirectory',
  method: 'GET',
  path: '/directory',
  summary: 'Show the account with all its lists, stages, users and custom fields',
  explanation:
    `One answer instead of the ${directoryLists.length} lists. Each has its live entries, in its own order. ` +
    'Every answer to a token names the current version of the directory in `Plumbline-Directory-Version`: ' +
    'read the directory again when that differs from yours.',
  tag: 'account',
  scope: 'read',
  query: [],
  status: 200,
  revalidates: true,
  response: wrapped('directory', schemaReference('Directory')),
  handle: async ({ context: { directory }, ifNoneMatch }) => {
    const etag = `"${directory.version}"`;
    const headers = { ETag: etag };
    if (isHeld(ifNoneMatch, etag)) return { status: 304, headers };
    return { status: 200, bytes: bodyOf(directory), headers };
  },
});
