import type { Command } from 'commander';
import { backupFolderOf, type Config, readConfig, unknownVariables, variables } from '../../config.ts';
import { isWildcard } from '../../listening-url.ts';
import { createLog } from '../../log.ts';
import type { ServiceSurroundings } from '../../service.ts';
import { EngineMistake } from '../../database/engine-errors.ts';
import { postgresCode } from '../../database/embedded/postgres-code.ts';
import { backupInProcess } from '../backup-process.ts';
import { keepHeapSmall } from '../heap.ts';
import { print, facts, type Terminal } from '../terminal.ts';
import { apiPrefix } from '../../version.ts';
import { tryListening, type FirstStart, firstStart, withUrl } from '../../first-start.ts';
import { Workers } from '../../cluster/workers.ts';
import { isMissing, openStore } from '../../store/store.ts';
import { BackupSchedule } from '../../transfer/backups/schedule.ts';

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
      '\nWith several workers, SIGUSR2 replaces each of them in turn, without a pause: after an upgrade, for example.' +
        '\nThe first start creates an account with an admin and an API token, and shows their secrets once.' +
        '\nThe service writes its log to standard error.' +
        `\n\nThese environment variables configure it. All are optional; the default is in parentheses:\n${variableLines()}`,
    )
    .action((options: Options) => serve(terminal, options));
}

const variableLines = (): string =>
  variables()
    .map(([name, meaning]) => `  ${name.padEnd(30)}${meaning}`)
    .join('\n');

interface Options {
  readonly workers?: string;
  readonly json?: true;
}

async function serve(terminal: Terminal, { json, ...options }: Options): Promise<void> {
  keepHeapSmall();
  const stopped = stopSignal();
  const config = readConfig(terminal.environment, options);
  const log = createLog(config.logLevel);
  for (const warning of unknownVariables(terminal.environment)) log.warn(warning);
  const around = { config, clock: terminal.clock, log: config.workers > 1 ? log.child({ pid: process.pid }) : log };
  if (await isMissing(config)) {
    // A port in use leaves no new database behind.
    await tryListening(config);
    if (json === undefined) terminal.write('Creating the database …\n');
  }
  const service = await (config.workers > 1 ? startWorkers(around) : startAlone(around));
  const { url, firstStart: first } = service;
  const notice = first ? firstStartNotice(first) : '';
  print(terminal, {
    json,
    value: { url, first_start: first },
    text: `${notice}listening on ${url}${wildcardNotice(config, url)}`,
  });
  const backups = scheduleBackups(terminal, around);
  try {
    around.log.info(`stopping because of ${await Promise.race([stopped, service.failed])}`);
  } finally {
    await backups?.[Symbol.asyncDispose]();
    await service.stop();
  }
}

/** This process alone makes the backups, also with several workers. */
function scheduleBackups(
  { environment }: Terminal,
  { config, clock, log }: Pick<ServiceSurroundings, 'config' | 'clock' | 'log'>,
): BackupSchedule | null {
  const { backupEveryHours: everyHours, backupKeep: keep } = config;
  if (everyHours === null) return null;
  const make = (signal: AbortSignal): Promise<object> => backupInProcess(environment, { keep, signal });
  return new BackupSchedule({ folder: backupFolderOf(config), everyHours, clock, log, make });
}

async function startAlone(around: ServiceSurroundings) {
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

/** The one-time notice: the address of the service and the credentials. Omits the values that the operator chose. */
function firstStartNotice(made: FirstStart & { readonly url: string }): string {
  const isSecret = made.adminPassword !== null || made.token !== null;
  return [
    'First start: created an account and its admin.',
    '',
    facts({
      API: `${made.url}${apiPrefix}`,
      Documentation: `${made.url}/docs`,
      Admin: made.adminEmail,
      Password: made.adminPassword,
      'Sign in': made.passwordUrl,
      'API token': made.token,
    }),
    '',
    ...(isSecret ? ['The secrets above are shown only once.', ''] : []),
    '',
  ].join('\n');
}

/** At a wildcard host without `PUBLIC_URL`, the service can only guess the address that people use. */
const wildcardNotice = ({ host, publicUrl }: Config, url: string): string =>
  publicUrl === null && isWildcard(host)
    ? '\nThe service also listens on all other addresses of this machine. ' +
      `Messages use ${url}: set PUBLIC_URL if people use another address.`
    : '';

/**
 * Resolves with the first SIGTERM or SIGINT; a second one ends the process at once, with status 1. At a terminal,
 * Ctrl-C reaches the service twice under `npm start`: once from the terminal and once through npm. So the same signal
 * again within a second counts as the first one.
 */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: { signal: NodeJS.Signals; at: number } | undefined;
    const receive = (signal: NodeJS.Signals): void => {
      if (first && (signal !== first.signal || performance.now() - first.at > echoMs)) process.exit(1);
      first ??= { signal, at: performance.now() };
      resolve(signal);
    };
    process.on('SIGTERM', receive);
    process.on('SIGINT', receive);
  });
}

const echoMs = 1000;

/** Prepares the database once, then starts several processes that serve on it. This process serves no requests. */
async function startWorkers(around: ServiceSurroundings) {
  const { config, log } = around;
  const first = await prepare(around);
  const { workers: count, databaseMaxConnections: each } = config;
  const workers = new Workers({ count, args: ['worker'], log });
  const url = await workers.listening.catch(async (error: unknown) => {
    await workers.stop();
    throw error;
  });
  log.info({ workers: count, database_connections: count * each }, `all workers listen on ${url}`);
  process.on('SIGUSR2', () => void workers.renew());
  return {
    url,
    firstStart: first && withUrl(first, config.publicUrl ?? url),
    failed: workers.failed,
    stop: () => workers.stop(),
  };
}

async function prepare(around: ServiceSurroundings): ReturnType<typeof firstStart> {
  const store = await openStore(around.config, around.log);
  try {
    // The first start shows its secrets only once, so check first that the service can listen.
    await tryListening(around.config);
    return await firstStart(store, around);
  } finally {
    await store.engine[Symbol.asyncDispose]();
  }
}
