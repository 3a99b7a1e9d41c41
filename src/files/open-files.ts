import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ObjectTarget } from './copy-object.ts';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder/folder-store.ts';
import { IncomingFiles, type IncomingLimits } from './incoming-files.ts';
import { S3Store } from './s3/s3-store.ts';
import { scanFile, type ScanResult } from './scan-file.ts';

/** The contents of files, and the rules of the operator for them. */
export interface Files {
  readonly store: FileStore;
  readonly incoming: IncomingFiles;
  /** The same store, for files that an installation has taken before: they may be larger than its limit. */
  readonly target: ObjectTarget;
  /** The limit of all blobs of an account together, in bytes; `null`: no limit. */
  readonly quota: number | null;
  /** The days in the trash after which contents are erased; `null`: never. */
  readonly trashDays: number | null;
  /** Scans a file that has arrived; `null` without a command. */
  readonly scan: ((path: string) => Promise<ScanResult>) | null;
}

/** The settings that concern the store of the contents. */
export type StoreSettings = Pick<
  Config,
  'dataDirectory' | 'filesS3Url' | 'filesS3KeyId' | 'filesS3Secret' | 'filesS3Region'
>;

/** The settings that concern files. */
export type FileSettings = StoreSettings &
  Pick<Config, 'fileMaxBytes' | 'filesQuotaBytes' | 'fileTrashDays' | 'fileScanCommand'>;

/** The folder of the contents. An upload arrives there too if a bucket has the contents. */
const filesFolderOf = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string => join(dataDirectory, 'files');

/** The store of the contents: a bucket if the settings name one, else a folder. */
export function openFileStore(settings: StoreSettings): FileStore {
  const { filesS3Url: url } = settings;
  return url === null ? new FolderStore(filesFolderOf(settings)) : openBucket(url, settings);
}

/** @param url `https://host/bucket/prefix` */
const openBucket = (url: string, settings: StoreSettings): FileStore =>
  new S3Store({
    url,
    keyId: settings.filesS3KeyId ?? '',
    secret: settings.filesS3Secret ?? '',
    region: settings.filesS3Region,
  });

/** The store of the contents, for files of any size. */
export const openTarget = (settings: StoreSettings): ObjectTarget => ({
  store: openFileStore(settings),
  incoming: incomingIn(filesFolderOf(settings), { most: Infinity, reserve }),
});

/** The folder in which files arrive before a store takes them. */
const incomingIn = (folder: string, limits: IncomingLimits): IncomingFiles =>
  new IncomingFiles(join(folder, 'incoming'), limits);

/** The bytes that uploads leave free on the disk, so that the database can go on. */
const reserve = 2 ** 30;

/** The files of an installation. The first upload creates their folder. */
export function openFiles(settings: FileSettings): Files {
  const { fileMaxBytes, filesQuotaBytes, fileTrashDays, fileScanCommand: command } = settings;
  const target = openTarget(settings);
  return {
    store: target.store,
    target,
    incoming: incomingIn(filesFolderOf(settings), { most: fileMaxBytes, reserve }),
    quota: filesQuotaBytes === 0 ? null : filesQuotaBytes,
    trashDays: fileTrashDays === 0 ? null : fileTrashDays,
    scan: command && ((path) => scanFile(command, path)),
  };
}

/** The files in another folder, such as that of backups. */
export function openFileFolder(folder: string): ObjectTarget {
  return { store: new FolderStore(folder), incoming: incomingIn(folder, { most: Infinity, reserve: 0 }) };
}
