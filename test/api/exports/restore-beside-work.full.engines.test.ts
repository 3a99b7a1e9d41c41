import { join } from 'node:path';
import { request } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFileFolder } from '../../../src/files/open-files.ts';
import { holdAccount } from '../../../src/store/access/held-accounts.ts';
import { placeMessages } from '../../../src/store/outbox/positions.ts';
import { forgetMessages } from '../../../src/store/outbox/retention.ts';
import { restoreInSteps } from '../../../src/transfer/accounts/restore-in-steps.ts';
import { expectedOf } from '../../../src/transfer/accounts/restore-account.ts';
import { judgeArchive } from '../../../src/transfer/accounts/judge-archive.ts';
import { make } from '../../support/data/make.ts';
import { type ArchiveFiles, archiveFiles, archiveOf, withRows } from '../../support/data/spoilt-archives.ts';
import { downloadArchive, restoreArchive } from '../../support/requests/account-archive.ts';
import type { Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { tokens } from '../../support/service/template.ts';

/** The number of task lists: the embedded engine writes them in many transactions. */
const count = 3000;

let service: TestService;
let files: ArchiveFiles;
beforeAll(async () => {
  await using source = await startTestService();
  await make(source.first, 'projects', { name: 'Ward' });
  const at = '2026-01-05T10:00:00Z';
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: 1000 + index, version: 1, created_at: at, updated_at: at, deleted_at: null },
    ...{ name: `List ${index}`, name_folded: '', project_id: null, search: '' },
  }));
  files = withRows(archiveFiles(await downloadArchive(source, tokens.first)), 'task_lists.ndjson', rows);
  service = await startTestService({}, { pace: { everyMs: 1 } });
});
afterAll(() => service.stop());

const looksForJobs = (statement: string): boolean => /from jobs .*group by account_id/s.test(statement);

const isFilling = (statement: string): boolean => statement.startsWith('insert into "task_lists"');

/** A request of the second firm whose credential is accepted, and whose body is still to come. */
async function begun(method: string, path: string, type = 'application/json') {
  const body = new PassThrough();
  const headers = { authorization: `Bearer ${tokens.second}`, 'content-type': type };
  const before = service.statements.length;
  const answer = new Promise<{ status: number | undefined; body: Json }>((resolve, reject) => {
    const sent = request(`${service.url}/api/2023-01${path}`, { method, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body: JSON.parse(body) }), reject);
    });
    sent.on('error', reject);
    body.pipe(sent);
    body.write(' ');
  });
  const isAdmitted = () =>
    service.statements.slice(before).some((statement) => statement.includes('from api_tokens t'));
  await expect.poll(isAdmitted).toBe(true);
  return { body, answer };
}

if (process.env['TEST_ENGINE'] === 'embedded') {
  test('a restore in steps refuses the changes of requests that it overtakes, and has only the rows of the archive', async () => {
    expect((await service.second.get('/projects')).body.projects).toEqual([]);
    const archive = archiveOf(files);
    const expected = {
      ...(await expectedOf(service.engine, '2')),
      limits: { entries: 5000, bytes: 2 ** 23 },
      quota: null,
    };
    const now = service.clock.now();
    const whole = { bytes: Readable.from([archive]), name: 'The file', most: 2 ** 30 };
    const manifest = await judgeArchive(whole, { ...expected, now });
    const upload = await begun('POST', '/imports?as=projects', 'text/csv');
    const requests = [
      // Together, these may share a transaction.
      [await begun('POST', '/projects'), '{"project":{"name":"Late"}}'],
      [await begun('POST', '/projects'), '{"project":{"name":"Late too"}}'],
      [await begun('POST', '/projects'), '{"project":{"name":"Late again"}}'],
      [await begun('POST', '/companies/bulk'), '{"companies":[{"name":"Late"}]}'],
      [await begun('PATCH', '/preferences'), '{"preferences":{"theme":"dark"}}'],
      [await begun('PATCH', '/account'), '{"account":{"name":"Late"}}'],
    ] as const;
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield archive.subarray(0, -1000);
      await held;
      yield archive.subarray(-1000);
    }
    const by = { source: 'api', requestId: 'r', email: null } as const;
    const to = openFileFolder(join(service.dataFolder, 'files'));
    const restoring = { accountId: '2', name: 'The file', now, by, to, manifest, bytes };
    const restore = restoreInSteps(service.engine, restoring);
    restore.catch(() => undefined);
    const lists = async () => (await service.engine.query('select 1 from task_lists where account_id = 2')).length;
    await expect.poll(lists).toBeGreaterThan(1);
    for (const [{ body }, rest] of requests) body.end(rest);
    // The service answers at the first part that it stores.
    upload.body.write(`name\n${'Late\n'.repeat(100_000)}`);
    const answers = await Promise.all([...requests.map(([{ answer }]) => answer), upload.answer]);
    upload.body.end();
    goOn();
    await restore;
    const detail =
      'The account is being restored from an archive, which replaces all that it has. Plumbline changed nothing.';
    for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', detail } });
    const [rows] = await service.engine.query(
      `select (select count(*)::integer from task_lists where account_id = 2) as lists,
        (select count(*)::integer from projects where account_id = 2) as projects,
        (select count(*)::integer from companies where account_id = 2) as companies,
        (select count(*)::integer from preferences where account_id = 2) as preferences,
        (select count(*)::integer from import_chunks where account_id = 2) as chunks,
        (select name from accounts where id = 2) as name`,
    );
    const { name } = JSON.parse(files.get('account.ndjson') ?? '') as { name: string };
    expect(rows).toEqual({ lists: count, projects: 1, companies: 0, preferences: 0, chunks: 0, name });
  });
}

