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
    const addDisk = (module: unknown) => {
      const { NODEFS, FS } = module as { NODEFS: NodeFileSystem; FS: FileSystem };
      NODEFS.stream_ops.fsync = (stream) => this.#syncStream(NODEFS, stream);
      if (this.#disk.admit) NODEFS.stream_ops.write = this.#admitted(NODEFS.stream_ops.write, FS);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addDisk] } };
  }

  /** Asks the disk before each write. Postgres itself handles a write that fails. */
  #admitted(write: StreamWrite, { ErrnoError }: FileSystem): StreamWrite {
    return (...call) => {
      const [stream, , , length, position] = call;
      try {
        this.#disk.admit?.(stream.nfd ?? 0, position + length);
      } catch (error) {
        throw new ErrnoError(isFull(error) ? noSpaceError : inputOutputError);
      }
      return write(...call);
    };
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
  /** Throws if a write up to this byte of the file fails: with the code `ENOSPC` if the disk is full. */
  admit?(descriptor: number, end: number): void;
}

/** The part of Emscripten's NODEFS that this file uses. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: Stream) => number; write: StreamWrite };
  realPath(node: object): string;
}

type StreamWrite = (
  ...call: [stream: Stream, bytes: Uint8Array, offset: number, length: number, position: number]
) => number;

/** The part of Emscripten's file systems that this file uses. */
interface FileSystem {
  readonly ErrnoError: new (number: number) => Error;
}

interface Stream {
  readonly node: object;
  /** Node's descriptor; a folder is opened without one. */
  readonly nfd?: number;
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

const inputOutputError = 29;
const noSpaceError = 51;
