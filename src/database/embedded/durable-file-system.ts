import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite, postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * PGlite's file system on Node with the `fsync` call that it lacks. Without this call Postgres's fsync
 * does nothing, and a power cut loses acknowledged writes.
 */
export class DurableFileSystem extends NodeFS {
  readonly #disk: Disk;
  #failure: unknown;

  constructor(folder: string, disk: Disk = { sync: fsyncSync }) {
    super(folder);
    this.#disk = disk;
  }

  /** The error of a failed sync. After it, no write may be acknowledged. */
  get failure(): unknown {
    return this.#failure;
  }

  override async init(pglite: PGlite, options: Partial<postgresMod.PostgresMod>) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addSync = (module: unknown) => {
      const { NODEFS } = module as { NODEFS: NodeFileSystem };
      NODEFS.stream_ops.fsync = (stream) => this.#syncStream(NODEFS, stream);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }

  /** @returns zero, or Emscripten's number for an input/output error. */
  #syncStream(fileSystem: NodeFileSystem, stream: Stream): number {
    try {
      if (stream.nfd === undefined) this.#syncFolder(fileSystem.realPath(stream.node));
      else this.#disk.sync(stream.nfd);
      return 0;
    } catch (error) {
      this.#failure = error;
      return inputOutputError;
    }
  }

  #syncFolder(path: string): void {
    const descriptor = openSync(path, 'r');
    try {
      this.#disk.sync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** The disk that the files are written to. */
export interface Disk {
  /** Syncs the writes of one file descriptor to the disk, or throws. */
  sync(descriptor: number): void;
}

/** The part of Emscripten's NODEFS that this file uses. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: object): string;
}

interface Stream {
  readonly node: object;
  /** Node's descriptor; a folder is opened without one. */
  readonly nfd?: number;
}

const inputOutputError = 29;
