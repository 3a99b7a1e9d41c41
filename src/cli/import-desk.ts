import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Config } from '../config.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { createLog } from '../log.ts';
import type { StoreContext } from '../records/request-context.ts';
import { valueOf } from '../records/results.ts';
import type { ImportedFamily } from '../resources/transfer/imports.ts';
import { createValidator } from '../schema/validator.ts';
import { importStep } from '../transfer/imports/import-job.ts';
import { changeImport, createImport, type Import, readImport } from '../transfer/imports/imports.ts';
import { rejectedFile } from '../transfer/imports/rejected-file.ts';
import { forgetFile, type ImportAction, importKind, startImport } from '../transfer/imports/start-import.ts';
import { receiveFile } from '../transfer/imports/stored-file.ts';
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
  show(id: string): Promise<Import>;
  /** The file of rejected rows, in pieces. */
  rejected(id: string, format: 'csv' | 'ndjson'): Promise<AsyncIterable<string | Uint8Array>>;
  /** Deletes the file and its rows. */
  forget(id: string): Promise<void>;
  /** Ends the work that the desk does itself. */
  close(): Promise<void>;
}

type Wrapped = { readonly import: Import };

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
    show: (id) => ask('GET', one(id)),
    rejected: (id, format) => streamedAnswer(service, `${one(id)}/rejected.${format}`),
    forget: async (id) => {
      await askService(service, 'DELETE', `${one(id)}/file`);
    },
    close: async () => undefined,
  };
}

/** How often the work of the desk looks for its next step, in milliseconds. Each step wakes the next one. */
const everyMs = 500;

/** The imports of the context's account. The desk does the work itself, because no service may be running. */
export function storedImports(context: StoreContext, config: Config): ImportDesk {
  const { engine } = context.store;
  const clock = { now: () => new Date() };
  const at = (): StoreContext => ({ ...context, at: clock.now() });
  const validator = createValidator();
  const runner = new JobRunner({
    ...{ engine, clock, log: createLog('warn'), everyMs },
    steps: { [importKind]: importStep({ engine, validator }) },
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
    rejected: async (id, format) => (await rejectedFile(at(), id, format)).pieces(new AbortController().signal),
    forget: async (id) => {
      await forgetFile(at(), { id });
    },
    close: () => runner[Symbol.asyncDispose](),
  };
}
