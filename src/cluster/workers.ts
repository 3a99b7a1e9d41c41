import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { ToPrimary } from './messages.ts';
import { Switchboard, tell } from './switchboard.ts';

/** The workers cannot serve, and replacing them does not help. */
export class WorkersFailed extends Error {
  override readonly name = 'WorkersFailed';
}

/** Starts the processes that serve on one address, replaces those that end unexpectedly, and stops all of them. */
export class Workers {
  /** The address, once all workers listen on it. Rejects when `failed` rejects. */
  readonly listening: Promise<string>;
  /** Rejects with `WorkersFailed` if a worker cannot start, or if too many workers end right after their start. */
  readonly failed: Promise<never>;
  readonly #count: number;
  readonly #log: Log;
  readonly #switchboard = new Switchboard();
  readonly #running = new Set<Worker>();
  readonly #serving = new Set<Worker>();
  /** The reason that a worker gave for not starting. */
  readonly #reasons = new WeakMap<Worker, string>();
  #allListen: (url: string) => void = () => undefined;
  #reject: (error: WorkersFailed) => void = () => undefined;
  /** The new workers of a renewal that do not listen yet, each with what to call once that is settled. */
  readonly #expected = new Map<Worker, (listens: boolean) => void>();
  readonly #retiring = new Set<Worker>();
  readonly #stopping = new AbortController();
  #isRenewing = false;
  #isUp = false;
  #hasFailed = false;
  /** The number of workers in a row that ended right after their start. */
  #shortLived = 0;

  /** @param args the command line of a worker, without the program. */
  constructor({ count, args, log }: { count: number; args: readonly string[]; log: Log }) {
    this.#count = count;
    this.#log = log;
    this.failed = new Promise((_, reject) => (this.#reject = reject));
    this.failed.catch(() => (this.#hasFailed = true));
    this.listening = Promise.race([new Promise<string>((resolve) => (this.#allListen = resolve)), this.failed]);
    cluster.setupPrimary({ args: [...args] });
    // All workers end with this process, even workers that hang.
    process.once('exit', () => this.#killAll());
    for (let number = 0; number < count; number += 1) this.#start();
  }

  /**
   * Tells each worker to finish its requests and end.
   * @throws {WorkersFailed} if a worker did not exit with status 0, unless the workers have failed before.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const ending = [...this.#running].map((worker) => once(worker, 'exit'));
    for (const worker of this.#serving) tell(worker, { kind: 'stop' });
    const ends = await Promise.all(ending);
    if (this.#hasFailed || ends.every(([status]) => status === 0)) return;
    throw new WorkersFailed('A worker process did not stop in order; the log has the reason.');
  }

  /**
   * Replaces each worker in turn by one that starts anew, from the program that is installed now. An old worker ends when
   * its successor listens. If a new worker does not start, the old ones go on.
   */
  async renew(): Promise<void> {
    if (this.#isRenewing || !this.#isUp) return;
    this.#isRenewing = true;
    try {
      for (const old of [...this.#serving]) {
        if (!(await this.#succeed(old))) return;
      }
      this.#log.info('every worker process is renewed');
    } finally {
      this.#isRenewing = false;
    }
  }

  /** @returns whether the successor listens. */
  async #succeed(old: Worker): Promise<boolean> {
    this.#retiring.add(old);
    const listens = await new Promise<boolean>((resolve) => this.#expected.set(this.#start(), resolve));
    if (!listens) {
      // A worker that has died meanwhile was not replaced.
      if (!this.#retiring.delete(old)) this.#replace(false);
      return false;
    }
    if (!this.#running.has(old) || this.#stopping.signal.aborted) return true;
    const exit = once(old, 'exit');
    tell(old, { kind: 'stop', handsOver: true });
    await exit;
    return true;
  }

  #settle(worker: Worker, listens: boolean): boolean {
    this.#expected.get(worker)?.(listens);
    return this.#expected.delete(worker);
  }

  #start(): Worker {
    const startedAt = performance.now();
    const worker = cluster.fork({ WORKERS: String(this.#count) });
    const ended = (how: object): void => {
      const isShortLived = performance.now() - startedAt < steadyMs;
      this.#ended(worker, { how: { worker_pid: worker.process.pid, ...how }, isShortLived });
    };
    this.#running.add(worker);
    worker.on('message', (message: ToPrimary) => this.#hear(worker, message));
    worker.once('exit', (status, signal) => ended({ status, signal }));
    // A process that the system could not start emits no `exit` event.
    worker.on('error', (err) => worker.process.pid === undefined && ended({ err }));
    this.#log.info({ worker_pid: worker.process.pid }, 'started a worker process');
    return worker;
  }

  #hear(worker: Worker, message: ToPrimary): void {
    if (message.kind === 'listening') this.#listens(worker, message.url);
    else if (message.kind === 'failed') this.#refused(worker, message.reason);
    else this.#switchboard.hear(worker, message);
  }

  #listens(worker: Worker, url: string): void {
    this.#serving.add(worker);
    this.#switchboard.join(worker);
    this.#settle(worker, true);
    if (this.#stopping.signal.aborted) tell(worker, { kind: 'stop' });
    if (this.#serving.size < this.#count) return;
    this.#isUp = true;
    this.#allListen(url);
  }

  #refused(worker: Worker, reason: string): void {
    this.#reasons.set(worker, reason);
    if (!this.#isUp) this.#reject(new WorkersFailed(reason));
  }

  #ended(worker: Worker, { how, isShortLived }: { how: object; isShortLived: boolean }): void {
    this.#running.delete(worker);
    this.#serving.delete(worker);
    this.#switchboard.leave(worker);
    const reason = this.#reasons.get(worker);
    if (this.#settle(worker, false)) {
      this.#log.error({ ...how, reason }, 'a new worker process did not start: the others go on');
    } else if (this.#stopping.signal.aborted || this.#retiring.delete(worker)) {
      this.#log.info({ ...how, reason }, 'a worker process exited');
    } else {
      this.#log.error({ ...how, reason }, 'a worker process exited unexpectedly');
      this.#replace(isShortLived, reason);
    }
  }

  #replace(isShortLived: boolean, reason: string = riddle): void {
    this.#shortLived = isShortLived ? this.#shortLived + 1 : 0;
    if (this.#shortLived > this.#count + spareStarts) {
      this.#reject(new WorkersFailed(reason));
      return;
    }
    const delay = isShortLived ? Math.min(firstDelayMs * 2 ** this.#shortLived, longestDelayMs) : 0;
    pause(delay, undefined, { signal: this.#stopping.signal }).then(
      () => this.#start(),
      () => undefined,
    );
  }

  #killAll(): void {
    for (const worker of this.#running) worker.process.kill('SIGKILL');
  }
}

const riddle = 'Worker processes exit again and again right after their start; the log has the reason.';
/** A worker that lives this long has started properly. */
const steadyMs = 10_000;
/** The number of short-lived workers in a row that is tolerated beyond the worker count. */
const spareStarts = 4;
const firstDelayMs = 50;
const longestDelayMs = 1000;
