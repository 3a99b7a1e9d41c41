import { dayContext } from '../../records/reading/renderer.ts';
import { linkUrl } from '../../records/access/password-links.ts';
import { Refusal } from '../../refusal.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import type { Manifest } from '../../transfer/accounts/archive-file.ts';
import { emptyArchive, receiveArchive } from '../../transfer/accounts/receive-archive.ts';
import {
  beginRestore,
  type BegunRestore,
  progressOf,
  type Restored,
} from '../../transfer/accounts/restore-received.ts';
import { streamAccount } from '../../transfer/accounts/save-account.ts';
import type { Answer } from '../contract/answer.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { uploadedFile } from '../request/uploaded-file.ts';

const ofArchive = { tag: 'account', path: '/account/archive', query: [], scope: 'admin', adminOnly: true } as const;

const archiveTypes = ['application/gzip', 'application/octet-stream', 'multipart/form-data'] as const;

const download = (): Operation => ({
  ...ofArchive,
  id: 'downloadAccountArchive',
  method: 'GET',
  summary: 'Download all of the account as one archive',
  explanation:
    'The archive is that of `plumbline export`: records, deleted ones included, lists, settings, history and messages, ' +
    'without passwords, tokens and the secrets of webhooks. The service writes it before it answers, so the first byte of ' +
    'a large account may take minutes; it answers other requests meanwhile.',
  status: 200,
  files: {
    archive: { mediaType: 'application/gzip', schema: { type: 'string', contentMediaType: 'application/gzip' } },
  },
  handle: async ({ context }) => {
    const { actor, directory, at, store } = context;
    const { pieces } = await streamAccount(store.engine, { accountId: actor.accountId, now: at });
    const name = `plumbline-account-${actor.accountId}-${dayContext(directory, at).today}.tar.gz`;
    const headers = { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${name}"` };
    return { status: 200, headers, stream: pieces };
  },
});

const restore = (dependencies: OperationDependencies): Operation => ({
  ...ofArchive,
  id: 'restoreAccountArchive',
  method: 'POST',
  summary: 'Restore an archive into this account, which must have no records',
  explanation:
    'The body is an archive of `GET /account/archive` or `plumbline export`, of the same version of the database. Records ' +
    'keep their ids. The archive replaces the lists, the users, the passwords and the tokens of the account, also the ' +
    'credential of this request. The service refuses an unfit archive, or an account with records, before it writes ' +
    'anything. Then it answers with lines of JSON: `progress` until the end, then `restored` with a link by which an ' +
    'admin of the restored account sets a password, or `problem` if it failed and changed nothing. The service finishes ' +
    'even if the connection breaks.',
  upload: archiveTypes,
  status: 200,
  files: { ndjson: { mediaType: 'application/x-ndjson', schema: schemaReference('ArchiveRestoreLine') } },
  handle: async ({ context, upload }) => {
    if (!upload) throw emptyArchive();
    const { bytes } = await uploadedFile(upload, archiveTypes);
    const archive = await receiveArchive(bytes, dependencies.importMaxBytes);
    return told(await beginRestore(context, archive), dependencies);
  },
});

const told = (begun: BegunRestore, { publicUrl }: Pick<OperationDependencies, 'publicUrl'>): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
  stream: async function* () {
    for await (const progress of progressOf(begun)) yield line({ progress });
    yield line(await outcomeOf(begun, publicUrl()));
  },
});

const line = (value: object): string => `${JSON.stringify(value)}\n`;

async function outcomeOf({ ended }: BegunRestore, publicUrl: string): Promise<object> {
  try {
    return { restored: shown(await ended, publicUrl) };
  } catch (error) {
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal('internal', 'The service failed. Its log says why.', { cause: error });
    return { problem: { code: refusal.code, detail: refusal.message } };
  }
}

const shown = ({ manifest, admin, link }: Restored, publicUrl: string) => ({
  ...{ from: manifest.account, made_at: manifest.made_at, rows: rowsOf(manifest), admin },
  password_link: link && { url: linkUrl(publicUrl, link), expires_at: link.expires_at },
});

/** The number of rows of each table that has any. */
const rowsOf = ({ files }: Manifest): Record<string, number> =>
  Object.fromEntries(
    Object.entries(files)
      .map(([name, { rows }]) => [name.replace('.ndjson', ''), rows] as const)
      .filter(([name, rows]) => rows > 0 && name !== 'account'),
  );

/** All of an account as one file, and back. */
export const archiveOperations = (dependencies: OperationDependencies): Operation[] => [
  download(),
  restore(dependencies),
];
