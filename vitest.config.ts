import { existsSync } from 'node:fs';
import postgres from 'postgres';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { FailedHooks } from './test/support/failed-hooks.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { SlowestFiles } from './test/support/slowest-files.ts';
import { sourceThreads } from './test/support/programs/source-threads.ts';

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const serverAnswers = await answers(server);

/** Suites of what only the embedded engine does, and of the examples that are made with it. */
const embeddedOnly = ['embedded-data.full', 'played-examples.full'];

/**
 * `short` is what `npm test` runs: the suites whose names have no `.full`, on the embedded engine; those with `.engines`
 * on a Postgres server too. `rest` is everything else, and again the suites whose names have `.table`, which then walk
 * all resources (`eachShape`). Its suites `.full` and `.table` run on the server, and on the embedded engine if their
 * names have `.engines` or no server answers. Without a tier, all suites run on each engine.
 */
const tier = process.env['TEST_TIER'];
const leftOut = leftOutOf(tier);
/** Suites that import packages of `tools/`. */
const ofTools = tier !== 'short' && toolsAreInstalled() ? ['tools/test/**/*.full.test.ts'] : [];

/** Suites that need no engine, or that run both by themselves: they run once, whatever engines there are. */
const engineless = [
  'test/transfer/files/**/*.test.ts',
  'test/files/**/*.test.ts',
  'test/rules/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/webhooks/**/*.test.ts',
  'test/client/{attempts,broken-connections,budgets,operations}.test.ts',
  'test/transfer/mapping/**/*.test.ts',
  'test/events/{claims,retry,polling-loop,send-error}.test.ts',
  'test/contract/{interface,checked,documents,forms,examples.full,operators,limits,descriptions}.test.ts',
  'test/events/{safe-address,sender,sender-answers,sender-connections.full}.test.ts',
];
const bothEngines = ['test/{engines,check}/**/*.test.ts', 'test/{events,transfer}/kill.full.test.ts'];
/**
 * Suites of what is the same on both engines: the document, the output of commands, refusals without a statement, and
 * what many values do to statements that other suites run on both.
 */
const sameOnBoth = [
  ...ofTools,
  'test/examples/**/*.test.ts',
  'test/client/!(attempts|broken-connections|budgets|operations).test.ts',
  'test/rights/**/*.test.ts',
  'test/contract/**/!(played-examples.full).test.ts',
  'test/web/**/*.test.ts',
  'test/cli/{accounts,demo.full,files.full,import-mappings.full,import-summary.full,passwords.full,private-files.full,proxy.full,signals.full,tokens.full,usage,users,users-output.full,webhook-deliveries.full,webhooks.full}.test.ts',
  'test/api/access/{isolation.full,oauth,tokens.table,webhook-refusals,wrong-passwords.full}.test.ts',
  'test/api/bulk/{bulk-long-records,bulk-numbers,bulk-order,bulk-refusals}.full.test.ts',
  'test/api/changes/{bodies.table,if-match.table,refused-writes.table,unknown-names}.test.ts',
  'test/api/exports/{foreign-archives,foreign-documents}.full.test.ts',
  'test/api/imports/{hostile-round-trip,sizes,summary}.full.test.ts',
  'test/api/lists/{filters,lean-lists,list-queries,relative-filters}.full.test.ts',
  'test/api/records/{replacing-stages,stage-moves}.full.test.ts',
  'test/api/service/{addresses,answer-size.full,directory-limits.full,hostile-requests,limited-requests,log,server-timing}.test.ts',
  'test/events/unsafe-addresses.test.ts',
];
/** Suites of what only a Postgres server does. */
const serverOnly = ['test/cli/distribute.full.test.ts'];
/** Suites that replace a module, which the others of their worker would then have too. */
const replacing = ['test/api/access/passwords.test.ts'];
const pure = [...engineless, ...bothEngines];

