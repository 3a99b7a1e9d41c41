import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { Refusal } from '../../refusal.ts';
import { capital } from '../../resources/in-words.ts';
import { fileResults, importedFamilies } from '../../resources/transfer/imports.ts';
import { confirmations } from '../../resources/transfer/import-summary.ts';
import { matches } from '../../resources/transfer/mapping.ts';
import { mappingText } from '../../resources/transfer/mapping-text.ts';
import { readyMappings } from '../../resources/transfer/ready/ready-mappings.ts';
import type { ShownImport, ImportRead } from '../../resources/transfer/shown-import.ts';
import { isMappingNote } from '../../transfer/imports/proposal.ts';
import type { ImportAction } from '../../transfer/imports/start-import.ts';
import { importDesk, type ImportDesk } from '../import-desk.ts';
import { tell } from '../import-outcome.ts';
import { type ChosenMapping, chosenMapping } from '../import-mapping.ts';
import { explained, familyOf, type ImportOptions, importRequest } from '../import-request.ts';
import { knownEntries } from '../known-entries.ts';
import { progressBar, silentProgress } from '../progress-bar.ts';
import { print, type Terminal } from '../terminal.ts';
import { atService, type AccountOptions, reaching } from './reach.ts';

/** `import`: reads a file of records into an account, or takes an import back. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  reaching(
    program.command('import').description('import a CSV, TSV, XLSX or NDJSON file, or undo an import'),
    'with the scopes read and write, of a member or an admin',
  )
    .argument('[file]', 'the file')
    .option('--as <family>', `what the rows are: ${importedFamilies.join(', ')}`)
    .option('--map <mapping>', 'name of a ready or saved mapping, or a JSON file with one (default: the proposed one)')
    .option('--match <how>', `rows of companies and contacts without a key: ${matches.join(', ')} (default: name)`)
    .option('--name <name>', 'name of the import (default: the name of the file)')
    .option('--confirm <what>', `import although it stops: ${confirmations.join(', ')}`)
    .option('--check', 'write nothing, and tell what a run would do')
    .option('--show-mapping', 'print the mapping that the service proposes, and import nothing')
    .option('--rejected <file>', 'write the rejected rows to this file, with the reasons')
    .option('--superseded <file>', 'write the rows that a later row replaces to this file')
    .option('--of <id>', 'with --rejected or --superseded: of this earlier import')
    .option('--undo <id>', 'undo the import with this id')
    .addHelpText(
      'after',
      `\n--map takes a ready mapping first, then a saved one of the account, then a file. ./name is a file in any case.\n\nReady mappings:\n${readyNames()}`,
    )
    .action((file: string | undefined, options: Options) => importFile(terminal, file, options));
}

const readyNames = (): string =>
  readyMappings.map(({ key, family, words }) => `  ${key.padEnd(24)}${family.padEnd(11)}${words}`).join('\n');

interface Options extends AccountOptions, ImportOptions {
  readonly check?: true;
  readonly showMapping?: true;
  readonly of?: string;
  readonly undo?: string;
}

async function importFile(terminal: Terminal, file: string | undefined, options: Options): Promise<void> {
  const work = await workFor(terminal, file, options);
  try {
    await atService(
      terminal,
      options,
      (service) => work(importDesk(service)),
      async (account) => (await import('./import-jobs.ts')).runImportJobs(account),
    );
  } catch (error) {
    throw explained(error);
  }
}

type Work = (desk: ImportDesk) => Promise<void>;

/** Selects what to do: import a file, undo an import, or write its rejected rows. */
async function workFor(terminal: Terminal, file: string | undefined, options: Options): Promise<Work> {
  const { undo, of } = options;
  if ([file, undo, of].filter((one) => one !== undefined).length !== 1) {
    throw new Refusal(
      'validation_failed',
      'Give one of these: a file to import, --undo, or --of with --rejected or --superseded.',
    );
  }
  if (undo !== undefined) {
    return async (desk) =>
      tell(terminal, await carriedOut(terminal, desk, { id: undo, action: 'undo', ...options }), options);
  }
  if (of !== undefined) {
    if (fileResults.every((result) => options[result] === undefined)) {
      throw new Refusal('validation_failed', '--of needs --rejected or --superseded.');
    }
    return async (desk) => {
      const earlier = await desk.show(of);
      await keepRows(terminal, desk, earlier, options);
      const counts = earlier.counts ?? earlier.dry_run;
      const asked = fileResults.filter((result) => options[result] !== undefined);
      const lines = asked.map((result) => `${capital(result)} rows of import ${of}: ${counts?.[result] ?? 0}.`);
      print(terminal, { json: options.json, value: earlier, text: lines.join('\n') });
    };
  }
  return await importing(terminal, file ?? '', options);
}

