import { LRUCache } from 'lru-cache';
import type { Engine, Queryable } from '../../database/engine.ts';
import { inFlowOf } from '../../database/timed-engine.ts';
import { readDirectory, usualLimits } from './directories.ts';
import type { Directory, DirectoryLimits } from './directory.ts';

/** The size limit of all directories in the cache of a process. */
const mostBytes = 128 * 2 ** 20;

/** The limit of accounts whose directories are in the cache. With lists of the usual length, `mostBytes` is reached first. */
const mostAccounts = 10_000;

/** A cache of the directories of recently used accounts. */
export class DirectoryCache {
  readonly #engine: Engine;
  readonly #limits: DirectoryLimits;
  /** The last read of each account, also while it is pending. The size of a directory is known once it is loaded. */
  readonly #reads = new LRUCache<string, Promise<Directory>>({
    max: mostAccounts,
    maxSize: mostBytes,
    sizeCalculation: () => 1,
  });
  /** The directories of the reads that have ended. A transaction cannot wait for the others: they may wait for it. */
  readonly #loaded = new WeakMap<Promise<Directory>, Directory>();
  /** The reads that still wait for the previous directory. Later requests share them. */
  readonly #waiting = new Map<string, Promise<Directory>>();

  constructor(engine: Engine, limits = usualLimits) {
    this.#engine = engine;
    this.#limits = limits;
  }

  /** The directory of an account at a version. Each version is read once. */
  async at(accountId: string, version: string): Promise<Directory> {
    const directory = await this.#reads.get(accountId);
    // A lower version also reloads: the database may have lost the later versions.
    return directory?.version === version ? directory : await this.reload(accountId);
  }

  /** The current directory. Call it if a row names an unknown entry. */
  reload(accountId: string): Promise<Directory> {
    const reading = this.#waiting.get(accountId) ?? this.#read(accountId);
    this.#reads.set(accountId, reading);
    return reading;
  }

  /** The directory as a transaction sees it that has not changed it. Reads only what differs from the cached one. */
  async seenBy(transaction: Queryable, accountId: string): Promise<Directory> {
    const cached = this.#reads.get(accountId);
    const before = cached && this.#loaded.get(cached);
    const directory = await readDirectory(transaction, accountId, before, this.#limits);
    if (directory.version !== before?.version) this.#replace(accountId, cached, directory);
    return directory;
  }

  #read(accountId: string): Promise<Directory> {
    const before = this.#reads.get(accountId)?.catch(() => undefined) ?? Promise.resolve(undefined);
    const reading = before.then((known) => {
      this.#waiting.delete(accountId);
      return readDirectory(inFlowOf(this.#engine, accountId), accountId, known, this.#limits);
    });
    this.#waiting.set(accountId, reading);
    reading.then(
      (directory) => this.#replace(accountId, reading, directory),
      () => this.#reads.peek(accountId) === reading && this.#reads.delete(accountId),
    );
    return reading;
  }

  /** Puts a loaded directory, with its size, in the place of a read, unless another read has taken that place. */
  #replace(accountId: string, read: Promise<Directory> | undefined, directory: Directory): void {
    if (this.#reads.peek(accountId) !== read) return;
    const reading = Promise.resolve(directory);
    this.#loaded.set(reading, directory);
    // The cache refuses a value larger than its limit.
    this.#reads.set(accountId, reading, { size: Math.min(directory.bytes, mostBytes) });
  }
}
