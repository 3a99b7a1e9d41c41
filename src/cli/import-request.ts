import { access, constants, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Refusal, type Problem } from '../refusal.ts';
import { type ImportedFamily, importedFamilies } from '../resources/transfer/imports.ts';
import type { ReadyMapping } from '../resources/transfer/mapping.ts';
import { readyMappings } from '../resources/transfer/ready/ready-mappings.ts';
import { withinColumns } from '../transfer/mapping/ready-mapping.ts';
import type { Import } from '../transfer/imports/imports.ts';
import { isName, refuseUnless } from './option-checks.ts';

/** The options of `import` that say what to import. */
export interface ImportOptions {
  readonly as?: string;
  readonly map?: string;
  readonly name?: string;
  readonly rejected?: string;
}

/** A file to import, and the mapping to use for it. */
export interface ImportRequest {
  readonly path: string;
  readonly as: ImportedFamily;
  readonly name: string | undefined;
  /** The mapping of `--map`, once the columns are known; undefined to use the proposed one. */
  readonly mappingFor: ((drafted: Import) => unknown) | undefined;
}

/** Reads the options and looks at the files, before anything is written. */
export async function importRequest(path: string, options: ImportOptions): Promise<ImportRequest> {
  const { map, name } = options;
  const ready = readyMappings.find(({ key }) => key === map);
  const as = options.as ?? ready?.family;
  const families = importedFamilies.join(', ');
  refuseUnless([
    ['--as', as !== undefined, 'required', `is missing: say what the rows are (${families})`],
    [
      '--as',
      as === undefined || importedFamilies.some((one) => one === as),
      'not_allowed',
      `must be one of ${families}`,
    ],
    ['--name', name === undefined || isName(name), 'too_short', 'must have 1 to 255 characters'],
    ['--as', !ready || as === ready.family, 'not_allowed', `must be ${ready?.family} with --map ${map}`],
  ]);
  await refuseNoFile(path);
  if (options.rejected !== undefined) await refuseUnwritable(options.rejected, path);
  const mappingFor = map === undefined ? undefined : await mappingOf(map, ready);
  return { path, as: as as ImportedFamily, name, mappingFor };
}

async function refuseNoFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new Refusal('not_found', `There is no file ${path}.`);
  if (!found.isFile()) throw new Refusal('not_found', `${path} is no file. Name a CSV, TSV, XLSX or NDJSON file.`);
}

async function refuseUnwritable(rejected: string, path: string): Promise<void> {
  if (resolve(rejected) === resolve(path)) {
    throw new Refusal('conflict', `--rejected would overwrite ${path}. Name another file.`);
  }
  const folder = dirname(resolve(rejected));
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new Refusal('not_found', `--rejected: the folder ${folder} does not exist or cannot be written.`, { cause });
  });
}

async function mappingOf(map: string, ready: ReadyMapping | undefined): Promise<(drafted: Import) => unknown> {
  if (ready)
    return ({ columns }) =>
      fitted(
        ready,
        columns.map(({ name }) => name),
      );
  const text = await readFile(map, 'utf8').catch((cause: unknown) => {
    const names = readyMappings.map(({ key }) => key).join(', ');
    const hint = `The ready mappings are ${names}. "plumbline import --show-mapping" prints one to begin with.`;
    throw new Refusal('not_found', `--map: there is no file and no ready mapping ${map}. ${hint}`, { cause });
  });
  try {
    const mapping: unknown = JSON.parse(text);
    return () => mapping;
  } catch (cause) {
    throw new Refusal('malformed_json', `${map} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

/** A ready mapping without what the file lacks. */
function fitted({ key, columns: read, mapping }: ReadyMapping, names: readonly string[]): unknown {
  const missing = read.filter((name) => !names.includes(name));
  if (missing.length === 0) return withinColumns(mapping, new Set(names));
  const others = `The file has ${names.join(', ')}.`;
  throw new Refusal('conflict', `The file is none for ${key}: it has no column ${missing.join(', ')}. ${others}`);
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
