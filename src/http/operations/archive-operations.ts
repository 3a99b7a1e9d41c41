import { inLongFlow } from '../../database/timed-engine.ts';
import { dayContext } from '../../records/reading/renderer.ts';
import { linkUrl } from '../../records/access/password-links.ts';
import { narrowerThan, refuseOauthClient } from '../../records/rights.ts';
import { Refusal, unforeseen } from '../../refusal.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import { tableRows } from '../../transfer/accounts/archive-file.ts';
import { ArchivePlaces, inPlace } from '../../transfer/accounts/archive-places.ts';
import { emptyArchive, receiveArchive } from '../../transfer/accounts/receive-archive.ts';
import type { RestoredAccount } from '../../transfer/accounts/hand-over.ts';
import { expectedOf } from '../../transfer/accounts/restore-account.ts';
import { beginRestore, type BegunRestore, progressOf } from '../../transfer/accounts/restore-received.ts';
import { readAccount } from '../../transfer/accounts/save-account.ts';
import type { Answer } from '../contract/answer.ts';
import { spoolFolderOf } from '../../transfer/spool.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { uploadedFile } from '../request/uploaded-file.ts';

const ofArchive = { tag: 'account', path: '/account/archive', query: [], adminOnly: true } as const;

const archiveTypes = ['application/gzip', 'application/octet-stream', 'multipart/form-data'] as const;

const withoutFiles: Operation['query'][number] = {
  name: 'files',
  schema: { type: 'string', enum: ['0'] },
  description:
    '`0`: the archive leaves the contents of files out. With them it must fit into `IMPORT_MAX_BYTES`, or the answer is ' +
    '409; `plumbline export` has no limit.',
};

const download = ({ config, places, files }: WithPlaces): Operation => ({
  ...ofArchive,
  scope: 'read',
  id: 'downloadAccountArchive',
  method: 'GET',
  summary: 'Download all of the account as one archive',
  query: [withoutFiles],
  explanation:
    'The archive is that of `plumbline export`: records, deleted ones included, lists, settings, history and messages, ' +
    'without passwords, tokens and the secrets of webhooks. The service writes it before it answers, so the first byte of ' +
    'a large account may take minutes; it answers other requests meanwhile.',
  status: 200,
  files: {
    archive: { mediaType: 'application/gzip', schema: { type: 'string', contentMediaType: 'application/gzip' } },
  },
  handle: async ({ context, query, isHead, gone }) => {
    const { actor, directory, at, store } = context;
    const { accountId } = actor;
    refuseOauthClient(actor, 'download an archive');
    const name = `plumbline-account-${accountId}-${dayContext(directory, at).today}.tar.gz`;
    const headers = { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${name}"` };
    if (isHead) return { status: 200, headers, stream: noBytes };
    const [leave, left] = [places.take(accountId), gone()];
    try {
      const contents = query['files'] === '0' ? {} : { store: files.store, most: config.importMaxBytes };
      const to = { spoolFolder: spoolFolderOf(config.dataDirectory), gone: left };
      const reading = { accountId, now: at, ...to, ...contents };
      const archive = await inPlace(store.engine, () => readAccount(inLongFlow(store.engine), reading));
      const ended = async (): Promise<void> => {
        leave();
        await archive[Symbol.asyncDispose]();
      };
      return { status: 200, headers, stream: archive.pieces, ended };
    } catch (cause) {
      leave();
      throw left.aborted ? new Refusal('unavailable', 'The client has gone.', { cause }) : cause;
    }
  },
});

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // A HEAD has none.
}

const restore = ({ config, places, files }: WithPlaces): Operation => ({
  ...ofArchive,
  scope: 'write',
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
  handle: async ({ context, upload, serviceUrl }) => {
    const refusal = narrowerThan('admin', context.actor);
    if (refusal) throw refusal;
    if (!upload) throw emptyArchive();
    const { store, actor, directory, at } = context;
    const leave = places.take(actor.accountId);
    try {
      const { bytes } = await uploadedFile(upload, archiveTypes);
      const expected = await expectedOf(store.engine, actor.accountId);
      const spoolFolder = spoolFolderOf(config.dataDirectory);
      const limited = { limits: directory.limits, quota: files.quota, most: config.importMaxBytes };
      const received = await receiveArchive(bytes, { ...expected, ...limited, now: at, spoolFolder });
      const begun = beginRestore(context, received, files.target);
      void begun.ended.catch(() => undefined).finally(leave);
      return told(begun, serviceUrl);
    } catch (error) {
      leave();
      throw error;
    }
  },
});

const told = (begun: BegunRestore, serviceUrl: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
  stream: async function* () {
    for await (const progress of progressOf(begun)) yield line({ progress });
    yield line(await outcomeOf(begun, serviceUrl));
  },
});

const line = (value: object): string => `${JSON.stringify(value)}\n`;

async function outcomeOf({ ended }: BegunRestore, serviceUrl: string): Promise<object> {
  try {
    return { restored: shown(await ended, serviceUrl) };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unforeseen(error);
    return { problem: { code: refusal.code, detail: refusal.message } };
  }
}

const shown = ({ manifest, admin, link }: RestoredAccount, serviceUrl: string) => ({
  from: manifest.account,
  made_at: manifest.made_at,
  rows: tableRows(manifest),
  admin,
  password_link: link && { url: linkUrl(serviceUrl, link), expires_at: link.expires_at },
});

interface WithPlaces extends OperationDependencies {
  readonly places: ArchivePlaces;
}

/** All of an account as one file, and back. */
export function archiveOperations(dependencies: OperationDependencies): Operation[] {
  const withPlaces = { ...dependencies, places: new ArchivePlaces() };
  return [download(withPlaces), restore(withPlaces)];
}
