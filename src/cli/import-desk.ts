import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { createLog } from '../log.ts';
import type { StoreContext } from '../records/request-context.ts';
import { valueOf } from '../records/results.ts';
import type { ImportedFamily } from '../resources/transfer/imports.ts';
import { createValidator } from '../schema/validator.ts';
import { importStep } from '../transfer/imports/import-job.ts';
import { changeImport } from '../transfer/imports/change-import.ts';
import { createImport, type Import, type ImportRead, readImport } from '../transfer/imports/imports.ts';
import { rowsFile, type WantedRows } from '../transfer/imports/rows-file.ts';
import { forgetFile, forgetKind, forgetStep } from '../transfer/imports/forget-file.ts';
import { type ImportAction, importKind, startImport } from '../transfer/imports/start-import.ts';
import { receiveFile } from '../transfer/imports/stored-file.ts';
import { hasJob } from '../store/jobs/jobs.ts';
import { findMappingByName, type SavedMapping } from '../store/imports/saved-mappings.ts';
import { everyServed } from './every-page.ts';
import { askService, type Service, streamFile, streamedAnswer } from './running-service.ts';

/** A file to import. */
export interface FileToImport {
  readonly path: string;
  readonly as: ImportedFamily;
  readonly name: string | undefined;
}

/** The imports of one account, in the database itself or through a running service. */
export interface ImportDesk {
  upload(file: FileToImport): Promise<Import>;
  change(id: string, fields: object): Promise<Import>;
  start(id: string, action: ImportAction): Promise<Import>;
  show(id: string): Promise<ImportRead>;
  /** The file of the rows with a result, in pieces. */
  rowsFile(wanted: WantedRows): Promise<AsyncIterable<string | Uint8Array>>;
  /** Looks for the saved mapping of a name. */
  savedMapping(name: string): Promise<SavedMappingSought>;
  /** Deletes the file and its rows. */
  forget(id: string): Promise<void>;
  /** Ends the work that the desk does itself. */
  close(): Promise<void>;
}

/** The saved mapping of a name, if there is one, and the names of all of the account. */
export interface SavedMappingSought {
  readonly found: { readonly as: string; readonly mapping: unknown } | null;
  readonly names: readonly string[];
}

type Wrapped<Shown extends Import = Import> = { readonly import: Shown };

/** The imports of a token's account, through the running service. */
export function servedImports(service: Service): ImportDesk {
  const ask = async (method: string, path: string, body?: object): Promise<Import> =>
    ((await askService(service, method, path, body)).body as Wrapped).import;
  const one = (id: string): string => `/imports/${encodeURIComponent(id)}`;
  return {
    upload: async ({ path, as, name = basename(path) }) => {
      const query = new URLSearchParams({ as, name });
      return ((await streamFile(service, `/imports?${query.toString()}`, path)) as Wrapped).import;
    },
    change: (id, fields) => ask('PATCH', one(id), { import: fields }),
    start: (id, action) => ask('POST', `${one(id)}/${action}`),
    show: async (id) => ((await askService(service, 'GET', one(id))).body as Wrapped<ImportRead>).import,
    rowsFile: ({ id, result, format }) => streamedAnswer(service, `${one(id)}/${result}.${format}`),
    savedMapping: (name) => servedMapping(service, name),
    forget: async (id) => {
      await askService(service, 'DELETE', `${one(id)}/file`);
    },
    close: async () => undefined,
  };
}

type Listed = { readonly id: string; readonly name: string };

async function servedMapping(service: Service, name: string): Promise<SavedMappingSought> {
  const plural = 'import_mappings';
  const all = await everyServed<Listed>(service, plural, { fields: 'id,name' });
  const names = all.map((one) => one.name);
  const same = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!same) return { found: null, names };
  const { body } = await askService(service, 'GET', `/${plural}/${same.id}`);
  return { found: (body as { readonly import_mapping: SavedMapping }).import_mapping, names };
}

/** How often the work of the desk looks for its next step, in milliseconds. Each step wakes the next one. */
const everyMs = 500;

/** How often the desk looks whether a file is deleted, in milliseconds. */
const askEveryMs = 20;

/** The imports of the context's account. The desk does the work itself, because no service may be running. */
export function storedImports(context: StoreContext, config: Config): ImportDesk {
  const { engine } = context.store;
  const clock = { now: () => new Date() };
  const at = (): StoreContext => ({ ...context, at: clock.now() });
  const validator = createValidator();
  const runner = new JobRunner({
    ...{ engine, clock, log: createLog('warn'), everyMs },
    steps: { [importKind]: importStep({ engine, validator }), [forgetKind]: forgetStep },
    progressed: () => undefined,
  });
  return {
    upload: async ({ path, as, name }) => {
      const receiving = { accountId: context.actor.accountId, now: clock.now(), most: config.importMaxBytes };
      const file = await receiveFile(engine, receiving, createReadStream(path));
      const fileName = basename(path);
      return valueOf(await createImport(at(), { as, name, fileName, mediaType: undefined, file })).value;
    },
    change: async (id, fields) => {
      const asked = validator.judgeAs('ImportUpdate', 'import', { import: fields });
      return valueOf(await changeImport(at(), { id, ...asked })).value;
    },
    start: async (id, action) => valueOf(await startImport(at(), { id, action })).value,
    show: async (id) => (await readImport(at(), id)).value,
    rowsFile: async (wanted) => (await rowsFile(at(), wanted)).pieces(new AbortController().signal),
    savedMapping: (name) => findMappingByName(engine, { accountId: context.actor.accountId, name }),
    forget: async (id) => {
      await forgetFile(at(), { id });
      const job = { accountId: context.actor.accountId, kind: forgetKind, subjectId: id };
      while (await hasJob(engine, job)) await wait(askEveryMs);
    },
    close: () => runner[Symbol.asyncDispose](),
  };
}
