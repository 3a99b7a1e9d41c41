import { type Command, InvalidArgumentError } from 'commander';
import type { Engine } from '../../database/engine.ts';
import { EngineMistake } from '../../database/engine-errors.ts';
import { isInUse } from '../../database/other-connections.ts';
import { type DistributionStep, planDistribution } from '../../database/sharding/distribution.ts';
import { nodeMistakes } from '../../database/sharding/node-mistakes.ts';
import { hasCitus } from '../../database/sharding/sharded-server.ts';
import { print, type Terminal } from '../terminal.ts';
import { withStore } from './open-store.ts';

interface Options {
  readonly shards: number;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `distribute`: spreads the tables over the nodes of a sharded Postgres. */
export function addDistributeCommand(program: Command, terminal: Terminal): void {
  program
    .command('distribute')
    .description('distribute the tables over the nodes of a sharded Postgres (Citus); an interrupted run goes on')
    .option('--shards <number>', 'shards of each table, 1 to 1000', readShards, 32)
    .option('--dry-run', 'only print the statements that are left, as a script for psql')
    .option('--json', 'print JSON')
    .action((options: Options) => withStore(terminal, ({ engine }) => distribute(engine, options, terminal)));
}

function readShards(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= 1000) return number;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000.');
}

async function distribute(engine: Engine, { shards, dryRun, json }: Options, terminal: Terminal): Promise<void> {
  await refuseUnfit(engine);
  const steps = await planDistribution(engine, shards);
  if (dryRun) {
    print(terminal, { json, value: { steps }, text: scriptOf(steps) });
    return;
  }
  if (await isInUse(engine)) {
    throw new EngineMistake(['A service is using the database: stop it before you distribute the tables.']);
  }
  for (const { title, statement } of steps) {
    await engine.transaction((transaction) => transaction.script(statement), { isLong: true });
    if (!json) terminal.write(`${title}\n`);
  }
  print(terminal, { json, value: { steps }, text: done });
}

/** @throws {EngineMistake} with all reasons for which the database cannot be distributed. */
async function refuseUnfit(engine: Engine): Promise<void> {
  if (engine.kind === 'embedded') {
    throw new EngineMistake([
      'The embedded engine runs on one machine: move to a Postgres server with Citus first (docs/sharding.md).',
    ]);
  }
  if (!(await hasCitus(engine))) {
    throw new EngineMistake([
      'The server has no Citus: install it on each node, and run "create extension citus" in the database (docs/sharding.md).',
    ]);
  }
  const mistakes = await nodeMistakes(engine);
  if (mistakes.length > 0) throw new EngineMistake(mistakes);
}

const scriptOf = (steps: readonly DistributionStep[]): string =>
  [
    '-- Distributes the tables of Plumbline. Run it with psql on the coordinator, while no service uses the database.',
    '-- If a statement fails, make a new script: it has the statements that are left.',
    '\\set ON_ERROR_STOP on',
    'set statement_timeout = 0;',
    'set lock_timeout = 0;',
    ...steps.map(({ title, statement }) => `\n-- ${title}\n${statement};`),
  ].join('\n');

const done = 'The tables are distributed. Start each service with DATABASE_GENERIC_PLANS=0.';