const plugins = [sourceThreads()];
/** The engine of the suites that run once. A service on the server starts in a tenth of the time. */
const cheaper = serverAnswers ? 'postgres' : 'embedded';
/** Both engines are sent the same statements: they are checked on the one that runs most suites of the tier. */
const checkingStatements = 'test/support/statements/after-each-file.ts';
const settings = {
  // Only what hangs runs into these: a busy machine slows everything down. The first file that needs the page or the
  // program builds it in a hook.
  testTimeout: 60_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
  setupFiles: ['test/support/service/guard.ts'],
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The projects share the transformed modules, and so do later runs.
    experimental: { fsModuleCache: true },
    reporters: reporters(),
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    projects: [
      {
        plugins,
        test: {
          ...settings,
          setupFiles: [...settings.setupFiles, checkingStatements],
          name: 'pure',
          isolate: false,
          include: pure,
          exclude: [...configDefaults.exclude, ...leftOut.anywhere],
          env: serverAnswers ? { TEST_DATABASE_URL: server } : {},
        },
      },
      onEngine('embedded', { exclude: [...sameOnBoth, ...serverOnly, ...replacing] }),
      ...(serverAnswers
        ? [onEngine('postgres', { exclude: [...sameOnBoth, `**/{${embeddedOnly.join(',')}}.test.ts`, ...replacing] })]
        : []),
      onEngine(cheaper, { name: 'once', include: sameOnBoth }),
      onEngine(cheaper, { name: 'alone', include: replacing, isolate: true }),
    ],
  },
});

/** The usual output, and the files that `.ci/run` asks for: a report in JSON, the errors that this lacks, and times. */
function reporters(): (Reporter | 'default' | ['json', { outputFile: string }])[] {
  const { TEST_REPORT: report, TEST_FAILURES: failures, TEST_TIMES: times } = process.env;
  return [
    'default',
    ...(report ? [['json', { outputFile: report }] satisfies ['json', object]] : []),
    ...(failures ? [new FailedHooks(failures)] : []),
    ...(times ? [new SlowestFiles(times)] : []),
  ];
}

interface Suites {
  readonly name?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether each file has a worker of its own. */
  readonly isolate?: boolean;
}

function onEngine(
  engine: 'embedded' | 'postgres',
  { name = engine, include = ['test/**/*.test.ts'], exclude = [], isolate = false }: Suites,
): TestProjectInlineConfiguration {
  return {
    plugins,
    test: {
      ...settings,
      setupFiles: [...settings.setupFiles, ...(name === 'postgres' && tier !== 'rest' ? [] : [checkingStatements])],
      name,
      isolate,
      include: [...include],
      exclude: [...configDefaults.exclude, ...leftOutOn(name), ...pure, ...exclude],
      env: { TEST_ENGINE: engine, ...(engine === 'postgres' ? { TEST_DATABASE_URL: server } : {}) },
      globalSetup: ['test/support/service/global-setup.ts'],
    },
  };
}

/** The suites that a project leaves out, by its name. */
function leftOutOn(name: string): readonly string[] {
  if (name === 'postgres') return leftOut.onServer;
  return name === 'embedded' && serverAnswers ? leftOut.besideServer : leftOut.anywhere;
}

/** The suites that the tier leaves out: also on the embedded engine if a server runs suites too, and on the server. */
function leftOutOf(tier: string | undefined): {
  readonly anywhere: readonly string[];
  readonly besideServer: readonly string[];
  readonly onServer: readonly string[];
} {
  switch (tier) {
    case 'short': {
      const anywhere = ['**/*.full{,.engines}.test.ts'];
      return { anywhere, besideServer: anywhere, onServer: ['**/!(*.engines).test.ts', ...anywhere] };
    }
    case 'rest':
      return {
        anywhere: ['**/!(*.full|*.table|*.full.engines|*.table.engines).test.ts'],
        besideServer: [`**/!(*.full.engines|*.table.engines|${embeddedOnly.join('|')}).test.ts`],
        onServer: ['**/!(*.full|*.table).engines.test.ts'],
      };
    case undefined:
      return { anywhere: [], besideServer: [], onServer: [] };
    default:
      throw new Error(`TEST_TIER is ${tier}. It must be "short" or "rest", or not set.`);
  }
}

/** Whether the packages of `tools/` are installed. CI must have them. */
function toolsAreInstalled(): boolean {
  if (existsSync(new URL('tools/node_modules/.package-lock.json', import.meta.url))) return true;
  const missing = 'The packages of tools/ are not installed (`npm ci --prefix tools`)';
  if (process.env['CI'] === 'true') throw new Error(`${missing}.`);
  console.warn(`${missing}: the linters of the document, Prism and the generated clients are not run.`);
  return false;
}

/** Whether a Postgres server answers. One that was asked for, or that CI must have, has to. */
async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch (cause) {
    if (process.env['CI'] === 'true' || process.env['TEST_DATABASE_URL'] !== undefined) {
      throw new Error('No Postgres server answers at TEST_DATABASE_URL, else 127.0.0.1:5432.', { cause });
    }
    console.warn('No Postgres server answers: the tests run on the embedded engine only.');
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
