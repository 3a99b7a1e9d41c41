import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Refusal, type Problem } from '../refusal.ts';
import { type ImportedFamily, importedFamilies } from '../resources/transfer/imports.ts';
import { confirmations } from '../resources/transfer/import-summary.ts';
import { matches } from '../resources/transfer/mapping.ts';
import { readyMappings } from '../resources/transfer/ready/ready-mappings.ts';
import { fileResults } from '../resources/transfer/imports.ts';
import { isName, refuseUnless } from './option-checks.ts';

/** The options of `import` that say what to import. */
export interface ImportOptions {
  readonly as?: string;
  readonly map?: string;
  readonly match?: string;
  readonly confirm?: string;
  readonly name?: string;
  readonly rejected?: string;
  readonly superseded?: string;
}

/** A file to import, before the mapping of `--map` is known. */
export interface ImportRequest {
  readonly path: string;
  readonly as: string | undefined;
  readonly name: string | undefined;
  readonly map: string | undefined;
  readonly match: string | undefined;
}

/** Reads the options and looks at the files, before anything is written. */
export async function importRequest(path: string, options: ImportOptions): Promise<ImportRequest> {
  const { as, map, match, name, confirm } = options;
  refuseUnless([
    ['--as', as !== undefined || map !== undefined, 'required', missingFamily],
    ['--as', as === undefined || isFamily(as), 'not_allowed', `must be one of ${families}`],
    ['--match', match === undefined || matches.some((how) => how === match), 'not_allowed', howToMatch],
    ['--confirm', isConfirmation(confirm), 'not_allowed', `must be one of ${confirmations.join(', ')}`],
    ['--name', name === undefined || isName(name), 'too_short', 'must have 1 to 255 characters'],
  ]);
  const ready = readyMappings.find(({ key }) => key === map);
  if (ready) familyOf({ as, map }, ready.family);
  await refuseNoFile(path);
  for (const result of fileResults) {
    const written = options[result];
    if (written !== undefined) await refuseUnwritable(`--${result}`, written, path);
  }
  return { path, as, name, map, match };
}

const howToMatch = `must be one of ${matches.join(', ')}`;
const isConfirmation = (confirm = 'other_names'): boolean => confirmations.some((one) => one === confirm);
const families = importedFamilies.join(', ');
const missingFamily = `is missing: say what the rows are (${families})`;
const isFamily = (as: string): as is ImportedFamily => importedFamilies.some((one) => one === as);

/** The family of records that the rows become: by `--as`, or by the mapping of `--map`. */
export function familyOf({ as, map }: Pick<ImportRequest, 'as' | 'map'>, mapped: string | undefined): ImportedFamily {
  const family = as ?? mapped;
  refuseUnless([
    ['--as', family !== undefined, 'required', missingFamily],
    ['--as', mapped === undefined || family === mapped, 'not_allowed', `must be ${mapped} with --map ${map}`],
  ]);
  return family as ImportedFamily;
}

async function refuseNoFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new Refusal('not_found', `There is no file ${path}.`);
  if (!found.isFile()) throw new Refusal('not_found', `${path} is no file. Name a CSV, TSV, XLSX or NDJSON file.`);
  if (found.size === 0) throw new Refusal('conflict', 'The file is empty.');
}

async function refuseUnwritable(option: string, written: string, path: string): Promise<void> {
  if (resolve(written) === resolve(path)) {
    throw new Refusal('conflict', `${option} would overwrite ${path}. Name another file.`);
  }
  const folder = dirname(resolve(written));
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new Refusal('not_found', `${option}: the folder ${folder} does not exist or cannot be written.`, { cause });
  });
}

/** The mistakes of a mapping as lines, each with its place in the mapping. Returns other errors unchanged. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'validation_failed' || error.problems.length === 0) return error;
  if (!error.problems.some(({ pointer }) => pointer?.startsWith(mappingAt))) return ofFile(error);
  const lines = error.problems.map((problem) => `  ${placeOf(problem)}: ${problem.message}`);
  const remedy =
    'Correct the mapping and give it with --map. "plumbline import --show-mapping" prints the proposed one.';
  return new Refusal('conflict', ['The mapping does not fit:', ...lines, remedy].join('\n'), { cause: error });
}

const mappingAt = '/import/mapping';

const placeOf = ({ pointer = '' }: Problem): string => pointer.slice(mappingAt.length + 1) || 'mapping';

/** A file that cannot be read says why in a sentence of its own. */
const ofFile = (error: Refusal): Refusal =>
  error.problems.some(({ pointer }) => pointer === '/file')
    ? new Refusal('conflict', error.problems.map(sentence).join(' '), { cause: error })
    : error;

const sentence = ({ message, line }: Problem): string =>
  `${/[.!?]$/.test(message) ? message : `The file ${message}.`}${typeof line === 'number' ? ` Line ${line}.` : ''}`;
