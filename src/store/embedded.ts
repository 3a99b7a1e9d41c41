import { realpath } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Refusal } from '../refusal.ts';
import { createDataFolder, prepareDatabase } from './data-folder.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { EmbeddedSession, SessionLost } from './embedded-session.ts';
import type { Engine, Param, StatementObserver, Table, TransactionOptions } from './engine.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { refuseWithinTransaction } from './transaction-guard.ts';
import {
  begin,
  beginningOf,
  carryOut,
  repeatLostRaces,
  type TransactionSteps,
  type TransactionWork,
} from './transaction-work.ts';
import { Turnstile } from './turnstile.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly onStatement?: StatementObserver | undefined;
  /** False never waits for the disk: a killed process loses nothing, a power cut may lose or damage anything. */
  readonly synchronous?: boolean | undefined;
  /** Calls that may wait for their turn before the next is refused. */
  readonly maxQueue?: number | undefined;
  /** Told once when the database has stopped by itself, as when the disk fails: only a new process helps. */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Makes the extension that checks indexes available. */
  readonly amcheck?: boolean | undefined;
  /** Syncs one file descriptor to disk, or throws. */
  readonly sync?: ((descriptor: number) => void) | undefined;
}

/** Opens the Postgres inside the process; throws `DataFolderInUse` when another process has the folder. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  await createDataFolder(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const lock = await lockFolder(dataDir);
  try {
    const fileSystem = new DurableFileSystem(await prepareDatabase(dataDir), options.sync);
    const pglite = await PGlite.create({
      fs: fileSystem,
      startParams: startParams(options.synchronous ?? true),
      extensions: { pg_trgm, ...(options.amcheck && { amcheck }) },
    });
    return new EmbeddedEngine({ pglite, fileSystem, lock }, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

export class EmbeddedEngine implements Engine {
  readonly kind = 'embedded';
  readonly description: string;
  readonly place: string;
  readonly durable: boolean;
  /** What a second start in the same folder is told; set `url` once the service listens. */
  readonly holder: FolderLock['holder'];
  readonly #parts: Parts;
  readonly #session: EmbeddedSession;
  readonly #observe: StatementObserver;
  readonly #onLost: (error: unknown) => void;
  readonly #turnstile: Turnstile;
  #closing: Promise<void> | undefined;
  #lost: unknown;

  constructor(parts: Parts, options: EmbeddedOptions) {
    this.#parts = parts;
    this.#session = new EmbeddedSession(parts.pglite);
    this.#observe = options.onStatement ?? (() => {});
    this.#onLost = options.onLost ?? (() => {});
    this.#turnstile = new Turnstile({ places: 1, maxWaiting: options.maxQueue ?? 1000 });
    this.holder = parts.lock.holder;
    this.durable = options.synchronous ?? true;
    const survived = this.durable
      ? 'acknowledged writes are on disk'
      : 'NOT DURABLE: a power cut may damage it or lose what was written';
    this.description = `embedded Postgres 18, ${survived}`;
    this.place = options.dataDir;
  }

  async query<Row extends object>(text: string, params: readonly Param[] = []): Promise<Row[]> {
    const { rows } = await this.table(text, params);
    return rows as Row[];
  }

  async table(text: string, params: readonly Param[]): Promise<Table> {
    return this.#enter(() => this.#send(text, params));
  }

  async transaction<Result>(work: TransactionWork<Result>, options: TransactionOptions = {}): Promise<Result> {
    const steps: TransactionSteps = {
      send: async <Row extends object>(text: string, params: readonly Param[]) => {
        const { rows } = await this.#send(text, params);
        return rows as Row[];
      },
      sendLast: async (text, params) => {
        await this.#send(text, params);
        await this.#send('commit', []);
      },
      commit: () => this.#send('commit', []),
    };
    const start = beginningOf(options);
    return this.#enter(() => repeatLostRaces(() => this.#attempt(start, () => carryOut(this, steps, work))));
  }

  async script(text: string): Promise<void> {
    await this.#enter(() =>
      this.#attempt([begin], async () => {
        await this.#observed(text, () => this.#session.script(text));
        await this.#send('commit', []);
      }),
    );
  }

  /** Lets what was asked before finish; asking twice is harmless. */
  async close(): Promise<void> {
    this.#closing ??= this.#turnstile.passLast(() => this.#shutDown());
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #enter<Result>(work: () => Promise<Result>): Promise<Result> {
    refuseWithinTransaction(this);
    if (this.#closing !== undefined) throw unavailable('The database is closed.');
    return this.#turnstile.pass(work);
  }

  async #attempt<Result>(start: readonly string[], work: () => Promise<Result>): Promise<Result> {
    await this.#observed('begin', async () => {
      for (const text of start) await this.#session.run(text);
    });
    try {
      return await work();
    } catch (error) {
      // A session that stopped cannot roll back; its next start does.
      if (this.#lost === undefined) await this.#send('rollback', []);
      throw error;
    }
  }

  #send(text: string, params: readonly Param[]): Promise<Table> {
    return this.#observed(text, () => this.#session.run(text, params));
  }

  async #observed<Result>(text: string, send: () => Promise<Result>): Promise<Result> {
    if (this.#lost !== undefined) throw unavailable('The database has stopped and must be started again.', this.#lost);
    this.#observe(text);
    try {
      const result = await send();
      this.#checkDisk();
      return result;
    } catch (error) {
      if (!(error instanceof SessionLost) && this.#parts.fileSystem.failure === undefined) throw error;
      this.#lost = error;
      this.#onLost(error);
      throw unavailable('The database has stopped and must be started again.', error);
    }
  }

  /** A write that the disk refused has not been kept, whatever the session says. */
  #checkDisk(): void {
    const { failure } = this.#parts.fileSystem;
    if (failure !== undefined) throw new SessionLost(failure);
  }

  async #shutDown(): Promise<void> {
    const { pglite, fileSystem, lock } = this.#parts;
    try {
      if (this.#lost === undefined) {
        await this.#session.run('checkpoint');
        await pglite.close();
      } else {
        // A checkpoint now could call lost writes done; the next start repeats them from the log.
        await fileSystem.closeFs();
      }
    } finally {
      lock.release();
    }
  }
}

interface Parts {
  readonly pglite: PGlite;
  readonly fileSystem: DurableFileSystem;
  readonly lock: FolderLock;
}

/** PGlite's own, but for `-F`, which would turn fsync off, and with buffers for one small process. */
function startParams(synchronous: boolean): string[] {
  const settings = {
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    // Its fdatasync, the default, does nothing.
    wal_sync_method: 'fsync',
    fsync: synchronous ? 'on' : 'off',
    shared_buffers: '8MB',
    max_connections: '2',
    TimeZone: 'UTC',
    DateStyle: 'ISO',
  };
  return ['--single', '-O', '-j', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

const unavailable = (detail: string, cause?: unknown) =>
  new Refusal('unavailable', detail, { headers: { 'Retry-After': '5' }, cause });
