import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { openFileFolder, openTarget } from '../../files/open-files.ts';
import { rowsOf } from '../../transfer/archives/manifest.ts';
import { blobFolderOf, blobsFile } from '../../transfer/backups/backup-blobs.ts';
import { type BackupManifest, levelOf } from '../../transfer/backups/manifest.ts';
import { inspectBackup } from '../../transfer/backups/read-backup.ts';
import { type RestoredInstallation, restoreFolder, restoreServer } from '../../transfer/backups/restore-backup.ts';
import { refuseWithoutBlobs } from '../../transfer/backups/restore-blobs.ts';
import { progressBar, silentProgress } from '../progress-bar.ts';
import { inBytes } from '../sizes.ts';
import { facts, print, type Terminal } from '../terminal.ts';
import { sourceOf } from './backup.ts';
import { explained } from './open-store.ts';

/** `restore`: a backup of a whole installation, into an empty place. */
export function addRestoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .description('restore a backup of "plumbline backup" into an empty place')
    .argument('<file>', 'the backup')
    .option('--replace', 'replace what is there; it stays until all of the backup is restored')
    .option('--files <folder>', 'the folder with the contents of files (default: "files" beside the backup)')
    .option('--without-files', 'go on although contents of files are missing or damaged, and list them')
    .option('--json', 'print JSON, and show no progress')
    .addHelpText(
      'after',
      '\nThe place is DATABASE_URL or DATA_DIR, as for the service, which must not run. The backup may come from the' +
        '\nother engine, and from an older version of the program: its data is migrated.' +
        '\n\nThe contents of files are in a folder beside the backup. The command puts them into DATA_DIR first; without' +
        '\nall of them, it changes nothing.' +
        '\n\nThe command first checks the whole file. If it fails or is interrupted, the place is as it was before.',
    )
    .action((file: string, options: RestoreOptions) => restore(terminal, file, options));
}

interface RestoreOptions {
  readonly replace?: true;
  readonly files?: string;
  readonly withoutFiles?: true;
  readonly json?: true;
}

async function restore(terminal: Terminal, file: string, options: RestoreOptions): Promise<void> {
  const { replace, json } = options;
  const config = readConfig(terminal.environment);
  const bar = (subject: string, whole: number) => (json ? silentProgress : progressBar(terminal, subject, whole));
  const checking = bar('Checking the backup', (await stat(file)).size);
  const manifest = await inspectBackup(file, checking.tell).finally(checking.end);
  const copying = bar('Restoring the files', manifest.files[blobsFile]?.rows ?? 0);
  const blobs = { ...(await blobsOf(config, file, options)), tell: copying.tell };
  const filling = bar('Restoring the backup', rowsOf(manifest));
  const restoring = { file, manifest, replaces: replace === true, tell: filling.tell, blobs };
  const restored = await restoreInto(config, restoring).finally(filling.end);
  print(terminal, {
    json,
    value: {
      file,
      made_at: manifest.made_at,
      rows: rowsOf(manifest),
      migrations: restored.applied,
      set_aside: restored.setAside,
      files: { count: restored.blobs.count, bytes: restored.blobs.bytes, missing: restored.blobs.missing },
    },
    text: toldOf(file, manifest, restored),
  });
}

/** The blobs of the backup. @throws {Refusal} `not_found` if some are missing. */
async function blobsOf(config: Config, file: string, { files, withoutFiles }: RestoreOptions) {
  const folder = files === undefined ? blobFolderOf(dirname(resolve(file))) : resolve(files);
  const blobs = { file, from: openFileFolder(folder).store };
  if (!withoutFiles) await refuseWithoutBlobs(blobs, folder);
  return { ...blobs, to: openTarget(config), toleratesLoss: withoutFiles === true };
}

async function restoreInto(
  config: Config,
  restoring: Parameters<typeof restoreServer>[1],
): Promise<RestoredInstallation> {
  if (config.databaseUrl !== null) {
    await using engine = await sourceOf(config).open();
    return await restoreServer(engine, restoring);
  }
  return await restoreFolder(config.dataDirectory, restoring).catch((error: unknown) => {
    throw explained(error);
  });
}

function toldOf(file: string, manifest: BackupManifest, { applied, setAside, blobs }: RestoredInstallation): string {
  return [
    `Restored ${file}.`,
    '',
    facts({
      Rows: String(rowsOf(manifest)),
      Files: blobs.count + blobs.missing.length === 0 ? null : `${blobs.count} (${inBytes(blobs.bytes)})`,
      Made: manifest.made_at,
      Migrated: applied.length === 0 ? null : `from ${levelOf(manifest).name} to ${applied.at(-1)}`,
      'Replaced database': setAside,
    }),
    '',
    'Users, passwords, tokens and webhooks are as at that time. Start the service with "plumbline serve".',
    ...(blobs.missing.length === 0 ? [] : ['', 'Contents of files that could not be restored:', ...blobs.missing]),
    ...(setAside === null ? [] : ['Delete the replaced database when you no longer need it.']),
  ].join('\n');
}
