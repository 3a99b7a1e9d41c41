import postgres from 'postgres';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const serverAnswers = await answers(server);

/** Suites that need no engine, or that run both by themselves: they run once, whatever engines there are. */
const engineless = [
  'test/rules/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/webhooks/**/*.test.ts',
  'test/events/{retry,rounds,send-error}.test.ts',
  'test/contract/{interface,linters,checked,documents}.test.ts',
  'test/events/{safe-address,sender,sender-answers,sender-connections}.test.ts',
];
const bothEngines = ['test/engines/**/*.test.ts', 'test/events/kill.test.ts'];
const pure = [...engineless, ...bothEngines];

const settings = { testTimeout: 20_000, hookTimeout: 60_000, setupFiles: ['test/support/guard.ts'] };

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: process.env['TEST_REPORT']
      ? ['default', ['json', { outputFile: process.env['TEST_REPORT'] }]]
      : ['default'],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    projects: [
      { test: { ...settings, name: 'pure', include: pure, env: serverAnswers ? { TEST_DATABASE_URL: server } : {} } },
      onEngine('embedded', {}),
      ...(serverAnswers ? [onEngine('postgres', { TEST_DATABASE_URL: server })] : []),
    ],
  },
});

function onEngine(name: string, env: Record<string, string>): TestProjectInlineConfiguration {
  return {
    test: {
      ...settings,
      name,
      include: ['test/**/*.test.ts'],
      exclude: [...configDefaults.exclude, ...pure],
      env: { TEST_ENGINE: name, ...env },
      globalSetup: ['test/support/global-setup.ts'],
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