test('a restore goes on while the service looks for due jobs many times', async () => {
  await using other = await startTestService({}, { pace: { everyMs: 1 } });
  other.statements.length = 0;
  const answer = await restoreArchive(other, tokens.second, archiveOf(files));
  expect(answer).toMatchObject({ status: 200, restored: { rows: { task_lists: count } } });
  const begin = other.statements.findIndex(isFilling);
  const end = other.statements.findLastIndex(isFilling);
  expect(other.statements.slice(begin, end).filter(looksForJobs).length).toBeGreaterThan(3);
  // The job that makes the past of the projects from the log ends soon.
  await expect.poll(() => other.engine.query('select kind from jobs')).toEqual([]);
});

test('the log has the reason why a restore failed, with its account', async () => {
  await using other = await startTestService({}, { pace: { everyMs: 1 } });
  await other.engine.script(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'the lists cannot be written'; end $$;
    create trigger fail before insert on task_lists for each row when (new.account_id = 2) execute function fail()`);
  const answer = await restoreArchive(other, tokens.second, archiveOf(files));
  expect(answer).toMatchObject({ status: 200, problem: { code: 'internal' } });
  const lines: Json[] = other.logged.map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
    {
      request_id: expect.stringMatching(/./),
      err: {
        message: 'the restore of an archive into account 2 failed',
        cause: { message: 'the lists cannot be written' },
      },
    },
  ]);
  const rows = await other.engine.query('select 1 from task_lists where account_id = 2');
  expect([rows, await other.engine.query('select 1 from jobs')]).toEqual([[], []]);
});

test('changes that arrive together are refused while a restore holds their account', async () => {
  await using other = await startTestService();
  const { engine, first } = other;
  const together = () =>
    Promise.all(Array.from({ length: 8 }, (_, index) => first.post('/companies', { company: { name: `C${index}` } })));
  const release = holdAccount(engine, '1');
  const refused = await together();
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'conflict']));
  expect(await engine.query('select id from companies')).toEqual([]);
  release();
  expect((await together()).map(({ status }) => status)).toEqual(refused.map(() => 201));
});

test('the service neither places nor forgets the messages of an account that a restore holds', async () => {
  await using other = await startTestService();
  const { engine } = other;
  await make(other.first, 'companies');
  const positions = () => engine.query('select position from webhook_messages where account_id = 1');
  const forget = () => forgetMessages(engine, '1', 'zzz');
  const release = holdAccount(engine, '1');
  await placeMessages(engine, ['1']);
  expect([await positions(), await forget()]).toEqual([[{ position: null }], 0]);
  release();
  await placeMessages(engine, ['1']);
  expect([await positions(), await forget()]).toEqual([[{ position: expect.any(String) }], 1]);
});