async function importing(terminal: Terminal, file: string, options: Options): Promise<Work> {
  const request = await importRequest(file, options);
  const { path, name, map, match } = request;
  return async (desk) => {
    const chosen = map === undefined ? undefined : await chosenMapping(map, (wanted) => desk.savedMapping(wanted));
    const drafted = await desk.upload({ path, name, as: familyOf(request, chosen?.family) });
    const keep = { isKept: false };
    try {
      const mapping = mappingFor(drafted, chosen, match);
      const ready = mapping === undefined ? drafted : await desk.change(drafted.id, { mapping });
      if (!options.json) complainOf(terminal, ready, chosen !== undefined);
      if (options.showMapping) {
        const { mapping } = ready;
        print(terminal, { json: options.json, value: mapping, text: mappingText(mapping) });
        return;
      }
      keep.isKept = options.check !== true;
      const ended = await applied(terminal, desk, ready.id, options);
      keep.isKept = ended.status !== 'checked';
      tell(terminal, ended, { ...options, ...(!options.json && { known: await knownEntries(desk, ended) }) });
    } finally {
      // The next command sends the file again.
      if (!keep.isKept) await desk.forget(drafted.id);
    }
  };
}

/** The mapping to send; undefined if the proposed one is to be applied as it is. */
function mappingFor(drafted: ShownImport, chosen: ChosenMapping | undefined, match: string | undefined): unknown {
  const mapping = chosen?.mappingFor(drafted);
  return match === undefined ? mapping : { ...(mapping ?? drafted.mapping), match };
}

/** Tells what is unusual about the file, and where its mapping comes from unless another one was chosen. */
function complainOf(terminal: Terminal, { oddities }: ShownImport, isChosen: boolean): void {
  const told = oddities.filter((oddity) => !isChosen || !isMappingNote(oddity));
  for (const oddity of told) terminal.complain(`note: ${oddity}\n`);
}

/** Checks or runs an import, and writes the files of rows. */
async function applied(terminal: Terminal, desk: ImportDesk, id: string, options: Options): Promise<ImportRead> {
  const ended = await carriedOut(terminal, desk, { id, action: options.check ? 'check' : 'run', ...options });
  await keepRows(terminal, desk, ended, options);
  return ended;
}

interface Wanted extends Pick<Options, 'json' | 'confirm'> {
  readonly id: string;
  readonly action: ImportAction;
}

/** The interval at which the command asks how far the work is, in milliseconds. */
const askEveryMs = 200;

const subjects = { check: 'Checking', run: 'Importing', undo: 'Undoing' } as const;

/** Starts an action and waits for its end. */
async function carriedOut(
  terminal: Terminal,
  desk: ImportDesk,
  { id, action, json, confirm }: Wanted,
): Promise<ImportRead> {
  await desk.start(id, action, action === 'run' && confirm !== undefined ? { confirm: [confirm] } : undefined);
  let current = await desk.show(id);
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

/** Writes the rows that the options ask for to files, unless there are none. */
async function keepRows(
  terminal: Terminal,
  desk: ImportDesk,
  { id, format: { type }, counts, dry_run: checked }: ShownImport,
  options: Options,
): Promise<void> {
  for (const result of fileResults) {
    const path = options[result];
    if (path === undefined) continue;
    if (((counts ?? checked)?.[result] ?? 0) === 0) {
      if (!options.json) terminal.complain(`No row is ${result}, so ${path} is not written.\n`);
      continue;
    }
    const rows = await desk.rowsFile({ id, result, format: type === 'ndjson' ? 'ndjson' : 'csv' });
    await pipeline(Readable.from(rows), createWriteStream(path));
    if (!options.json) terminal.complain(`Wrote the ${result} rows to ${path}.\n`);
  }
}
