import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../src/store/store.ts';
import { emptyPlace, furnishedPlace, isEmbedded, run, runJson } from './command-line.ts';

const patience = { timeout: 120_000 };

async function migrations(): Promise<string[]> {
  const names = await readdir(new URL('../../migrations', import.meta.url));
  return names.filter((name) => name.endsWith('.sql')).sort();
}

test('migrate applies the pending migrations once and prints them', patience, async () => {
  const { environment, remove } = await emptyPlace();
  onTestFinished(remove);
  const names = await migrations();
  const checked = await run(environment, ['migrate', '--check']);
  expect(checked).toMatchObject({ status: 1, stdout: names.map((name) => `migration ${name} is pending\n`).join('') });
  if (isEmbedded) expect(await readdir(environment['DATA_DIR'] ?? '')).toEqual([]);

  const applied = await run(environment, ['migrate']);
  expect(applied).toMatchObject({ status: 0, stdout: names.map((name) => `migration ${name} applied\n`).join('') });
  const again = await run(environment, ['migrate', '--check']);
  expect(again).toMatchObject({ status: 0, stdout: 'The database is up to date.\n' });
  expect(await runJson(environment, 'migrate')).toEqual({ applied: [] });
  expect(await runJson(environment, 'migrate', '--check')).toEqual({ pending: [] });
});

test('the other commands refuse an outdated database and point to migrate', patience, async () => {
  const { environment, remove } = await furnishedPlace();
  onTestFinished(remove);
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment;
  const engine = await openEngine({ databaseUrl, dataDir });
  await engine.query('delete from schema_migrations where version = (select max(version) from schema_migrations)');
  await engine[Symbol.asyncDispose]();
  const pending = await run(environment, ['migrate', '--check']);
  for (const command of [
    ['account', 'list'],
    ['token', 'create', '--account', '1', '--name', 'T', '--scopes', 'read'],
    ['user', 'list', '--account', '1'],
  ]) {
    const { status, stdout, stderr } = await run(environment, command);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: The database is not up to this version .*: run "plumbline migrate" first\.\n$/);
  }
  expect(await run(environment, ['migrate', '--check'])).toEqual(pending);
});
