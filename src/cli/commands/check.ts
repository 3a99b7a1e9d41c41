import type { Command } from 'commander';
import { type CheckResult, checkDatabase, type DatabaseCheck } from '../../check/check-database.ts';
import { type ContentsCheck, damagedContents, strayObjects } from '../../check/check-contents.ts';
import { backupFolderOf } from '../../config.ts';
import { withoutControls } from '../../control-characters.ts';
import type { Engine } from '../../database/engine.ts';
import { openFileStore } from '../../files/open-files.ts';
import { listAccounts } from '../../store/access/accounts.ts';
import type { DatabaseFault } from '../../store/check/finding.ts';
import type { OpenStore } from '../../store/store.ts';
import { backupFaults } from '../backup-faults.ts';
import { CheckNotDone, FindingsTold } from '../check-outcome.ts';
import { type ProgressBar, progressBar, silentProgress } from '../progress-bar.ts';
import { print, type Terminal } from '../terminal.ts';
import { unclear, withStore } from './open-store.ts';

/** `check`: looks for faults in the stored data. */
export function addCheckCommand(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('check all stored data: references, histories, stages, messages, searches, counts, indexes and files')
    .option('--account <id>', 'id of the account; all accounts by default')
    .option('--repair', 'set sequences that are near their end back, then check')
    .option('--deep', 'also read the contents of all files, and compare their SHA-256')
    .option('--json', 'print JSON, and show no progress')
    .addHelpText(
      'after',
      '\nThe command reads everything, and changes nothing without --repair. It ends with status 0 if all is sound, 1 if' +
        '\nit lists faults, and 2 if it could not run. Each fault names the account, the table and the id of the row.' +
        '\n\nIt expects messages as old as WEBHOOK_RETENTION_DAYS says, so give it the settings of the service.' +
        '\nOn the embedded engine, stop the service first. On a Postgres server the service may go on: the command reads' +
        '\neach account as it is at one instant. There it reads the pages of indexes only if an administrator has created' +
        '\nthe extension amcheck and lets this user call it.',
    )
    .action((options: Options) => check(terminal, options));
}

interface Options {
  readonly account?: string;
  readonly repair?: true;
  readonly deep?: true;
  readonly json?: true;
}

async function check(terminal: Terminal, { account, repair, deep, json }: Options): Promise<void> {
  const listed: DatabaseFault[] = [];
  const repaired: DatabaseFault[] = [];
  const into = (list: DatabaseFault[], before: string) => (finding: DatabaseFault) => {
    if (json) list.push(finding);
    else print(terminal, { json, value: finding, text: before + lineOf(finding) });
  };
  const tell = into(listed, '');
  const notices: DatabaseFault[] = [];
  const notice = into(notices, 'Notice: ');
  const progress = json ? silentProgress : progressBar(terminal, 'Checking', 100);
  const repairs = repair && { repaired: into(repaired, 'Repaired: ') };
  const checked = await run(terminal, { account, isDeep: deep === true, tell, notice, progress, ...repairs }).catch(
    (error: unknown) => {
      throw new CheckNotDone(error);
    },
  );
  const value = {
    sound: checked.count === 0,
    faults: checked.count,
    findings: listed,
    read_pages: checked.readPages,
    notices,
    ...(repair ? { repaired } : {}),
  };
  print(terminal, { json, value, text: summaryOf(checked) });
  if (checked.count > 0) throw new FindingsTold();
}

interface Running extends Pick<DatabaseCheck, 'tell' | 'repaired'> {
  readonly account: string | undefined;
  readonly isDeep: boolean;
  /** Receives what is no fault, but takes room. */
  readonly notice: DatabaseCheck['tell'];
  readonly progress: ProgressBar;
}

const run = (terminal: Terminal, { account, isDeep, notice, progress, ...receivers }: Running): Promise<CheckResult> =>
  withStore(
    terminal,
    async (store, config) => {
      const accountIds = await accountsOf(store, account);
      const at = { accountIds, now: terminal.clock.now(), retentionDays: config.webhookRetentionDays };
      const ofBackups = account === undefined ? await backupFaults(backupFolderOf(config), at.now) : [];
      ofBackups.forEach(receivers.tell);
      const show = (done: number, whole: number): void => progress.tell(Math.floor((done * 100) / whole));
      try {
        const checked = await checkDatabase(store.engine, { ...at, ...receivers, progress: show });
        const files = openFileStore(config);
        const damaged = await contentsFaults(store.engine, { ...at, store: files, isDeep });
        damaged.forEach(receivers.tell);
        if (account === undefined) await tellStrays(store.engine, { store: files, now: at.now }, notice);
        return { ...checked, count: checked.count + ofBackups.length + damaged.length };
      } finally {
        progress.end();
      }
    },
    { amcheck: true },
  );

async function contentsFaults(engine: Engine, checking: ContentsCheck): Promise<DatabaseFault[]> {
  const found: DatabaseFault[] = [];
  for await (const fault of damagedContents(engine, checking)) found.push(fault);
  return found;
}

async function tellStrays(
  engine: Engine,
  at: Pick<ContentsCheck, 'store' | 'now'>,
  notice: DatabaseCheck['tell'],
): Promise<void> {
  for await (const { name, size } of strayObjects(engine, at)) {
    notice({
      account: null,
      table: 'files',
      id: name,
      problem: `No file needs these ${size} bytes in the file store.`,
    });
  }
}

async function accountsOf({ engine }: OpenStore, id: string | undefined): Promise<string[]> {
  const accounts = await listAccounts(engine);
  const ids = accounts.map((account) => account.id);
  if (id === undefined) return ids;
  if (!ids.includes(id)) throw unclear(accounts, id);
  return [id];
}

const lineOf = ({ account, table, id, problem }: DatabaseFault): string => {
  const places = [...(account === null ? [] : [`account ${account}`]), table, ...(id === null ? [] : [id])];
  return withoutControls(`${places.join(', ')}: ${problem}`);
};

function summaryOf({ count, readPages }: CheckResult): string {
  const pages = readPages ? '' : ' The pages of indexes were not read: see "plumbline check --help".';
  return count === 0 ? `All is sound.${pages}` : `${count} ${count === 1 ? 'fault' : 'faults'} found.${pages}`;
}
