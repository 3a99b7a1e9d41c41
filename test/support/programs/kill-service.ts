import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { startService } from '../../../src/service.ts';

// Runs the service with the configuration of the environment and a clock that is ahead, until a test kills it. Prints
// its address. Argument: the milliseconds by which the clock is ahead.
const ahead = Number(process.argv[2] ?? 0);

const service = await startService({
  config: readConfig(process.env),
  log: createLog('error'),
  clock: { now: () => new Date(Date.now() + ahead) },
  pace: { everyMs: 50 },
});
process.stdout.write(`${service.url}\n`);
