import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A `WebAssembly.Module`, which the types of Node 20 do not declare. */
export type PostgresCode = object;

let compiled: Promise<PostgresCode> | undefined;

/** The code of the embedded Postgres. A process compiles it once, in the background. */
export function postgresCode(): Promise<PostgresCode> {
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes));
  // The failure is not lost: every caller that awaits the promise gets it.
  compiled.catch(() => undefined);
  return compiled;
}

const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<PostgresCode> };
};

/** PGlite ships this file beside its entry point. */
const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
