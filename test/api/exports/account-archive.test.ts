import { mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openFileFolder } from '../../../src/files/open-files.ts';
import { saveAccount } from '../../../src/transfer/accounts/save-account.ts';
import { filesIn } from '../../support/data/archives.ts';
import { csv, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { copyOf, type Database } from '../../support/service/database.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { tokens } from '../../support/service/template.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let database: Database;
let folder: string;
let spool: string;
let archive: Buffer;
let files: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-test-'));
  database = await copyOf(inject('template'));
  // A server needs the folder for temporary files alone.
  spool = join(database.environment['DATA_DIR'] ?? folder, 'spool');
  service = await startTestService({ DATA_DIR: dirname(spool) }, { on: database });
  ({ first } = service);
  await furnish();
  archive = Buffer.from(await (await download(tokens.first)).arrayBuffer());
  files = await unpacked(archive);
});
afterAll(async () => {
  await service.stop();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A firm with records, a saved mapping, and an import in each of the states of work. */
async function furnish(): Promise<void> {
  const company = await make(first, 'companies', { name: 'Granite Health' });
  for (let number = 0; number < 5; number += 1) {
    await make(first, 'projects', { name: `Ward ${number}`, company_id: company.id });
  }
  await first.delete(`/projects/${(await make(first, 'projects', { name: 'Gone' })).id}`);
  await make(first, 'import_mappings', { name: 'Wards' });
  for (const status of ['draft', 'checking', 'running', 'undoing']) {
    const { id } = await upload(first, 'companies', csv(['Name'], [status]));
    await service.engine.query('update import_states set status = $2 where account_id = 1 and id = $1::bigint', [
      ...[id, status],
    ]);
  }
}

const address = (): string => `${service.url}/api/2023-01/account/archive`;
const download = (token: string): Promise<Response> =>
  fetch(address(), { headers: { authorization: `Bearer ${token}` } });

const restore = (token: string, body: Uint8Array, type = 'application/gzip'): Promise<Response> =>
  fetch(address(), { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': type }, body });

async function unpacked(bytes: Uint8Array): Promise<Record<string, string>> {
  const file = join(folder, 'unpacked.tar.gz');
  await writeFile(file, bytes);
  return await filesIn(file, folder);
}

const rowsOf = (name: string): Json[] =>
  (files[`${name}.ndjson`] ?? '')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));

describe('the archive of an account', () => {
  it('has all of the account, as the command writes it', async () => {
    const answer = await download(tokens.first);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="plumbline-account-1-\d{4}-\d\d-\d\d\.tar\.gz"$/,
    );
    const again = await unpacked(Buffer.from(await answer.arrayBuffer()));
    const file = join(folder, 'command.tar.gz');
    const { store } = openFileFolder(join(service.dataFolder, 'files'));
    await saveAccount(service.engine, { accountId: '1', file, now: service.clock.now(), store });
    expect(again).toEqual(await filesIn(file, folder));
    expect(rowsOf('projects').map(({ name }) => name)).toEqual([
      'Ward 0',
      'Ward 1',
      'Ward 2',
      'Ward 3',
      'Ward 4',
      'Gone',
    ]);
    expect(rowsOf('import_mappings').map(({ name }) => name)).toEqual(['Wards']);
  });

  it('has imports in states of rest, because work under way stays with the installation', () => {
    const states = rowsOf('import_states').map(({ status, finished_at: finished, problem }) => [
      ...[status, finished !== null, problem],
    ]);
    expect(states).toEqual([
      ['draft', false, null],
      ['draft', false, null],
      ['cancelled', true, null],
      ['failed', true, expect.stringContaining('Undo the import again')],
    ]);
  });

  it('is for admins with the scope admin alone', async () => {
    const { id: userId } = await make(first, 'users', { first_name: 'Max', role: 'member' });
    const admin = await make(first, 'users', { first_name: 'Ada', role: 'admin' });
    const member = await clientOf(service, { userId });
    const program = await clientOf(service, { userId: admin.id, scopes: ['read', 'write'] });
    for (const { text } of [member, program]) {
      expect((await download(text)).status).toBe(403);
      expect((await restore(text, archive)).status).toBe(403);
    }
    expect((await fetch(address())).status).toBe(401);
  });
});

/** The temporary files that this process has open. Their folder does not list them. Only Linux tells. */
async function openSpools(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(spool));
}

