import { type Clock, systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/config.ts';
import type { Engine } from '../../../src/database/engine.ts';
import { createLog } from '../../../src/log.ts';
import { startService } from '../../../src/service.ts';
import { type Ask, asking } from '../data/keyed-load.ts';
import type { ScratchEngine } from '../programs/scratch-engines.ts';
import { asProgram } from '../statements/sent-statements.ts';

/** The API token of the first admin of a served database. */
const token = 'a-token-for-the-tests-with-32-characters';

export interface Served {
  readonly url: string;
  readonly engine: Engine;
  readonly ask: Ask;
  readonly stop: () => Promise<void>;
}

interface Around {
  readonly clock?: Clock;
  readonly disk?: string;
  readonly onLost?: () => void;
}

/** Starts the whole service on a scratch database of either engine. */
export async function served({ databaseUrl, dataDir }: ScratchEngine, around: Around = {}): Promise<Served> {
  const config = readConfig({
    ...{ PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'silent', PLUMBLINE_BOOTSTRAP_TOKEN: token },
    ...(databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }),
  });
  const surroundings = { config, clock: systemClock, log: createLog('silent'), page: null, ...around };
  const service = await asProgram(() => startService(surroundings));
  return { url: service.url, engine: service.engine, ask: asking(service.url, token), stop: () => service.stop() };
}
