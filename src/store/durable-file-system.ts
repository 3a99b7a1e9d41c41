import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite, postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * PGlite's file system on Node with the one call that it lacks: without it Postgres's fsync does
 * nothing, and a power cut loses writes that were acknowledged.
 */
export class DurableFileSystem extends NodeFS {
  readonly #sync: (descriptor: number) => void;
  #failure: unknown;

  constructor(folder: string, sync: (descriptor: number) => void = fsyncSync) {
    super(folder);
    this.#sync = sync;
  }

  /** What the disk said when it did not keep a write; nothing may be acknowledged after it. */
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

  /** Zero, or Emscripten's number for an input/output error. */
  #syncStream(fileSystem: NodeFileSystem, stream: Stream): number {
    try {
      if (stream.nfd === undefined) this.#syncFolder(fileSystem.realPath(stream.node));
      else this.#sync(stream.nfd);
      return 0;
    } catch (error) {
      this.#failure = error;
      return inputOutputError;
    }
  }

  #syncFolder(path: string): void {
    const descriptor = openSync(path, 'r');
    try {
      this.#sync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** The part of Emscripten's NODEFS that is needed here. */
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
