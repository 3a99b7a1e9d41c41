import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FairQueue, type Flow } from '../../fair-queue.ts';
import { Refusal } from '../../refusal.ts';
import { createDataFolder, prepareDatabase } from './data-folder.ts';
import { EmbeddedSession, SessionLost } from './embedded-session.ts';
import { EmbeddedThread } from './embedded-thread.ts';
import type { Engine, Param, StatementObserver, Table, TransactionOptions } from '../engine.ts';
import { copyRunningDatabase } from './base-backup.ts';
import { diskRefusal, StatementError, tooManyWaiting } from '../engine-errors.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import type { FolderCopy, CopyRequest, Request } from './folder-requests.ts';
import { postgresCode } from './postgres-code.ts';
import { explainingReadOnly } from './read-only.ts';
import {
  begin,
  beginningOf,
  carryOut,
  repeatLostRaces,
  type TransactionSteps,
  type TransactionWork,
} from '../transaction-work.ts';
import { transactionGuard } from '../transaction-guard.ts';
import { observerOf } from '../every-statement.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly onStatement?: StatementObserver | undefined;
  /** False never waits for the disk: a killed process loses nothing, but a power cut may lose or damage anything. */
  readonly synchronous?: boolean | undefined;
  /** The number of calls that may wait in the queue before the next call is refused. */
  readonly maxQueue?: number | undefined;
  /** A timer in milliseconds for the shares of the accounts. The default is the process's own. */
  readonly timer?: (() => number) | undefined;
  /** Called once if the database stops unexpectedly, for example when the disk fails. Only a new process helps. */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Makes the extension that checks indexes available. */
  readonly amcheck?: boolean | undefined;
  /** The URL of a module that implements the `Disk` to write to. */
  readonly disk?: string | undefined;
}

/**
 * Opens the embedded Postgres.
 * @throws {DataFolderInUse} if another process holds the folder's lock.
 * @throws {EngineMistake} if this user cannot write to the folder.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  return await explainingReadOnly(options.dataDir, () => open(options));
}

async function open(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const compiling = postgresCode();
  await createDataFolder(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const lock = await lockFolder(dataDir);
  const { synchronous = true, amcheck = false, disk } = options;
  const thread = new EmbeddedThread({ synchronous, amcheck, disk });
  try {
    const folder = await prepareDatabase(dataDir);
    await thread.open({ folder, code: await compiling });
    return new EmbeddedEngine({ thread, lock, folder }, options);
  } catch (error) {
    await thread.end();
    lock.release();
    throw error;
  }
}

export class EmbeddedEngine implements Engine {
  readonly kind = 'embedded';
  readonly description: string;
  readonly place: string;
  readonly durable: boolean;
  /** The report for a second start in the same folder; set `url` once the service listens. */
  readonly holder: FolderLock['holder'];
  readonly #parts: EmbeddedParts;
  readonly #session: EmbeddedSession;
  readonly #observe: StatementObserver;
  readonly #onLost: (error: unknown) => void;
  /** The session runs one call at a time. */
  readonly #queue: FairQueue;
  readonly #stopping = new AbortController();
  #closing: Promise<void> | undefined;
  #lost: unknown;

  constructor(parts: EmbeddedParts, options: EmbeddedOptions) {
    this.#parts = parts;
    this.#session = new EmbeddedSession(parts.thread);
    this.#observe = observerOf(options.onStatement);
    this.#onLost = options.onLost ?? (() => {});
    const { maxQueue: mostWaiting = 1000, timer } = options;
    this.#queue = new FairQueue({ places: 1, mostWaiting, refuse: tooManyWaiting, restMs, timer });
    this.holder = parts.lock.holder;
    parts.lock.onRequest((asked, call) => this.#copy(asked, call));
    this.durable = options.synchronous ?? true;
    const survived = this.durable
      ? 'acknowledged writes are on disk'
      : 'NOT DURABLE: a power failure may lose or damage data';
    this.description = `embedded Postgres 18, ${survived}`;
    this.place = options.dataDir;
  }

  async query<Row extends object>(text: string, params: readonly Param[] = [], flow?: Flow): Promise<Row[]> {
    const { rows } = await this.table(text, params, flow);
    return rows as Row[];
  }

  async table(text: string, params: readonly Param[], flow?: Flow): Promise<Table> {
    return this.#enter(() => this.#send(text, params), flow);
  }

  async transaction<Result>(work: TransactionWork<Result>, options: TransactionOptions = {}): Promise<Result> {
    const steps: TransactionSteps = {
      send: async <Row extends object>(text: string, params: readonly Param[] = []) => {
        const { rows } = await this.#send(text, params);
        return rows as Row[];
      },
      script: (text) => this.#observed(text, () => this.#session.script(text)),
      commit: () => this.#send('commit', []),
    };
    const start = beginningOf(options);
    return this.#enter(
      () => repeatLostRaces(() => this.#attempt(start, () => carryOut(this, steps, work))),
      options.flow,
    );
  }

  async script(text: string): Promise<void> {
    await this.#enter(() =>
      this.#attempt([begin], async () => {
        await this.#observed(text, () => this.#session.script(text));
        await this.#send('commit', []);
      }),
    );
  }

  /** Closes the database after all earlier calls have finished. A second call is harmless. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the process that holds the data folder is stopping'));
    this.#closing ??= this.#queue.idle().then(() => this.#shutDown());
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Copies the database for another process, while statements go on. */
  async #copy({ copyTo }: CopyRequest, { tell, signal }: Parameters<Request>[1]): Promise<FolderCopy> {
    if (!/^[\w-]+\/[\w-]+$/.test(copyTo)) throw new Error(`a copy cannot be named ${JSON.stringify(copyTo)}`);
    const { folder } = this.#parts;
    return await copyRunningDatabase(this, {
      from: folder,
      to: join(dirname(folder), copyTo, 'postgres'),
      tell: (done, total) => tell({ done, total }),
      signal: AbortSignal.any([signal, this.#stopping.signal]),
    });
  }

  async #enter<Result>(work: () => Promise<Result>, flow?: Flow): Promise<Result> {
    transactionGuard?.refuseWithin(this);
    if (this.#closing !== undefined) throw unavailable('The database is closed.');
    return await this.#queue.run(work, flow);
  }

  async #attempt<Result>(start: readonly string[], work: () => Promise<Result>): Promise<Result> {
    await this.#observed('begin', async () => {
      for (const text of start) await this.#session.run(text);
    });
    try {
      return await work();
    } catch (error) {
      // A session that stopped cannot roll back; the next start rolls back.
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
      return await send();
    } catch (error) {
      if (error instanceof StatementError) throw diskRefusal(error.code, error) ?? error;
      if (!(error instanceof SessionLost)) throw error;
      this.#lost = error;
      this.#onLost(error);
      throw unavailable('The database has stopped and must be started again.', error);
    }
  }

  async #shutDown(): Promise<void> {
    const { thread, lock } = this.#parts;
    try {
      if (this.#lost === undefined) {
        await this.#session.run('checkpoint');
        await thread.close();
      }
    } finally {
      // After the database has stopped, a checkpoint could mark lost writes as done; the next start replays the log.
      await thread.end();
      lock.release();
    }
  }
}

interface EmbeddedParts {
  /** The folder of the database. */
  readonly folder: string;
  readonly thread: EmbeddedThread;
  readonly lock: FolderLock;
}

/** The rest between two long pieces of work, in which requests have their turn. */
const restMs = 5;

const unavailable = (detail: string, cause?: unknown) => new Refusal('unavailable', detail, { cause });
