import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { rowsOf } from '../../transfer/archives/manifest.ts';
import { type BackupManifest, levelOf } from '../../transfer/backups/manifest.ts';
import { inspectBackup } from '../../transfer/backups/read-backup.ts';
import { type RestoredInstallation, restoreFolder, restoreServer } from '../../transfer/backups/restore-backup.ts';
import { progressBar, silentProgress } from '../progress-bar.ts';
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
    .option('--json', 'print JSON, and show no progress')
    .addHelpText(
      'after',
      '\nThe place is DATABASE_URL or DATA_DIR, as for the service, which must not run. The backup may come from the' +
        '\nother engine, and from an older version of the program: its data is migrated.' +
        '\n\nThe command first checks the whole file. If it fails or is interrupted, the place is as it was before.',
    )
    .action((file: string, options: RestoreOptions) => restore(terminal, file, options));
}

interface RestoreOptions {
  readonly replace?: true;
  readonly json?: true;
}

async function restore(terminal: Terminal, file: string, { replace, json }: RestoreOptions): Promise<void> {
  const config = readConfig(terminal.environment);
  const bar = (subject: string, whole: number) => (json ? silentProgress : progressBar(terminal, subject, whole));
  const checking = bar('Checking the backup', (await stat(file)).size);
  const manifest = await inspectBackup(file, checking.tell).finally(checking.end);
  const filling = bar('Restoring the backup', rowsOf(manifest));
  const restoring = { file, manifest, replaces: replace === true, tell: filling.tell };
  const restored = await restoreInto(config, restoring).finally(filling.end);
  print(terminal, {
    json,
    value: {
      file,
      made_at: manifest.made_at,
      rows: rowsOf(manifest),
      migrations: restored.applied,
      set_aside: restored.setAside,
    },
    text: toldOf(file, manifest, restored),
  });
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

function toldOf(file: string, manifest: BackupManifest, { applied, setAside }: RestoredInstallation): string {
  return [
    `Restored ${file}.`,
    '',
    facts({
      Rows: String(rowsOf(manifest)),
      Made: manifest.made_at,
      Migrated: applied.length === 0 ? null : `from ${levelOf(manifest).name} to ${applied.at(-1)}`,
      'Replaced database': setAside,
    }),
    '',
    'Users, passwords, tokens and webhooks are as at that time. Start the service with "plumbline serve".',
    ...(setAside === null ? [] : ['Delete the replaced database when you no longer need it.']),
  ].join('\n');
}
