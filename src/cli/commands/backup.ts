import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backupFolderOf, type Config, readConfig } from '../../config.ts';
import { EngineMistake } from '../../database/engine-errors.ts';
import { rowsOf } from '../../transfer/archives/manifest.ts';
import { openFileStore } from '../../files/open-files.ts';
import type { BlobCounts } from '../../transfer/backups/backup-blobs.ts';
import { deleteOldBackups } from '../../transfer/backups/backup-folder.ts';
import { type BackupStep, type FinishedBackup, makeBackup } from '../../transfer/backups/make-backup.ts';
import { type PrunedBlobs, pruneBlobs } from '../../transfer/backups/prune-blobs.ts';
import { levelOf } from '../../transfer/backups/manifest.ts';
import { isMissing, openEngine } from '../../store/store.ts';
import { refuseUnless } from '../option-checks.ts';
import { type ProgressBar, progressBar } from '../progress-bar.ts';
import { inBytes } from '../sizes.ts';
import { facts, print, type Terminal } from '../terminal.ts';
import { explained } from './open-store.ts';

/** `backup`: the whole installation as one file. */
export function addBackupCommand(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .description('write a backup of the whole installation: all accounts, passwords, tokens, messages and jobs')
    .argument('[folder]', 'the folder of the backups (default: BACKUP_FOLDER, else "backups" in DATA_DIR)')
    .option('--no-verify', 'do not restore the backup into a scratch database to compare it')
    .option('--keep <number>', 'afterwards delete the oldest backups of the folder, so that this many are left')
    .option('--json', 'print JSON, and show no progress')
    .addHelpText(
      'after',
      '\nThe service may run and be written to meanwhile. The file gets its name when it is complete and verified; a' +
        '\nbackup that fails or is interrupted leaves none. Only you can read the file: it has the digests of passwords' +
        '\nand tokens, and the secrets of webhooks.' +
        '\n\nThe contents of files go to the folder "files" beside the backups: each once, however many backups there are.' +
        '\nA restore needs the file and this folder.' +
        '\n\nThe command works in the folder "backup-work" of DATA_DIR, and needs room there for two copies of the database.',
    )
    .action((folder: string | undefined, options: BackupOptions) => backup(terminal, folder, options));
}

interface BackupOptions {
  readonly verify: boolean;
  readonly keep?: string;
  readonly json?: true;
}

async function backup(terminal: Terminal, given: string | undefined, options: BackupOptions): Promise<void> {
  const keep = keptOf(options);
  const config = readConfig(terminal.environment);
  if (await isMissing(config))
    throw new EngineMistake([`There is no database in ${config.dataDirectory}: set DATA_DIR.`]);
  const folder = given === undefined ? backupFolderOf(config) : resolve(given);
  const progress = steps(terminal, options.json);
  const made = await makeBackup({
    source: sourceOf(config),
    dataDirectory: config.dataDirectory,
    store: openFileStore(config),
    folder,
    verifies: options.verify,
    clock: terminal.clock,
    tell: progress.tell,
  }).finally(progress.end);
  const deleted = keep === null ? [] : await deleteOldBackups(folder, keep, terminal.clock.now());
  const pruned = keep === null ? nothingPruned : await pruneBlobs(folder);
  print(terminal, {
    json: options.json,
    value: { ...valueOf(made), verified: options.verify, deleted, deleted_files: pruned.deleted },
    text: [...told(made, options.verify), ...deleted.map((name) => `Deleted ${name}.`), ...toldOf(pruned)].join('\n'),
  });
}

/** The number of backups to keep; null for all. */
function keptOf({ keep }: BackupOptions): number | null {
  if (keep === undefined) return null;
  const isCount = /^\d+$/.test(keep) && Number.isSafeInteger(Number(keep)) && Number(keep) > 0;
  refuseUnless([['--keep', isCount, 'out_of_range', 'must be a whole number, 1 or more']]);
  return Number(keep);
}

const nothingPruned: PrunedBlobs = { deleted: 0, bytes: 0, keptFor: null };

/** The engine of the installation, and how to open its database. */
export const sourceOf = (config: Config) => ({
  kind: config.databaseUrl === null ? ('embedded' as const) : ('postgres' as const),
  open: async () => {
    const opening = openEngine({
      databaseUrl: config.databaseUrl ?? undefined,
      dataDir: config.dataDirectory,
      maxConnections: 1,
      preparedStatements: config.databasePreparedStatements,
      synchronous: config.durableWrites,
    });
    return await opening.catch((error: unknown) => {
      throw explained(error);
    });
  },
});

const names: Readonly<Record<BackupStep, string>> = {
  copying: 'Copying the database',
  files: 'Copying the files',
  writing: 'Writing the backup',
  verifying: 'Verifying the backup',
};

/** Shows a bar for each step. */
function steps(terminal: Terminal, json: true | undefined) {
  let shown: { readonly step: BackupStep; readonly bar: ProgressBar } | undefined;
  const end = (): void => shown?.bar.end();
  const tell = (step: BackupStep, done: number, total: number): void => {
    if (json) return;
    if (shown?.step !== step) {
      end();
      shown = { step, bar: progressBar(terminal, names[step], total) };
    }
    shown.bar.tell(done);
  };
  return { tell, end };
}

function toldOf({ deleted, bytes, keptFor }: PrunedBlobs): string[] {
  if (keptFor !== null) return [`Deleted no contents of files: the backup ${keptFor} may need them.`];
  return deleted === 0 ? [] : [`Deleted the contents of ${deleted} files (${inBytes(bytes)}), which no backup needs.`];
}

const valueOf = ({ file, bytes, manifest, blobs, longestPauseMs }: FinishedBackup) => ({
  file,
  bytes,
  made_at: manifest.made_at,
  rows: rowsOf(manifest),
  files: blobs,
  migration: levelOf(manifest).name,
  longest_pause_ms: longestPauseMs,
});

function told({ file, bytes, manifest, blobs, longestPauseMs }: FinishedBackup, isVerified: boolean): string[] {
  const tables = Object.values(manifest.files).filter(({ rows }) => rows > 0).length;
  return [
    `Wrote ${file}.`,
    '',
    facts({
      Size: inBytes(bytes),
      Rows: `${rowsOf(manifest)} in ${tables} tables`,
      Files: blobs.count + blobs.erased === 0 ? null : inWords(blobs),
      Made: manifest.made_at,
      Verified: isVerified ? 'restored into a scratch database; every row is the same' : 'no',
      'Longest pause': longestPauseMs === null ? null : `${longestPauseMs} ms for requests to the running service`,
    }),
  ];
}

const inWords = ({ count, bytes, copied, erased }: BlobCounts): string =>
  `${count} (${inBytes(bytes)}) in the folder "files" beside it; ${copied} copied now` +
  (erased === 0 ? '' : `; ${erased} more are erased for good`);
