import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { Refusal } from '../../refusal.ts';
import { importedFamilies } from '../../resources/transfer/imports.ts';
import { readyMappings } from '../../resources/transfer/ready/ready-mappings.ts';
import type { Import } from '../../transfer/imports/imports.ts';
import type { ImportAction } from '../../transfer/imports/start-import.ts';
import { type ImportDesk, servedImports, storedImports } from '../import-desk.ts';
import { tell } from '../import-outcome.ts';
import { explained, type ImportOptions, importRequest } from '../import-request.ts';
import { progressBar, silentProgress } from '../progress-bar.ts';
import { print, type Terminal } from '../terminal.ts';
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
    .option('--of <id>', 'with --rejected: of this earlier import')
    .option('--undo <id>', 'undo the import with this id')
    .addHelpText('after', `\nReady mappings:\n${readyNames()}`)
    .action((file: string | undefined, options: Options) => importFile(terminal, file, options));
}

const readyNames = (): string =>
  readyMappings.map(({ key, family, words }) => `  ${key.padEnd(24)}${family.padEnd(11)}${words}`).join('\n');

interface Options extends Reach, ImportOptions {
  readonly check?: true;
  readonly showMapping?: true;
  readonly of?: string;
  readonly undo?: string;
}

const ways: Ways<ImportDesk> = { stored: storedImports, served: servedImports };

async function importFile(terminal: Terminal, file: string | undefined, options: Options): Promise<void> {
  const work = await workFor(terminal, file, options);
  await atDesk(terminal, options, ways, async (desk) => {
    try {
      await work(desk);
    } catch (error) {
      throw explained(error);
    } finally {
      await desk.close();
    }
  });
}

type Work = (desk: ImportDesk) => Promise<void>;

/** Selects what to do: import a file, undo an import, or write its rejected rows. */
async function workFor(terminal: Terminal, file: string | undefined, options: Options): Promise<Work> {
  const { undo, of, rejected } = options;
  if ([file, undo, of].filter((one) => one !== undefined).length !== 1) {
    throw new Refusal('validation_failed', 'Give one of these: a file to import, --undo, or --of with --rejected.');
  }
  if (undo !== undefined) {
    return async (desk) =>
      tell(terminal, await carriedOut(terminal, desk, { id: undo, action: 'undo', ...options }), options);
  }
  if (of !== undefined) {
    if (rejected === undefined) throw new Refusal('validation_failed', '--of needs --rejected.');
    return async (desk) => {
      const earlier = await desk.show(of);
      const { rejected: count = 0 } = earlier.counts ?? earlier.dry_run ?? {};
      await keepRejected(terminal, desk, earlier, { ...options, count });
      print(terminal, { json: options.json, value: earlier, text: `Rejected rows of import ${of}: ${count}.` });
    };
  }
  return await importing(terminal, file ?? '', options);
}

async function importing(terminal: Terminal, file: string, options: Options): Promise<Work> {
  const { mappingFor, ...wanted } = await importRequest(file, options);
  return async (desk) => {
    const drafted = await desk.upload(wanted);
    const keep = { isKept: false };
    try {
      if (!options.json) for (const oddity of drafted.oddities) terminal.complain(`note: ${oddity}\n`);
      const ready = mappingFor ? await desk.change(drafted.id, { mapping: mappingFor(drafted) }) : drafted;
      if (options.showMapping) {
        const { mapping } = ready;
        print(terminal, { json: options.json, value: mapping, text: JSON.stringify(mapping, null, 2) });
        return;
      }
      const action = options.check ? 'check' : 'run';
      keep.isKept = action === 'run';
      const ended = await carriedOut(terminal, desk, { id: ready.id, action, ...options });
      const { rejected: count = 0 } = (options.check ? ended.dry_run : ended.counts) ?? {};
      await keepRejected(terminal, desk, ended, { ...options, count });
      tell(terminal, ended, options);
    } finally {
      // The next command sends the file again.
      if (!keep.isKept) await desk.forget(drafted.id);
    }
  };
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

type Keeping = Pick<Options, 'json' | 'rejected'> & { readonly count: number };

async function keepRejected(
  terminal: Terminal,
  desk: ImportDesk,
  { id, format: { type } }: Import,
  { json, rejected, count }: Keeping,
): Promise<void> {
  if (count === 0 || rejected === undefined) return;
  const rows = await desk.rejected(id, type === 'ndjson' ? 'ndjson' : 'csv');
  await pipeline(Readable.from(rows), createWriteStream(rejected));
  if (!json) terminal.complain(`Wrote the rejected rows to ${rejected}.\n`);
}
