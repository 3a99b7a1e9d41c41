import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Disk, DurableFileSystem } from './durable-file-system.ts';
import { joinBytes } from './join-bytes.ts';
import type { PostgresCode } from './postgres-code.ts';

// The thread that runs the embedded Postgres. It takes one message at a time and answers each one: first the database
// to open, then statements, finally `null`. It answers statements with Postgres's bytes. An error means that Postgres
// has stopped.

/** The options that are fixed when the thread starts. */
export interface ThreadOptions {
  readonly synchronous: boolean;
  readonly amcheck: boolean;
  /** The URL of a module that implements `Disk`, instead of Node's `fsync`. */
  readonly disk: string | undefined;
}

export interface DatabaseToOpen {
  /** The folder of the database. */
  readonly folder: string;
  readonly code: PostgresCode;
}

/** The database to open, then statements in the wire protocol, then `null` to close it. */
export type ThreadRequest = DatabaseToOpen | Uint8Array<ArrayBuffer> | null;

/** `null`: done. */
export type ThreadAnswer = Uint8Array<ArrayBuffer> | Error | null;

/** Does not read the array types, which takes a third of PGlite's start: every value leaves this thread as text. */
class TextPostgres extends PGlite {
  override _initArrayTypes(): Promise<void> {
    return Promise.resolve();
  }
}

const port = parentPort;
if (port === null) throw new Error('the embedded Postgres needs a thread of its own');

let opened: { readonly pglite: PGlite; readonly fileSystem: DurableFileSystem } | undefined;

port.on('message', (asked: ThreadRequest) => {
  carryOut(asked).then(reply, (error: unknown) => reply(asError(error)));
});

function reply(answered: ThreadAnswer): void {
  port?.postMessage(answered, answered instanceof Uint8Array ? [answered.buffer] : []);
}

async function carryOut(asked: ThreadRequest): Promise<ThreadAnswer> {
  if (asked instanceof Uint8Array) return exchange(asked);
  if (asked === null) await opened?.pglite.close();
  else opened = await open(asked, workerData as ThreadOptions);
  return null;
}

async function open({ folder, code }: DatabaseToOpen, options: ThreadOptions): Promise<typeof opened> {
  const disk = options.disk === undefined ? undefined : ((await import(options.disk)) as Disk);
  const fileSystem = new DurableFileSystem(folder, disk);
  const pglite = new TextPostgres({
    fs: fileSystem,
    pgliteWasmModule: code,
    startParams: startParameters(options.synchronous),
    extensions: { pg_trgm, ...(options.amcheck && { amcheck }) },
  });
  await pglite.waitReady;
  throwWhatStops(pglite.Module);
  return { pglite, fileSystem };
}

async function exchange(statements: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (opened === undefined) throw new Error('the database is not open');
  const { pglite, fileSystem } = opened;
  const parts: Uint8Array[] = [];
  // A part is valid only until Postgres continues.
  const onRawData = (part: Uint8Array): void => void parts.push(part.slice());
  await pglite.execProtocolRawStream(statements, { syncToFs: false, onRawData });
  // A write whose sync failed is not on disk, even if Postgres reports success.
  if (fileSystem.failure !== undefined) throw asError(fileSystem.failure);
  return joinBytes(parts);
}

/** PGlite also throws values that are not an `Error`. */
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(inspect(thrown)));

/** The part of PGlite's module that runs the main loop. */
interface MainLoop {
  _PostgresMainLoopOnce: () => void;
  stackRestore: (pointer: number) => void;
}

/**
 * PGlite catches every exception of its main loop and continues. This is correct for the jump with which Postgres
 * reports an error. After a panic, PGlite would loop forever. This function throws the panic out of the loop.
 */
function throwWhatStops(module: MainLoop): void {
  const { _PostgresMainLoopOnce: runOnce, stackRestore } = module;
  let stop: { readonly cause: unknown } | undefined;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      const jump = error instanceof Object && 'status' in error && error.status === errorJump;
      if (!jump) stop = { cause: error };
      throw error;
    }
  };
  module.stackRestore = (pointer) => {
    if (stop !== undefined) throw stop.cause;
    stackRestore(pointer);
  };
}

/** The status with which PGlite leaves its main loop to handle an error. */
const errorJump = 100;

/** The start parameters of PGlite without `-F`, which turns fsync off, and with buffers for one small process. */
function startParameters(synchronous: boolean): string[] {
  const settings = {
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    // PGlite's fdatasync, the default, does nothing.
    wal_sync_method: 'fsync',
    fsync: synchronous ? 'on' : 'off',
    shared_buffers: '8MB',
    max_connections: '2',
    TimeZone: 'UTC',
    DateStyle: 'ISO',
  };
  return ['--single', '-O', '-j', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
