import { tryListening, type FirstStart, firstStart } from '../first-start.ts';
import { Workers } from '../cluster/workers.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { openStore } from '../store/store.ts';

interface Surroundings {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/** Prepares the database once, then starts several processes that serve on it. This process serves no requests. */
export async function startWorkers(around: Surroundings) {
  const { config, log } = around;
  const first = await prepare(around);
  const { workers: count, databaseMaxConnections: each } = config;
  const workers = new Workers({ count, args: ['worker'], log });
  const url = await workers.listening.catch(async (error: unknown) => {
    await workers.stop();
    throw error;
  });
  log.info({ workers: count, database_connections: count * each }, `all workers listen on ${url}`);
  return {
    url,
    firstStart: first && { url: config.publicUrl ?? url, ...first },
    failed: workers.failed,
    stop: () => workers.stop(),
  };
}

async function prepare(around: Surroundings): Promise<FirstStart | null> {
  const store = await openStore(around.config, around.log);
  try {
    // The first start shows its secrets only once, so check first that the service can listen.
    await tryListening(around.config);
    return await firstStart(store, around);
  } finally {
    await store.engine[Symbol.asyncDispose]();
  }
}
