import type { Command } from 'commander';
import { sizeOf } from '../../demo/chapters.ts';
import { fillAccount } from '../../demo/fill-account.ts';
import { firmOf } from '../../demo/firm.ts';
import { keptInWords } from '../../demo/removal-job.ts';
import { removeSample } from '../../demo/remove-account-sample.ts';
import { monthOfGoals } from '../../records/access/demo.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import type { RecordCounts } from '../../store/jobs/demos.ts';
import { demoProjects } from '../../resources/vocabulary/reference-data.ts';
import type { OpenStore } from '../../store/store.ts';
import { callInAccount, withStore } from './open-store.ts';
import { refuseUnless } from '../option-checks.ts';
import { facts, print, type Terminal } from '../terminal.ts';
import { progressBar, silentProgress } from '../progress-bar.ts';

/** `demo`: fills an account with three years of a general contractor's work. */
export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('fill an account that has no projects yet with sample data of a general contractor')
    .option('--account <id>', 'id of the account; optional if there is only one')
    .option('--seed <number>', 'seed of the sample data; another number creates another firm', '1')
    .option('--projects <number>', 'number of projects, 20 to 10000; all other numbers change in proportion', '3000')
    .option('--remove', 'remove the sample data instead')
    .option('--confirm-changed', 'with --remove: remove records that people have changed or use too')
    .option('--json', 'print JSON, and show no progress')
    .addHelpText(
      'after',
      '\nThe firm, its people and its figures are invented: three years of pursuits up to now, with open bids,' +
        '\nwon jobs, and lost jobs with the reasons. The same seed creates the same firm on the same day.' +
        '\n\nThe command runs in one transaction. If it fails or is interrupted, it changes nothing: start it again.' +
        '\nOn the embedded engine, stop the service first.',
    )
    .action((options: Options) => (options.remove ? removeDemo(terminal, options) : demo(terminal, options)));
}

interface Options {
  readonly account?: string;
  readonly seed: string;
  readonly projects: string;
  readonly remove?: true;
  readonly confirmChanged?: true;
  readonly json?: true;
}

async function demo(terminal: Terminal, options: Options): Promise<void> {
  const seed = wholeNumber(options.seed);
  const projects = wholeNumber(options.projects);
  refuseUnless([
    ['--seed', seed !== undefined, 'out_of_range', 'must be a whole number, 0 or more'],
    ['--projects', isSize(projects), 'out_of_range', `must be a whole number, ${smallest} to ${largest}`],
  ]);
  const size = { seed: seed ?? 0, projects: projects ?? 0 };
  const filled = await withStore(terminal, async (store) => {
    const context = await callInAccount(store, options.account, terminal.clock.now());
    return { accountId: context.actor.accountId, counts: await fill(terminal, options, { store, context, ...size }) };
  });
  print(terminal, {
    json: options.json,
    value: { account_id: filled.accountId, seed: size.seed, made: filled.counts },
    text: told(filled.accountId, filled.counts),
  });
}

const { smallest, largest } = demoProjects;

const isSize = (count: number | undefined): boolean => count !== undefined && count >= smallest && count <= largest;

/** The number in a text that has only digits; undefined if it is not exact. */
function wholeNumber(text: string): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}

const anotherAccount =
  'The command changed nothing. Create an account with "plumbline account create" and select it with --account.';

interface Task {
  readonly store: OpenStore;
  readonly context: RequestContext;
  readonly seed: number;
  readonly projects: number;
}

async function fill(
  terminal: Terminal,
  { json }: Options,
  { store, context, seed, projects }: Task,
): Promise<RecordCounts> {
  const { directory, actor } = context;
  const fiscalYearStartsMonth = await monthOfGoals(store.engine, actor.accountId, directory);
  const firm = await firmOf({ seed, projects, now: context.at, timeZone: directory.timeZone, fiscalYearStartsMonth });
  const progress = json ? silentProgress : progressBar(terminal, 'Filling the account', sizeOf(firm.chapters));
  try {
    return await store.engine.transaction((transaction) => fillAccount(transaction, context, firm, progress.tell));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
    throw new Refusal('conflict', `${error.message} ${anotherAccount}`, { cause: error });
  } finally {
    progress.end();
  }
}

async function removeDemo(terminal: Terminal, options: Options): Promise<void> {
  const removed = await withStore(terminal, async (store) => {
    const context = await callInAccount(store, options.account, terminal.clock.now());
    const { accountId } = context.actor;
    const isConfirmed = options.confirmChanged === true;
    const bar = options.json ? silentBar : barOf(terminal);
    const progress = await store.engine
      .transaction((transaction) => removeSample(transaction, { context, isConfirmed, bar }))
      .catch((error: unknown) => {
        throw withRecords(error);
      });
    return { accountId, ...progress };
  });
  const kept = keptInWords(removed);
  print(terminal, {
    json: options.json,
    value: { account_id: removed.accountId, removed: removed.removed, kept: removed.kept },
    text: `Removed ${removed.removed} records of sample data from account ${removed.accountId}.${kept === null ? '' : ` ${kept}`}`,
  });
}

/** The refusal with the records that people have changed or use. */
function withRecords(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.problems.length === 0) return error;
  const lines = error.problems.map(({ message }) => `  ${message}`);
  return new Refusal(error.code, [error.message.replace('confirm=changed', '--confirm-changed'), ...lines].join('\n'));
}

const silentBar = (): typeof silentProgress => silentProgress;

const barOf =
  (terminal: Terminal) =>
  (whole: number): ReturnType<typeof progressBar> =>
    progressBar(terminal, 'Removing the sample data', whole);

function told(accountId: string, counts: RecordCounts): string {
  const lines = Object.entries(counts).map(([plural, count]) => [plural.replaceAll('_', ' '), String(count)] as const);
  return [`Filled account ${accountId} with sample data.`, '', facts(Object.fromEntries(lines))].join('\n');
}
