import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { openEngine } from '../../src/store/store.ts';
import { emptyPlace, freshPlace, furnishedPlace, isEmbedded, type Place, run, startOn } from './command-line.ts';

const patience = { timeout: 120_000 };

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

const check = (...args: string[]) => run(place.environment, ['check', ...args]);

/** Works on the database directly while no other process has it open. */
async function onDatabase(work: (engine: Engine) => Promise<unknown>): Promise<void> {
  const { environment } = place;
  const engine = await openEngine({ databaseUrl: environment['DATABASE_URL'], dataDir: environment['DATA_DIR'] ?? '' });
  await work(engine);
  await engine[Symbol.asyncDispose]();
}

const setVersion = (account: number, version: number) =>
  onDatabase((engine) => engine.query('update users set version = $2 where account_id = $1', [account, version]));

test('a sound database ends with status 0, and the progress goes to standard error', patience, async () => {
  const said = await check();
  expect(said).toMatchObject({ status: 0, stdout: expect.stringMatching(/^All is sound\./) });
  expect(said.stderr).toMatch(/Checking: 100 %\n$/);
});

test('faults are listed by account, table and id, and end with status 1', patience, async () => {
  await setVersion(2, 9);
  onTestFinished(() => setVersion(2, 1));
  const said = await check();
  expect(said.status).toBe(1);
  const [fault, summary] = said.stdout.split('\n');
  expect(fault).toBe('account 2, users, 2: The log has no change of it.');
  expect(summary).toMatch(/^1 fault found\./);
  const { status, stdout, stderr } = await check('--json');
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    ...{ sound: false, faults: 1, read_pages: isEmbedded },
    findings: [{ account: '2', table: 'users', id: '2', problem: 'The log has no change of it.' }],
  });
});

test('one account is checked alone', patience, async () => {
  await setVersion(2, 9);
  onTestFinished(() => setVersion(2, 1));
  expect(await check('--account', '1')).toMatchObject({ status: 0 });
  expect(await check('--account', '2')).toMatchObject({ status: 1 });
});

test('a check that cannot run ends with status 2', patience, async () => {
  const unknown = await check('--account', '77');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/^error: There is no account 77: select one with --account: 1 \(Granite Builders\)/);
  const empty = await (isEmbedded ? emptyPlace() : freshPlace());
  onTestFinished(empty.remove);
  const missing = await run(empty.environment, ['check']);
  expect(missing).toMatchObject({ status: 2, stdout: '' });
  expect(missing.stderr).toMatch(isEmbedded ? /^error: There is no database in / : /run "plumbline migrate" first/);
});

test('the embedded engine needs the service stopped, a server does not', patience, async () => {
  const service = await startOn(place.environment);
  const said = await check();
  if (!isEmbedded) {
    expect(said).toMatchObject({ status: 0 });
    return;
  }
  expect(said).toMatchObject({ status: 2, stdout: '' });
  expect(said.stderr).toBe(
    `error: The service is running on this data: process ${process.pid}, ${service.url}. Stop it first.\n`,
  );
});
