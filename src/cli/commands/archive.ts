import type { Command } from 'commander';
import { Refusal } from '../../refusal.ts';
import { openFiles, openFileStore } from '../../files/open-files.ts';
import { type Manifest, tableRows } from '../../transfer/accounts/archive-file.ts';
import { UnfitArchive } from '../../transfer/accounts/archive-problems.ts';
import { restoreAccount } from '../../transfer/accounts/restore-account.ts';
import { saveAccount } from '../../transfer/accounts/save-account.ts';
import { facts, print, type Terminal } from '../terminal.ts';
import { callInAccount, withStore } from './open-store.ts';

/** `export` and `import-account`: all of an account as one file, and back. */
export function addArchiveCommands(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description(
      'write all of an account to a file: records, deleted ones included, lists, settings, history, messages',
    )
    .argument('<file>', 'the archive to write, such as northline.tar.gz')
    .option('--account <id>', 'id of the account; optional if there is only one')
    .option('--no-files', 'leave the contents of files out')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe archive has one NDJSON file for each table, and manifest.json with their counts and SHA-256. Passwords,' +
        '\ntokens, sessions, OAuth clients and the secrets of webhooks are left out.' +
        '\n\nOn the embedded engine, stop the service first. On a Postgres server the service may go on.',
    )
    .action((file: string, options: SaveOptions) => save(terminal, file, options));
  program
    .command('import-account')
    .description('restore an archive of "plumbline export" into an account that has no records')
    .argument('<file>', 'the archive')
    .option('--account <id>', 'id of the account; optional if there is only one')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nEvery record keeps its id. The archive replaces the lists, the admin and the tokens of the account. Its users' +
        '\nhave no passwords: create links with "plumbline user invite". Webhooks are off and have new secrets.' +
        '\n\nThe command runs in one transaction. If it fails or is interrupted, it changes nothing.' +
        '\nOn the embedded engine, stop the service first.',
    )
    .action((file: string, options: Options) => restore(terminal, file, options));
}

interface Options {
  readonly account?: string;
  readonly json?: true;
}

interface SaveOptions extends Options {
  readonly files: boolean;
}

async function save(terminal: Terminal, file: string, { account, files, json }: SaveOptions): Promise<void> {
  const now = terminal.clock.now();
  const manifest = await withStore(terminal, async (store, config) => {
    const { actor } = await callInAccount(store, account, now);
    const contents = files ? { store: openFileStore(config) } : {};
    return await saveAccount(store.engine, { accountId: actor.accountId, file, now, ...contents });
  });
  const { id } = manifest.account;
  const value = { file, account_id: id, rows: tableRows(manifest) };
  print(terminal, { json, value, text: `Wrote account ${id} to ${file}.\n\n${factsOf(manifest)}` });
}

async function restore(terminal: Terminal, file: string, { account, json }: Options): Promise<void> {
  const now = terminal.clock.now();
  const restored = await withStore(terminal, async (store, config) => {
    const { actor, directory } = await callInAccount(store, account, now);
    const { accountId } = actor;
    const by = { source: 'cli', requestId: 'cli', email: null } as const;
    const { quota, target: to } = openFiles(config);
    const restoring = { accountId, file, now, by, to, quota, limits: directory.limits };
    const { manifest } = await restoreAccount(store.engine, restoring).catch(withLines);
    return { accountId, manifest };
  });
  const value = { file, account_id: restored.accountId, rows: tableRows(restored.manifest) };
  const next = 'Nobody has a password or a token yet. Create a link for an admin with "plumbline user invite".';
  const text = `Restored ${file} into account ${restored.accountId}.\n\n${factsOf(restored.manifest)}\n\n${next}`;
  print(terminal, { json, value, text });
}

/** The message names each problem with its line. The problems as such are for programs. */
function withLines(error: unknown): never {
  throw error instanceof UnfitArchive ? new Refusal(error.code, error.inLines, { cause: error }) : error;
}

const factsOf = (manifest: Manifest): string =>
  facts(
    Object.fromEntries(
      Object.entries(tableRows(manifest)).map(([name, rows]) => [name.replaceAll('_', ' '), String(rows)]),
    ),
  );
