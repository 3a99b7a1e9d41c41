import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ObjectTarget } from './copy-object.ts';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder/folder-store.ts';
import { IncomingFiles } from './incoming-files.ts';
import { scanFile, type ScanResult } from './scan-file.ts';

/** The contents of files, and the rules of the operator for them. */
export interface Files {
  readonly store: FileStore;
  readonly incoming: IncomingFiles;
  /** The same folder without the limit of a file, for files that this or another installation has taken before. */
  readonly taken: IncomingFiles;
  /** The limit of all blobs of an account together, in bytes; `null`: no limit. */
  readonly quota: number | null;
  /** The days in the trash after which contents are erased; `null`: never. */
  readonly trashDays: number | null;
  /** Scans a file that has arrived; `null` without a command. */
  readonly scan: ((path: string) => Promise<ScanResult>) | null;
}

/** The settings that concern files. */
export type FileSettings = Pick<
  Config,
  'dataDirectory' | 'fileMaxBytes' | 'filesQuotaBytes' | 'fileTrashDays' | 'fileScanCommand'
>;

/** The bytes that uploads leave free on the disk, so that the database can go on. */
const reserve = 2 ** 30;

/** The files of an installation. Nothing touches the disk before the first upload. */
export function openFiles(settings: FileSettings): Files {
  const { dataDirectory, fileMaxBytes, filesQuotaBytes, fileTrashDays, fileScanCommand: command } = settings;
  const folder = join(dataDirectory, 'files');
  const incoming = join(folder, 'incoming');
  return {
    store: new FolderStore(folder),
    incoming: new IncomingFiles(incoming, { most: fileMaxBytes, reserve }),
    taken: new IncomingFiles(incoming, { most: Infinity, reserve }),
    quota: filesQuotaBytes === 0 ? null : filesQuotaBytes,
    trashDays: fileTrashDays === 0 ? null : fileTrashDays,
    scan: command && ((path) => scanFile(command, path)),
  };
}

/** The files in another folder, such as that of backups. */
export function openFileFolder(folder: string): ObjectTarget {
  const incoming = new IncomingFiles(join(folder, 'incoming'), { most: Infinity, reserve: 0 });
  return { store: new FolderStore(folder), incoming };
}
