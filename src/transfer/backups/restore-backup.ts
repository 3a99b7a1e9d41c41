import { installDatabase } from '../../database/embedded/install-database.ts';
import { openEmbedded } from '../../database/embedded/embedded.ts';
import { explainingReadOnly } from '../../database/embedded/read-only.ts';
import type { Engine, Queryable } from '../../database/engine.ts';
import { isInUse } from '../../database/other-connections.ts';
import { isSharded } from '../../database/sharding/sharded-server.ts';
import { Refusal, unchanged } from '../../refusal.ts';
import { explainingFullDisk } from '../full-disk.ts';
import { fillDatabase } from './fill-database.ts';
import type { BackupManifest } from './manifest.ts';
import { type BlobRestore, restoreBlobs, type RestoredBlobs } from './restore-blobs.ts';

/** A whole backup, and how to restore it. */
export interface BackupRestore {
  readonly file: string;
  /** The manifest as `inspectBackup` has read it. */
  readonly manifest: BackupManifest;
  /** Whether it takes the place of what is there. */
  readonly replaces: boolean;
  /** Receives the number of rows restored so far. */
  readonly tell: (rows: number) => void;
  readonly blobs: BlobRestore;
}

/** A restored installation. */
export interface RestoredInstallation {
  /** The migrations that the backup lacked. */
  readonly applied: readonly string[];
  /** The folder that the replaced database was moved to; null if there was none, or on a server. */
  readonly setAside: string | null;
  readonly blobs: RestoredBlobs;
}

/**
 * Restores a backup as the embedded database of a data folder.
 * @throws {Refusal} `conflict` if the folder has a database, unless the backup replaces it.
 * @throws {DataFolderInUse} if a process uses the folder. The restore has then changed no file.
 */
export async function restoreFolder(dataDir: string, restoring: BackupRestore): Promise<RestoredInstallation> {
  const { file, manifest, replaces, tell } = restoring;
  const { atEnd, blobs } = blobWork(restoring.blobs);
  return await explainingFullDisk([dataDir], async () => {
    let applied: readonly string[] = [];
    const install = () =>
      installDatabase(dataDir, { replaces }, async (folder) => {
        await using engine = await openEmbedded({ dataDir: folder, synchronous: false });
        applied = await fillDatabase(engine, { file, manifest, replaces: true, migrates: true, tell, atEnd });
      });
    const { setAside } = await explainingReadOnly(dataDir, install);
    return { applied, setAside, blobs: blobs() };
  });
}

/**
 * Restores a backup into the database of a server, in one transaction.
 * @throws {Refusal} `conflict` if the database is not empty, unless the backup replaces what it has, if its tables are
 * distributed over nodes, or if a service uses it.
 */
export async function restoreServer(engine: Engine, restoring: BackupRestore): Promise<RestoredInstallation> {
  if (await isSharded(engine)) throw new Refusal('conflict', `${distributed} ${unchanged}`);
  if (await isInUse(engine)) {
    throw new Refusal('conflict', `A service is using the database: stop it before you restore. ${unchanged}`);
  }
  const { atEnd, blobs } = blobWork(restoring.blobs);
  const applied = await fillDatabase(engine, { ...restoring, migrates: true, atEnd });
  return { applied, setAside: null, blobs: blobs() };
}

/** The work that puts the blobs in the transaction of the rows, and what it has put. */
function blobWork(restoring: BlobRestore) {
  let restored: RestoredBlobs = { count: 0, bytes: 0, missing: [] };
  return {
    atEnd: async (transaction: Queryable) => void (restored = await restoreBlobs(transaction, restoring)),
    blobs: () => restored,
  };
}

const distributed =
  'The tables of this database are distributed over nodes, and a restore makes tables of one server. Restore into an ' +
  'empty database on the same servers, and run "plumbline distribute" there (docs/sharding.md).';
