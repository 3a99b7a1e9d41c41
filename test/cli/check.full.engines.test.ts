import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { openEngine } from '../../src/store/store.ts';
import { writeBackupFile } from '../support/data/backup-files.ts';
import type { Json } from '../support/service/client.ts';
import { tokens } from '../support/service/template.ts';
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
    ...{ sound: false, faults: 1, read_pages: isEmbedded, notices: [] },
    findings: [{ account: '2', table: 'users', id: '2', problem: 'The log has no change of it.' }],
  });
});

test('files that are named like backups and count as none are faults of the whole installation', patience, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeBackupFile(folder, new Date('2025-01-01T00:00:00Z'));
  await writeBackupFile(folder, new Date('2099-01-01T00:00:00Z'));
  await writeFile(join(folder, 'plumbline-20250102T000000Z.tar.gz'), 'x');
  const checkWith = (...args: string[]) => run({ ...place.environment, BACKUP_FOLDER: folder }, ['check', ...args]);
  const { status, stdout } = await checkWith();
  expect(status).toBe(1);
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'backups, plumbline-20990101T000000Z.tar.gz: It counts as none: it tells a time that is still to come.',
    'backups, plumbline-20250102T000000Z.tar.gz: It counts as none: it is cut off, or has no sound manifest.',
  ]);
  expect(stdout).toMatch(/^2 faults found\./m);
  expect(await checkWith('--account', '1')).toMatchObject({ status: 0 });
});

test('one account is checked alone', patience, async () => {
  await setVersion(2, 9);
  onTestFinished(() => setVersion(2, 1));
  expect(await check('--account', '1')).toMatchObject({ status: 0 });
  expect(await check('--account', '2')).toMatchObject({ status: 1 });
});

test('a sequence at its end is found, and repaired so that every firm can write again', patience, async () => {
  const end = '9223372036854775807';
  await onDatabase(async (engine) => {
    await engine.query(`update changes set id = $1::bigint where id = (select max(id) from changes)`, [end]);
    await engine.query(`select setval(pg_get_serial_sequence('changes', 'id')::regclass, $1::bigint)`, [end]);
  });
  const found = await check();
  expect(found.status).toBe(1);
  expect(found.stdout).toMatch(/^changes: Its sequence is at 9223372036854775807, .* new rows get no id\. /);
  const repaired = 'Its sequence was at 9223372036854775807. Now it follows the ids of the rows.';
  expect(await check('--repair')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(new RegExp(`^Repaired: changes: ${repaired}\nAll is sound\\.`)),
  });
  const again = JSON.parse((await check('--repair', '--json')).stdout);
  expect(again).toMatchObject({ sound: true, repaired: [] });
  const service = await startOn(place.environment);
  const { status } = await fetch(`${service.url}/api/2023-01/companies`, {
    ...{ method: 'POST', body: JSON.stringify({ company: { name: 'After' } }) },
    headers: { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' },
  });
  expect(status).toBe(201);
  await service.stop();
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

test(
  'contents of files that are lost, cut off or damaged are faults, and bytes without a file a notice',
  patience,
  async () => {
    const folder = join(place.environment['DATA_DIR'] ?? '', 'files');
    const { url, stop } = await startOn(place.environment);
    const post = async (path: string, body: string, type: string): Promise<Json> => {
      const headers = { authorization: `Bearer ${tokens.first}`, 'content-type': type };
      const answer = await fetch(`${url}/api/2023-01${path}`, { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
      return await answer.json();
    };
    const { company } = await post('/companies', '{"company":{"name":"Files Co"}}', 'application/json');
    const attach = async (text: string): Promise<string> =>
      (await post(`/files/upload?company_id=${company.id}&name=a.txt`, text, 'text/plain')).file.sha256;
    const [lost, cut, damaged] = [await attach('lost'), await attach('cut off'), await attach('damaged')];
    await stop();
    expect(await check('--deep')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^All is sound/) });
    const pathOf = (sha256: string): string => join(folder, '1', sha256.slice(0, 2), sha256);
    await rm(pathOf(lost));
    await writeFile(pathOf(cut), 'cut');
    await writeFile(pathOf(damaged), 'DAMAGED');
    const stray = 'f'.repeat(64);
    await mkdir(join(folder, '1', 'ff'), { recursive: true });
    await writeFile(pathOf(stray), 'stray');
    await utimes(pathOf(stray), new Date('2026-01-01'), new Date('2026-01-01'));
    const usual = [
      `account 1, file_blobs, ${lost}: The file store does not have it.`,
      `account 1, file_blobs, ${cut}: The file store has 3 bytes of it, not 7.`,
    ];
    const deep = `account 1, file_blobs, ${damaged}: The bytes in the file store are damaged: they have another SHA-256.`;
    const notice = `Notice: files, 1/ff/${stray}: No file needs these 5 bytes in the file store.`;
    const linesOf = async (...args: string[]): Promise<unknown> => {
      const { status, stdout } = await check(...args);
      return [
        status,
        stdout
          .split('\n')
          .filter((line) => /files|file_blobs/.test(line))
          .toSorted(),
      ];
    };
    expect(await linesOf()).toEqual([1, [...usual, notice].toSorted()]);
    expect(await linesOf('--deep')).toEqual([1, [...usual, deep, notice].toSorted()]);
  },
);
