import type { Command } from 'commander';
import { type Checked, checkDatabase } from '../../check/check-database.ts';
import { withoutControls } from '../../control-characters.ts';
import { listAccounts } from '../../store/access/accounts.ts';
import type { Finding } from '../../store/check/finding.ts';
import type { OpenStore } from '../../store/store.ts';
import { CheckNotDone, FindingsTold } from '../check-outcome.ts';
import { type ProgressBar, progressBar, silentProgress } from '../progress-bar.ts';
import { print, type Terminal } from '../terminal.ts';
import { unclear, withStore } from './open-store.ts';

/** `check`: looks for faults in the stored data. */
export function addCheckCommand(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('check all stored data: references, histories, stages, messages, searches, counts and indexes')
    .option('--account <id>', 'id of the account; all accounts by default')
    .option('--json', 'print JSON, and show no progress')
    .addHelpText(
      'after',
      '\nThe command reads everything and changes nothing. It ends with status 0 if all is sound, 1 if it lists faults,' +
        '\nand 2 if it could not run. Each fault names the account, the table and the id of the row.' +
        '\n\nIt expects messages as old as WEBHOOK_RETENTION_DAYS says, so give it the settings of the service.' +
        '\nOn the embedded engine, stop the service first. On a Postgres server the service may go on: the command reads' +
        '\neach account as it is at one instant. There it reads the pages of indexes only if an administrator has created' +
        '\nthe extension amcheck and lets this user call it.',
    )
    .action((options: Options) => check(terminal, options));
}

interface Options {
  readonly account?: string;
  readonly json?: true;
}

async function check(terminal: Terminal, { account, json }: Options): Promise<void> {
  const listed: Finding[] = [];
  const tell = (finding: Finding): void => {
    if (json) listed.push(finding);
    else print(terminal, { json, value: finding, text: lineOf(finding) });
  };
  const progress = json ? silentProgress : progressBar(terminal, 'Checking', 100);
  const checked = await run(terminal, { account, tell, progress }).catch((error: unknown) => {
    throw new CheckNotDone(error);
  });
  const value = { sound: checked.count === 0, faults: checked.count, findings: listed, read_pages: checked.readPages };
  print(terminal, { json, value, text: summaryOf(checked) });
  if (checked.count > 0) throw new FindingsTold();
}

interface Running {
  readonly account: string | undefined;
  readonly tell: (finding: Finding) => void;
  readonly progress: ProgressBar;
}

const run = (terminal: Terminal, { account, tell, progress }: Running): Promise<Checked> =>
  withStore(
    terminal,
    async (store, { webhookRetentionDays: retentionDays }) => {
      const accountIds = await accountsOf(store, account);
      const at = { accountIds, now: terminal.clock.now(), retentionDays };
      const show = (done: number, whole: number): void => progress.tell(Math.floor((done * 100) / whole));
      try {
        return await checkDatabase(store.engine, { ...at, tell, progress: show });
      } finally {
        progress.end();
      }
    },
    { amcheck: true },
  );

async function accountsOf({ engine }: OpenStore, id: string | undefined): Promise<string[]> {
  const accounts = await listAccounts(engine);
  const ids = accounts.map((account) => account.id);
  if (id === undefined) return ids;
  if (!ids.includes(id)) throw unclear(accounts, id);
  return [id];
}

const lineOf = ({ account, table, id, problem }: Finding): string => {
  const places = [...(account === null ? [] : [`account ${account}`]), table, ...(id === null ? [] : [id])];
  return withoutControls(`${places.join(', ')}: ${problem}`);
};

function summaryOf({ count, readPages }: Checked): string {
  const pages = readPages ? '' : ' The pages of indexes were not read: see "plumbline check --help".';
  return count === 0 ? `All is sound.${pages}` : `${count} ${count === 1 ? 'fault' : 'faults'} found.${pages}`;
}
