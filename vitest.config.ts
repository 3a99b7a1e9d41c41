import postgres from 'postgres';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { sourceThreads } from './test/support/programs/source-threads.ts';

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const serverAnswers = await answers(server);

/** Suites that need no engine, or that run both by themselves: they run once, whatever engines there are. */
const engineless = [
  'test/rules/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/webhooks/**/*.test.ts',
  'test/events/{claims,retry,polling-loop,send-error}.test.ts',
  'test/contract/{interface,linters,checked,documents,forms,examples,operators,limits,descriptions}.test.ts',
  'test/events/{safe-address,sender,sender-answers,sender-connections}.test.ts',
];
const bothEngines = ['test/engines/**/*.test.ts', 'test/events/kill.test.ts'];
/** Suites of what the document says, which is the same on both engines: the embedded one runs them. */
const oneEngine = [
  'test/clients/**/*.test.ts',
  'test/contract/{reference-browser,reference-page,reference-samples}.test.ts',
];
/** Suites that replace a module, which the others of their worker would then have too. */
const replacing = ['test/api/access/passwords.test.ts'];
const pure = [...engineless, ...bothEngines];

const plugins = [sourceThreads()];
/** Both engines are sent the same statements: those of the embedded one are checked. */
const checkingStatements = 'test/support/statements/after-each-file.ts';
const settings = { testTimeout: 20_000, hookTimeout: 60_000, setupFiles: ['test/support/service/guard.ts'] };

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
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
      onEngine('embedded', { exclude: replacing }),
      onEngine('embedded', { name: 'alone', include: replacing, isolate: true }),
      ...(serverAnswers
        ? [onEngine('postgres', { exclude: [...oneEngine, ...replacing], env: { TEST_DATABASE_URL: server } })]
        : []),
    ],
  },
});

interface Suites {
  readonly name?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether each file has a worker of its own. */
  readonly isolate?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

function onEngine(
  engine: string,
  { name = engine, include = ['test/**/*.test.ts'], exclude = [], isolate = false, env = {} }: Suites,
): TestProjectInlineConfiguration {
  return {
    plugins,
    test: {
      ...settings,
      setupFiles: [...settings.setupFiles, ...(engine === 'embedded' ? [checkingStatements] : [])],
      name,
      isolate,
      include: [...include],
      exclude: [...configDefaults.exclude, ...pure, ...exclude],
      env: { TEST_ENGINE: engine, ...env },
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
