import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { Refusal } from '../../refusal.ts';
import { type ImportedFamily, importedFamilies } from '../../resources/transfer/imports.ts';
import { readyMappings } from '../../resources/transfer/ready/ready-mappings.ts';
import type { Import } from '../../transfer/imports/imports.ts';
import type { ImportAction } from '../../transfer/imports/start-import.ts';
import { type ImportDesk, servedImports, storedImports } from '../import-desk.ts';
import { refuseUnless } from '../option-checks.ts';
import { progressBar, silentProgress } from '../progress-bar.ts';
import { facts, print, type Terminal } from '../terminal.ts';
import { atDesk, type Reach, reaching, type Ways } from './reach.ts';

/** `import`: reads a file of records into an account, or takes an import back. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  reaching(program.command('import').description('import a CSV, TSV, XLSX or NDJSON file, or undo an import'))
    .argument('[file]', 'the file')
    .option('--as <family>', `what the rows are: ${importedFamilies.join(', ')}`)
    .option('--map <mapping>', 'a JSON file with the mapping, or the name of a ready one (default: the proposed one)')
    .option('--name <name>', 'name of the import (default: the name of the file)')
    .option('--check', 'write nothing, and tell what a run would do')
    .option('--show-mapping', 'print the mapping that the service proposes, and import nothing')
    .option('--rejected <file>', 'write the rejected rows to this file, with the reasons')
    .option('--undo <id>', 'undo the import with this id')
    .addHelpText('after', `\nReady mappings:\n${readyNames()}`)
    .action((file: string | undefined, options: Options) => importFile(terminal, file, options));
}

const readyNames = (): string =>
  readyMappings.map(({ key, family, words }) => `  ${key.padEnd(24)}${family.padEnd(11)}${words}`).join('\n');

interface Options extends Reach {
  readonly as?: string;
  readonly map?: string;
  readonly name?: string;
  readonly check?: true;
  readonly showMapping?: true;
  readonly rejected?: string;
  readonly undo?: string;
}

const ways: Ways<ImportDesk> = { stored: storedImports, served: servedImports };

async function importFile(terminal: Terminal, file: string | undefined, options: Options): Promise<void> {
  const { undo } = options;
  if (undo === undefined && file === undefined) throw new Refusal('validation_failed', 'Name a file, or use --undo.');
  if (undo === undefined) {
    const isFamily = importedFamilies.some((family) => family === options.as);
    refuseUnless([['--as', isFamily, 'not_allowed', `must be one of ${importedFamilies.join(', ')}`]]);
  }
  const mapping = await mappingOf(options);
  const done = await atDesk(terminal, options, ways, async (desk) => {
    try {
      if (undo !== undefined) return await carriedOut(terminal, desk, { id: undo, action: 'undo', ...options });
      const drafted = await desk.upload({ path: file ?? '', as: options.as as ImportedFamily, name: options.name });
      if (!options.json) for (const oddity of drafted.oddities) terminal.complain(`note: ${oddity}\n`);
      const ready = mapping === null ? drafted : await desk.change(drafted.id, { mapping });
      if (options.showMapping) return ready;
      const action = options.check ? 'check' : 'run';
      const ended = await carriedOut(terminal, desk, { id: ready.id, action, ...options });
      await keepRejected(terminal, desk, ended, options);
      return ended;
    } finally {
      await desk.close();
    }
  });
  tell(terminal, done, options);
}

/** The mapping of `--map`; null without the option. */
async function mappingOf({ map, as }: Options): Promise<unknown> {
  if (map === undefined) return null;
  const ready = readyMappings.find(({ key, family }) => key === map && family === as);
  if (ready) return ready.mapping;
  const text = await readFile(map, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('malformed_json', `${map} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

interface Wanted extends Pick<Options, 'json'> {
  readonly id: string;
  readonly action: ImportAction;
}

/** The interval at which the command asks how far the work is, in milliseconds. */
const askEveryMs = 200;

const subjects = { check: 'Checking', run: 'Importing', undo: 'Undoing' } as const;

/** Starts an action and waits for its end. */
async function carriedOut(terminal: Terminal, desk: ImportDesk, { id, action, json }: Wanted): Promise<Import> {
  let current = await desk.start(id, action);
  const progress = json ? silentProgress : progressBar(terminal, subjects[action], 100);
  try {
    while (['checking', 'running', 'undoing'].includes(current.status)) {
      await wait(askEveryMs);
      current = await desk.show(id);
      const { done, total } = current.progress;
      if (total !== null && total > 0) progress.tell(Math.min(100, (done * 100) / total));
    }
    return current;
  } finally {
    progress.end();
  }
}

async function keepRejected(terminal: Terminal, desk: ImportDesk, ended: Import, options: Options): Promise<void> {
  const rejected = (options.check ? ended.dry_run : ended.counts)?.rejected ?? 0;
  if (rejected === 0 || options.rejected === undefined) return;
  const format = ended.format.type === 'ndjson' ? 'ndjson' : 'csv';
  await pipeline(Readable.from(await desk.rejected(ended.id, format)), createWriteStream(options.rejected));
  if (!options.json) terminal.complain(`Wrote the rejected rows to ${options.rejected}.\n`);
}

function tell(terminal: Terminal, done: Import, { json, showMapping, check }: Options): void {
  if (showMapping) {
    print(terminal, { json, value: done.mapping, text: JSON.stringify(done.mapping, null, 2) });
    return;
  }
  print(terminal, { json, value: done, text: outcome(done, check === true) });
  if (done.status === 'failed' || (check && done.status === 'draft')) {
    throw new Refusal('conflict', done.problem ?? 'The import failed.');
  }
}

function outcome(done: Import, isCheck: boolean): string {
  const { id, name, as, undo } = done;
  if (done.status === 'undone') {
    const { undone = 0, kept = 0 } = undo ?? {};
    return [`Undid import ${id} (${name}).`, '', facts({ undone: String(undone), kept: String(kept) })].join('\n');
  }
  const counts = Object.entries((isCheck ? done.dry_run : done.counts) ?? {});
  const lines = counts.map(([result, count]) => [result === 'read' ? 'rows read' : result, String(count)] as const);
  const said = isCheck ? `Checked ${name} as ${as}; nothing was written.` : `Imported ${name} as ${as}: import ${id}.`;
  const again = isCheck || done.status === 'failed' ? [] : ['', `To take it back: plumbline import --undo ${id}`];
  return [said, '', facts(Object.fromEntries(lines)), ...again].join('\n');
}
