import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { startService } from '../../../src/service.ts';

// The service as the environment configures it, on a clock that is ahead, until it is killed. Says on standard output
// where it listens. Argument: by how many milliseconds the clock is ahead.
const ahead = Number(process.argv[2] ?? 0);

const service = await startService({
  config: readConfig(process.env),
  log: createLog('error'),
  clock: { now: () => new Date(Date.now() + ahead) },
  pace: { everyMs: 50 },
});
process.stdout.write(`${service.url}\n`);
