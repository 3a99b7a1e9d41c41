import type { Command } from 'commander';
import { readConfig, variableNames } from '../../config.ts';
import { createLog } from '../../log.ts';
import type { Surroundings } from '../../service.ts';
import { EngineMistake } from '../../database/engine-mistake.ts';
import { postgresCode } from '../../database/embedded/postgres-code.ts';
import { firstStartNotice } from '../first-start-notice.ts';
import { keepHeapSmall } from '../heap.ts';
import { print } from '../output.ts';
import { startWorkers } from '../start-workers.ts';
import { stopSignal } from '../stop-signal.ts';
import type { Terminal } from '../terminal.ts';

/** `serve`: the service itself. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT; a second signal ends it at once')
    .option(
      '--workers <number>',
      'number of processes that share the port, 1 to 64, on a Postgres server (default: WORKERS)',
    )
    .option('--json', 'print the URL, and the credentials of a first start, as one line of JSON')
    .addHelpText(
      'after',
      '\nThe first start creates an account with an admin and an API token, and shows their secrets once.' +
        '\nThe service writes its log to standard error.' +
        `\n\nThese environment variables configure it: ${variableNames().join(', ')}.`,
    )
    .action((options: Options) => serve(terminal, options));
}

interface Options {
  readonly workers?: string;
  readonly json?: true;
}

async function serve(terminal: Terminal, { json, ...options }: Options): Promise<void> {
  keepHeapSmall();
  const stopped = stopSignal();
  const config = readConfig(terminal.environment, options);
  const log = createLog(config.logLevel);
  const around = { config, clock: terminal.clock, log: config.workers > 1 ? log.child({ pid: process.pid }) : log };
  const service = await (config.workers > 1 ? startWorkers(around) : startAlone(around));
  const { url, firstStart } = service;
  const notice = firstStart ? firstStartNotice(firstStart) : '';
  print(terminal, { json, value: { url, first_start: firstStart }, text: `${notice}listening on ${url}` });
  try {
    around.log.info(`stopping because of ${await Promise.race([stopped, service.failed])}`);
  } finally {
    await service.stop();
  }
}

async function startAlone(around: Surroundings) {
  if (around.config.databaseUrl === null) void postgresCode();
  // Loaded only when needed: loading takes longer than all work of the other commands.
  const { startService } = await import('../../service.ts');
  let giveUp: (failure: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (giveUp = reject));
  failed.catch(() => undefined);
  const onLost = (): void => giveUp(new EngineMistake(['The embedded database has stopped; the log has the reason.']));
  const service = await startService({ ...around, onLost });
  return { ...service, failed };
}