describe('an archive that is restored', () => {
  const problemOf = async (answer: Response): Promise<Json> => {
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    return { status: answer.status, ...((await answer.json()) as object) };
  };

  it('is refused before anything is written, if it or the account is unfit', async () => {
    const before = await first.get('/projects');
    expect(await problemOf(await restore(tokens.first, archive))).toMatchObject({
      ...{ status: 409, code: 'conflict' },
      detail: expect.stringMatching(/^Account 1 is in use: it has .*6 projects/),
    });
    const damaged = archive.subarray(0, archive.length / 2);
    expect(await problemOf(await restore(tokens.second, damaged))).toMatchObject({
      ...{ status: 422, code: 'validation_failed' },
      detail:
        'The file is not a whole archive of an account, as "Settings > Data" and "plumbline export" write it. Plumbline changed nothing.',
    });
    const noArchive = Buffer.from('name\nWard\n');
    expect(await problemOf(await restore(tokens.second, noArchive))).toMatchObject({ status: 422 });
    expect(await problemOf(await restore(tokens.second, Buffer.alloc(0)))).toMatchObject({
      ...{ status: 422, detail: 'The archive is empty.' },
    });
    expect(await problemOf(await restore(tokens.second, archive, 'application/json'))).toMatchObject({ status: 415 });
    expect(await first.get('/projects')).toMatchObject({ body: before.body });
    expect((await service.second.get('/projects')).body.projects).toEqual([]);
  });

  it('fills an account without records under its own ids, tells how far it is, and lets an admin in by a link', async () => {
    const answer = await restore(tokens.second, archive);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    const { restored } = lines.at(-1);
    const total = Object.values(JSON.parse(files['manifest.json'] ?? '').files as Record<string, { rows: number }>)
      .map(({ rows }) => rows)
      .reduce((sum, rows) => sum + rows, 0);
    expect(lines[0]).toEqual({ progress: { done: expect.any(Number), total } });
    expect(restored).toMatchObject({
      from: { id: '1' },
      rows: { projects: 6, import_mappings: 1 },
      admin: { email: expect.stringContaining('@') },
      password_link: { url: expect.stringContaining('/set-password#plbl_') },
    });
    expect((await download(tokens.second)).status).toBe(401);
    const link = { token: restored.password_link.url.split('#')[1], password: 'a long new password' };
    const signedIn = await fetch(`${service.url}/api/2023-01/session/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url },
      body: JSON.stringify({ link }),
    });
    expect(signedIn.status).toBe(201);
    const file = join(folder, 'restored.tar.gz');
    await saveAccount(service.engine, { accountId: '2', file, now: service.clock.now() });
    const again = await filesIn(file, folder);
    for (const name of ['projects', 'companies', 'import_states', 'import_mappings', 'stage_changes'])
      expect(again[`${name}.ndjson`], name).toBe(files[`${name}.ndjson`]);
    // The link changed the admin's password: a new version of the user, and one entry more in the log.
    const unchanged = (lines = ''): string => lines.replace(/"version":\d+|"updated_at":"[^"]*"/g, '');
    expect(unchanged(again['users.ndjson'])).toBe(unchanged(files['users.ndjson']));
    expect(again['changes.ndjson']).toContain(files['changes.ndjson']);
  });

  it('leaves no file behind', async () => {
    expect(await readdir(spool)).toEqual([]);
    await expect.poll(openSpools).toEqual([]);
    expect((await stat(spool)).mode & 0o777).toBe(0o700);
  });
});
