import postgres from 'postgres';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { sourceThreads } from './test/support/programs/source-threads.ts';

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const serverAnswers = await answers(server);

/** Suites that need no engine, or that run both by themselves: they run once, whatever engines there are. */
const engineless = [
  'test/transfer/files/**/*.test.ts',
  'test/rules/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/webhooks/**/*.test.ts',
  'test/transfer/mapping/**/*.test.ts',
  'test/events/{claims,retry,polling-loop,send-error}.test.ts',
  'test/contract/{interface,linters,checked,documents,forms,examples,operators,limits,descriptions}.test.ts',
  'test/events/{safe-address,sender,sender-answers,sender-connections}.test.ts',
];
const bothEngines = ['test/{engines,check}/**/*.test.ts', 'test/{events,transfer}/kill.test.ts'];
/** Suites of what is the same on both engines: the document, the output of commands, refusals without a statement. */
const sameOnBoth = [
  'test/clients/**/*.test.ts',
  'test/examples/**/*.test.ts',
  'test/rights/**/*.test.ts',
  'test/contract/**/!(played-examples).test.ts',
  'test/web/**/*.test.ts',
  'test/cli/{accounts,demo,proxy,signals,tokens,usage,users,webhook-deliveries,webhooks}.test.ts',
  'test/api/access/{oauth,tokens,webhook-refusals}.test.ts',
  'test/api/bulk/{bulk-order,bulk-refusals}.test.ts',
  'test/api/changes/{bodies,if-match,refused-writes,unknown-names}.test.ts',
  'test/api/service/{directory-limits,hostile-requests,limited-requests,log,server-timing}.test.ts',
  'test/events/unsafe-addresses.test.ts',
];
/** Suites of what only the embedded engine does, and of the examples that are made with it. */
const embeddedOnly = ['test/cli/embedded-data.test.ts', 'test/contract/played-examples.test.ts'];
/** Suites that replace a module, which the others of their worker would then have too. */
const replacing = ['test/api/access/passwords.test.ts'];
const pure = [...engineless, ...bothEngines];

const plugins = [sourceThreads()];
/** The engine of the suites that run once. A service on the server starts in a tenth of the time. */
const cheaper = serverAnswers ? 'postgres' : 'embedded';
/** Both engines are sent the same statements: they are checked on one. */
const checkingStatements = 'test/support/statements/after-each-file.ts';
const settings = {
  testTimeout: 20_000,
  // The first file that needs the page or the program builds it. A busy machine slows everything down.
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
    reporters: process.env['TEST_REPORT']
      ? ['default', ['json', { outputFile: process.env['TEST_REPORT'] }]]
      : ['default'],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    projects: [
      {
        plugins,
        test: {
          ...settings,
          name: 'pure',
          isolate: false,
          include: pure,
          env: serverAnswers ? { TEST_DATABASE_URL: server } : {},
        },
      },
      onEngine('embedded', { exclude: [...sameOnBoth, ...replacing] }),
      ...(serverAnswers ? [onEngine('postgres', { exclude: [...sameOnBoth, ...embeddedOnly, ...replacing] })] : []),
      onEngine(cheaper, { name: 'once', include: sameOnBoth }),
      onEngine(cheaper, { name: 'alone', include: replacing, isolate: true }),
    ],
  },
});

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
      // A test in a browser waits several times.
      testTimeout: name === 'once' ? 60_000 : settings.testTimeout,
      setupFiles: [...settings.setupFiles, ...(name === 'postgres' ? [] : [checkingStatements])],
      name,
      isolate,
      include: [...include],
      exclude: [...configDefaults.exclude, ...pure, ...exclude],
      env: { TEST_ENGINE: engine, ...(engine === 'postgres' ? { TEST_DATABASE_URL: server } : {}) },
      globalSetup: ['test/support/service/global-setup.ts'],
    },
  };
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
