import type { ImportedFamily } from '../resources/transfer/imports.ts';
import type { StoredMapping } from '../store/imports/saved-mappings.ts';
import type { ImportRead, ShownImport } from '../resources/transfer/shown-import.ts';
import type { WantedRows } from '../transfer/imports/rows-file.ts';
import type { ImportAction } from '../transfer/imports/start-import.ts';
import { everyEntry } from './every-page.ts';
import { askService, type Service, streamFile, streamedAnswer } from './running-service.ts';

/** A file to import. */
export interface FileToImport {
  readonly path: string;
  readonly as: ImportedFamily;
  readonly name: string | undefined;
}

/** The imports of one account. */
export interface ImportDesk {
  upload(file: FileToImport): Promise<ShownImport>;
  change(id: string, fields: object): Promise<ShownImport>;
  start(id: string, action: ImportAction, body?: object): Promise<ShownImport>;
  show(id: string): Promise<ImportRead>;
  /** The file of the rows with a result, in pieces. */
  rowsFile(wanted: WantedRows): Promise<AsyncIterable<Uint8Array>>;
  /** Looks for the saved mapping of a name. */
  savedMapping(name: string): Promise<SavedMappingLookup>;
  /** The names of the entries of a list. */
  entryNames(plural: string): Promise<readonly string[]>;
  /** Deletes the file and its rows. */
  forget(id: string): Promise<void>;
}

/** The saved mapping of a name, if there is one, and the names of all of the account. */
export interface SavedMappingLookup {
  readonly found: { readonly as: string; readonly mapping: unknown } | null;
  readonly names: readonly string[];
}

type Wrapped<Shown extends ShownImport = ShownImport> = { readonly import: Shown };

/** The desk of the imports of the account. */
export function importDesk(service: Service): ImportDesk {
  const ask = async (method: string, path: string, body?: object): Promise<ShownImport> =>
    ((await askService(service, method, path, body)).body as Wrapped).import;
  const one = (id: string): string => `/imports/${encodeURIComponent(id)}`;
  return {
    upload: async ({ path, as, name }) => {
      const query = new URLSearchParams({ as, ...(name !== undefined && { name }) });
      return ((await streamFile(service, `/imports?${query.toString()}`, path)) as Wrapped).import;
    },
    change: (id, fields) => ask('PATCH', one(id), { import: fields }),
    start: (id, action, body) => ask('POST', `${one(id)}/${action}`, body),
    show: async (id) => ((await askService(service, 'GET', one(id))).body as Wrapped<ImportRead>).import,
    rowsFile: ({ id, result, format }) => streamedAnswer(service, `${one(id)}/${result}.${format}`),
    savedMapping: (name) => mappingByName(service, name),
    entryNames: async (plural) =>
      (await everyEntry<Listed>(service, plural, { fields: 'id,name' })).flatMap(({ name }) => name || []),
    forget: async (id) => {
      await askService(service, 'DELETE', `${one(id)}/file`);
    },
  };
}

type Listed = { readonly id: string; readonly name: string };

async function mappingByName(service: Service, name: string): Promise<SavedMappingLookup> {
  const plural = 'import_mappings';
  const all = await everyEntry<Listed>(service, plural, { fields: 'id,name' });
  const names = all.map((one) => one.name);
  const same = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!same) return { found: null, names };
  const { body } = await askService(service, 'GET', `/${plural}/${same.id}`);
  return { found: (body as { readonly import_mapping: StoredMapping }).import_mapping, names };
}
