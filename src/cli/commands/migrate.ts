import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import type { Engine } from '../../database/engine.ts';
import { EngineMistake } from '../../database/engine-errors.ts';
import { migrate, migrationsFolder, pendingMigrations, readMigrations } from '../../database/migrations/migrate.ts';
import { isMissing, openEngine } from '../../store/store.ts';
import { print, type Terminal } from '../terminal.ts';
import { explained } from './open-store.ts';

/** `migrate`: brings the database up to this version of the program. */
export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('apply the pending migrations; the service does so by itself when it starts')
    .option('--check', 'only list the pending migrations, and end with status 1 if there are any')
    .option('--json', 'print JSON')
    .action(async ({ check, json }: { check?: true; json?: true }) => {
      const config = readConfig(terminal.environment);
      await (check ? tellPending : applyPending)(config, (result) => print(terminal, { json, ...result }));
    });
}

type Tell = (result: { value: object; text: string }) => void;

async function applyPending(config: Config, tell: Tell): Promise<void> {
  const { applied } = await onEngine(config, (engine) => migrate(engine, { folder: migrationsFolder }));
  const lines = applied.map((name) => `migration ${name} applied`);
  tell({ value: { applied }, text: lines.join('\n') || upToDate });
}

async function tellPending(config: Config, tell: Tell): Promise<void> {
  const pending = (await isMissing(config))
    ? (await readMigrations(migrationsFolder)).map(({ name }) => name)
    : await onEngine(config, (engine) => pendingMigrations(engine, migrationsFolder));
  const lines = pending.map((name) => `migration ${name} is pending`);
  tell({ value: { pending }, text: lines.join('\n') || upToDate });
  if (pending.length > 0) throw new EngineMistake(['The database is not up to date.']);
}

async function onEngine<Result>(config: Config, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const options = { databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDirectory };
  const engine = await openEngine(options).catch((error: unknown) => {
    throw explained(error);
  });
  try {
    return await work(engine);
  } finally {
    await engine[Symbol.asyncDispose]();
  }
}

const upToDate = 'The database is up to date.';
