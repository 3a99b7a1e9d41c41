import type { Command } from 'commander';
import { systemClock } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { startService } from '../../service.ts';
import { firstStartNotice } from '../first-start-notice.ts';
import { print } from '../output.ts';
import { stopSignal } from '../stop-signal.ts';

/** `serve`: the service itself. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT; a second signal ends it at once')
    .option('--json', 'say where it listens, and what a first start has made, as one line of JSON')
    .addHelpText(
      'after',
      '\nThe very first start makes an account with an admin and an API token, and shows their secrets once.' +
        '\nThe log is written to standard error.',
    )
    .action(serve);
}

async function serve({ json }: { json?: true }): Promise<void> {
  const stopped = stopSignal();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const service = await startService({ config, clock: systemClock, log });
  const { url, firstStart } = service;
  const notice = firstStart ? firstStartNotice(firstStart) : '';
  print({ json, value: { url, first_start: firstStart }, text: `${notice}listening on ${url}` });
  log.info(`stopping because of ${await stopped}`);
  await service.stop();
}
