import { parseArgs } from 'node:util';
import { scenarios, type Scenario } from './scenarios.ts';

export interface Options {
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** The duration of one run. */
  readonly seconds: number;
  readonly connections: number;
  readonly scenarios: readonly Scenario[];
  /** The numbers of processes of the product, in further runs on Postgres. */
  readonly workers: readonly number[];
  readonly workersSize: number;
  readonly embeddedSizes: readonly number[];
  /** The number of other firms of 300 projects, in a further run on Postgres; 0 for none. */
  readonly firms: number;
  /** The URL of a Postgres server on which databases can be made, with a superuser. */
  readonly server: string;
  /** Whether filled databases stay for the next run. */
  readonly keep: boolean;
  readonly results: string | null;
}

export const usage = `npm run bench -- [options]
  --sizes 10000,100000,1000000   projects of the firms on Postgres; empty for none
  --embedded-sizes 10000,100000  of those on the embedded engine
  --workers 2                    further runs on Postgres with so many processes of the product
  --workers-size 100000          projects of those
  --firms 1000                   a further run on Postgres among so many other firms of 300 projects; 0 for none
  --rounds 3                     turns of each server
  --seconds 8                    of one turn
  --connections 32
  --scenarios one,newest,…       all unless given
  --keep                         leave the filled databases for the next run
  --no-results                   print alone, leave bench/RESULTS.md as it is
BENCH_DATABASE_URL names the server, else postgres://postgres@127.0.0.1:5432/postgres.`;

const list = (text: string): string[] => text.split(',').filter(Boolean);

/** @throws {TypeError} for an unknown option, {Error} for an unknown scenario. */
export function readOptions(given: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values } = parseArgs({
    args: [...given],
    allowNegative: true,
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      connections: { type: 'string', default: '32' },
      scenarios: { type: 'string', default: scenarios.map(({ name }) => name).join() },
      workers: { type: 'string', default: '2' },
      'workers-size': { type: 'string', default: '100000' },
      firms: { type: 'string', default: '1000' },
      'embedded-sizes': { type: 'string', default: '10000,100000' },
      keep: { type: 'boolean', default: false },
      results: { type: 'boolean', default: true },
    },
  });
  return {
    sizes: list(values.sizes).map(Number),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    scenarios: list(values.scenarios).map(scenarioOf),
    workers: list(values.workers).map(Number),
    workersSize: Number(values['workers-size']),
    embeddedSizes: list(values['embedded-sizes']).map(Number),
    firms: Number(values.firms),
    server: environment['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
    keep: values.keep,
    results: values.results ? 'bench/RESULTS.md' : null,
  };
}

function scenarioOf(name: string): Scenario {
  const scenario = scenarios.find((one) => one.name === name);
  if (scenario) return scenario;
  throw new Error(`There is no scenario "${name}"; there are ${scenarios.map((one) => one.name).join(', ')}.`);
}
