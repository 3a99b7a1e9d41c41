import { afterAll, beforeAll } from 'vitest';
import { type CompiledSource, compileSource } from './compiled-source.ts';
import { type Child, startChild } from './kill-process.ts';
import type { ScratchEngine } from './scratch-engines.ts';

/** The token of a service that a test kills. */
export const token = 'a-token-for-the-tests-with-32-characters';

/** Compiles the service once for the tests of a file. Call it outside of the tests. */
export function killableService() {
  let compiled: CompiledSource;
  beforeAll(async () => {
    compiled = await compileSource();
    await compiled.makeBlankDatabase();
  }, 300_000);
  afterAll(() => compiled.remove());

  /** Starts the service on a database. @param aheadMs how far the clock of the service is ahead. */
  return ({ databaseUrl, dataDir }: ScratchEngine, environment: Environment = {}, aheadMs = 0): Child =>
    startChild(compiled.script('kill-service'), [String(aheadMs)], {
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir, DURABLE_WRITES: '0' }),
      ...{ PORT: '0', RATE_LIMIT: '0', PLUMBLINE_BOOTSTRAP_TOKEN: token },
      ...environment,
    });
}

/** Resolves with the address of a service once it serves; rejects if the process ends before. */
export const addressOf = (service: Child): Promise<string> => service.line((line) => line.startsWith('http'));

type Environment = Readonly<Record<string, string>>;
