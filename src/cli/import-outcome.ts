import { Refusal } from '../refusal.ts';
import { words } from '../resources/in-words.ts';
import { resourceOf } from '../resources/index.ts';
import { type ImportStatus, rowResults } from '../resources/transfer/imports.ts';
import { type ImportRead, mostMadeInCheck } from '../resources/transfer/shown-import.ts';
import type { KnownEntries } from './known-entries.ts';
import { summaryLines } from './import-summary.ts';
import { printedCommand } from './printed-command.ts';
import { facts, print, type Terminal } from './terminal.ts';

/** The options of the command that decide what it prints about an import. */
export interface ImportReportOptions {
  readonly json?: true;
  readonly check?: true;
  /** The files of rows that the command has written. */
  readonly rejected?: string;
  readonly superseded?: string;
  /** The entries of the lists in which rows look for names. */
  readonly known?: KnownEntries;
  /** The way to the account, which the next command needs too. */
  readonly account?: string;
  readonly url?: string;
  readonly token?: string;
}

/** Prints what became of an import. @throws {Refusal} if it or its check failed, with the reason. */
export function tell(terminal: Terminal, done: ImportRead, asked: ImportReportOptions): void {
  print(terminal, {
    json: asked.json,
    value: done,
    text: textOf(done, { ...asked, environment: terminal.environment }),
  });
  const hasFailed = ['failed', 'cancelled', 'draft'].includes(done.status);
  if (hasFailed) throw new Refusal('conflict', done.problem ?? `The import is ${done.status}.`);
  if (isStopped(done, asked)) throw new Refusal('conflict', stopOf(done));
}

/** Whether a run has stopped before it wrote anything. */
const isStopped = ({ status }: ImportRead, { check }: ImportReportOptions): boolean => status === 'checked' && !check;

/** The reason of a run that stops, and the option with which it does not. */
const stopOf = ({ problem, summary }: ImportRead): string =>
  `${problem ?? ''} With this command, add --confirm ${(summary?.confirm ?? []).join(' ')}.`;

/** The options, and the environment that says how the command was started. */
type Asked = ImportReportOptions & Pick<Terminal, 'environment'>;

function textOf(done: ImportRead, asked: Asked): string {
  if (done.status === 'undone') return undoText(done);
  const isTrial = asked.check === true || isStopped(done, asked);
  const [head, hints] = isTrial ? checkText(done, asked) : runText(done, asked);
  const counts = isTrial ? done.dry_run : done.counts;
  const names = ['read', ...rowResults] as const;
  const lines = names.map((name) => [name === 'read' ? 'rows read' : name, String(counts?.[name] ?? 0)] as const);
  const told = summaryLines(done, { ...asked, next: (command) => printedCommand(asked.environment, command, asked) });
  const parts = [[head], [facts(Object.fromEntries(lines))], madeText(done, isTrial), told, hints].filter(
    (part) => part.length > 0,
  );
  return parts.map((part) => part.join('\n')).join('\n\n');
}

/** The records that an import makes because its rows refer to them: `The import also makes 2 companies.` */
function madeText({ made }: ImportRead, isTrial: boolean): string[] {
  const parts = Object.entries(made).map(([plural, count]) => {
    const one = resourceOf(plural);
    const least = isTrial && count === mostMadeInCheck ? 'at least ' : '';
    return `${least}${count} ${count === 1 ? words(one) : one.plural.replaceAll('_', ' ')}`;
  });
  return parts.length === 0 ? [] : [`The import also ${isTrial ? 'makes' : 'made'} ${parts.join(', ')}.`];
}

function undoText({ id, name, undo }: ImportRead): string {
  const { undone = 0, kept = 0 } = undo ?? {};
  const why = kept === 0 ? [] : ['', 'The kept records were changed or used since the import.'];
  return [`Undid import ${id} (${name}).`, '', facts({ undone: String(undone), kept: String(kept) }), ...why].join(
    '\n',
  );
}

type Told = readonly [head: string, hints: readonly string[]];

function checkText(done: ImportRead, { rejected, check }: ImportReportOptions): Told {
  const { name, as, dry_run: results, problem } = done;
  const isHint = (results?.rejected ?? 0) > 0 && rejected === undefined;
  const head = `Checked ${name} as ${as}; nothing was written.`;
  const hints = isHint ? ['To get the rejected rows with the reasons, add --rejected <file>.'] : [];
  return [head, check && problem !== null ? [...hints, stopOf(done)] : hints];
}

const beginnings: Partial<Record<ImportStatus, string>> = {
  cancelled: 'Cancelled the import of',
  failed: 'Could not import all of',
};

function runText({ id, name, as, status, counts }: ImportRead, options: Asked): Told {
  const isHint = (counts?.rejected ?? 0) > 0 && options.rejected === undefined;
  const next = (command: string) => printedCommand(options.environment, command, options);
  const hints = [
    ...(isHint ? [`To get the rejected rows with the reasons: ${next(`import --of ${id} --rejected <file>`)}`] : []),
    `To take it back: ${next(`import --undo ${id}`)}`,
  ];
  return [`${beginnings[status] ?? 'Imported'} ${name} as ${as}: import ${id}.`, hints];
}
