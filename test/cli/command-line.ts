import { rm } from 'node:fs/promises';
import { inject, onTestFinished } from 'vitest';
import { runCommand } from '../../src/cli/commands/run-command.ts';
import { systemClock } from '../../src/clock.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { startService } from '../../src/service.ts';
import { copyOf } from '../support/service/database.ts';
import { emptyFolder, scratchDatabase, scratchFolder } from '../support/programs/scratch-engines.ts';
import { asProgram } from '../support/statements/sent-statements.ts';

export const isEmbedded = process.env['TEST_ENGINE'] !== 'postgres';

/** The environment variables of a command. */
export type Environment = Readonly<Record<string, string>>;

/** A data folder or database, with the way to remove it. */
export interface Place {
  readonly environment: Environment;
  readonly remove: () => Promise<void>;
}

/** Makes an empty folder or an empty database. */
export async function emptyPlace(): Promise<Place> {
  if (!isEmbedded) {
    const database = await scratchDatabase();
    return { environment: { DATABASE_URL: database.databaseUrl ?? '' }, remove: () => database.remove() };
  }
  const folder = await emptyFolder();
  return {
    environment: { DATA_DIR: folder, DURABLE_WRITES: '0' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Makes a place without data. On the embedded engine it has an initialized database without our tables. */
export async function freshPlace(): Promise<Place> {
  if (!isEmbedded) return await emptyPlace();
  const folder = await scratchFolder();
  return { environment: { DATA_DIR: folder.dataDir, DURABLE_WRITES: '0' }, remove: () => folder.remove() };
}

/** Makes a place with two firms: accounts 1 and 2. */
export async function furnishedPlace(): Promise<Place> {
  const database = await copyOf(inject('template'));
  return { environment: database.environment, remove: () => database.remove() };
}

/** The output of a command that has ended. */
export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end in this process, because a process for each command would cost minutes. */
export async function run(environment: Environment, args: readonly string[], input = ''): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    environment,
    clock: systemClock,
    input: async () => input,
    write: (text) => void (said.stdout += text),
    complain: (text) => void (said.stderr += text),
  };
  const status = await asProgram(() => runCommand(args, terminal));
  return { ...said, status };
}

/** Runs a command that must succeed, and returns its JSON output. */
export async function runJson(environment: Environment, ...args: readonly string[]) {
  const { status, stdout, stderr } = await run(environment, [...args, '--json']);
  if (status !== 0) throw new Error(`plumbline ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Starts the service on the data of a place. By default it stops after the test. */
export async function startOn(environment: Environment, atEnd: (stop: () => Promise<void>) => void = onTestFinished) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment });
  const service = await asProgram(() => startService({ config, clock: systemClock, log: createLog('silent') }));
  const { url } = service;
  atEnd(() => service.stop());
  return { url, stop: () => service.stop(), get: (path: string, token: string) => ask(url, path, token) };
}

/** Reads a path of the API with a token. */
export const ask = (url: string, path: string, token: string): Promise<Response> =>
  fetch(`${url}/api/2023-01${path}`, { headers: { authorization: `Bearer ${token}` } });
