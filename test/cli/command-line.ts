import { rm } from 'node:fs/promises';
import { inject, onTestFinished } from 'vitest';
import { runCommand } from '../../src/cli/commands/run-command.ts';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { startService } from '../../src/service.ts';
import { copyOf } from '../support/service/database.ts';
import { emptyFolder, scratchDatabase, scratchFolder } from '../support/programs/scratch-engines.ts';

export const isEmbedded = process.env['TEST_ENGINE'] !== 'postgres';

/** All that a command is told of its surroundings. */
export type Environment = Readonly<Record<string, string>>;

/** Where data is kept, and how to be rid of it. */
export interface Place {
  readonly environment: Environment;
  readonly remove: () => Promise<void>;
}

/** A folder or a database in which nothing is. */
export async function emptyPlace(): Promise<Place> {
  if (!isEmbedded) {
    const database = await scratchDatabase();
    return { environment: { DATABASE_URL: database.databaseUrl ?? '' }, remove: () => database.remove() };
  }
  const folder = await emptyFolder();
  return { environment: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A place where nothing has been stored, yet the database need not be made first. */
export async function freshPlace(): Promise<Place> {
  if (!isEmbedded) return await emptyPlace();
  const folder = await scratchFolder();
  return { environment: { DATA_DIR: folder.dataDir }, remove: () => folder.remove() };
}

/** A place with two firms: accounts 1 and 2. */
export async function furnishedPlace(): Promise<Place> {
  const database = await copyOf(inject('template'));
  return { environment: database.environment, remove: () => database.remove() };
}

/** What a command has said when it has ended. */
export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end, in this process: a process for each would cost the suites minutes. */
export async function run(environment: Environment, args: readonly string[], input = ''): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const status = await runCommand(args, {
    environment,
    clock: systemClock,
    input: async () => input,
    write: (text) => void (said.stdout += text),
    complain: (text) => void (said.stderr += text),
  });
  return { ...said, status };
}

/** Runs a command that must succeed, and answers what it says as JSON. */
export async function runJson(environment: Environment, ...args: readonly string[]) {
  const { status, stdout, stderr } = await run(environment, [...args, '--json']);
  if (status !== 0) throw new Error(`plumbline ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The service on the data of a place, until it is stopped or the test ends. */
export async function startOn(environment: Environment) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment });
  const service = await startService({ config, clock: systemClock, log: createLog('silent') });
  const { url } = service;
  onTestFinished(() => service.stop());
  return { url, stop: () => service.stop(), get: (path: string, token: string) => ask(url, path, token) };
}

/** Reads a path of the API as a client with a token. */
export const ask = (url: string, path: string, token: string): Promise<Response> =>
  fetch(`${url}/api/2023-01${path}`, { headers: { authorization: `Bearer ${token}` } });
