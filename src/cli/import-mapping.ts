import { readFile } from 'node:fs/promises';
import { Refusal } from '../refusal.ts';
import type { ReadyMapping } from '../resources/transfer/mapping.ts';
import { readyMappings } from '../resources/transfer/ready/ready-mappings.ts';
import type { ShownImport } from '../resources/transfer/shown-import.ts';
import { withinColumns } from '../resources/transfer/within-columns.ts';
import type { SavedMappingLookup } from './import-desk.ts';

/** The mapping that `--map` names. */
export interface ChosenMapping {
  /** The family of records that the rows become; undefined if the mapping is a file, which does not say it. */
  readonly family: string | undefined;
  /** The mapping for an uploaded file, whose columns are known. */
  readonly mappingFor: (drafted: ShownImport) => unknown;
}

/**
 * Finds the mapping of a name: a ready one, a saved one of the account, or a file. `./name` is a file in any case.
 * @throws {Refusal} `not_found` with the names that exist.
 */
export async function chosenMapping(
  map: string,
  findSaved: (name: string) => Promise<SavedMappingLookup>,
): Promise<ChosenMapping> {
  const ready = readyMappings.find(({ key }) => key === map);
  if (ready) return { family: ready.family, mappingFor: ({ columns }) => fitted(ready, columns.map(nameOf)) };
  const { found, names } = await findSaved(map);
  if (found) return { family: found.as, mappingFor: () => found.mapping };
  const mapping = await mappingIn(map, names);
  return { family: undefined, mappingFor: () => mapping };
}

const nameOf = ({ name }: { readonly name: string }): string => name;

async function mappingIn(file: string, saved: readonly string[]): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const ready = readyMappings.map(({ key }) => key).join(', ');
    const lines = [
      `--map: there is no ready mapping, no saved mapping and no file ${file}.`,
      `The ready mappings are ${ready}.`,
      saved.length === 0 ? 'The account has no saved mappings.' : `The saved mappings are ${saved.join(', ')}.`,
      '"plumbline import --show-mapping" prints one to begin with.',
    ];
    throw new Refusal('not_found', lines.join(' '), { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('malformed_json', `${file} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

/** A ready mapping without what the file lacks. */
function fitted({ key, columns: read, mapping }: ReadyMapping, names: readonly string[]): unknown {
  const missing = read.filter((name) => !names.includes(name));
  if (missing.length === 0) return withinColumns(mapping, new Set(names));
  const others = `The file has ${names.join(', ')}.`;
  throw new Refusal('conflict', `The file is none for ${key}: it has no column ${missing.join(', ')}. ${others}`);
}
