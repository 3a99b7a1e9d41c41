import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { create, extract } from 'tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../src/store/store.ts';
import { leftOut } from '../../src/transfer/accounts/contents.ts';
import { filesIn, namesInOrder } from '../support/data/archives.ts';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace, isEmbedded, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
let folder: string;
let archive: string;
beforeAll(async () => {
  place = await furnishedPlace();
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
  archive = join(folder, 'northline.tar.gz');
  await runJson(place.environment, 'demo', '--account', '1', '--projects', '30');
  await furnish();
  await runJson(place.environment, 'export', archive, '--account', '1');
});
afterAll(async () => {
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

type Row = Readonly<Record<string, unknown>>;

/** Queries the database directly while no other process has it open. */
async function ask(sql: string): Promise<Row[]> {
  const { environment } = place;
  const options = { databaseUrl: environment['DATABASE_URL'], dataDir: environment['DATA_DIR'] ?? '' };
  await using engine = await openEngine(options);
  return await engine.query(sql);
}

/** Makes what sample data lacks: a webhook, a view, preferences, odd texts, deleted records. */
async function furnish(): Promise<void> {
  const service = await startOn(place.environment, () => undefined);
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' };
    const sent = body ? { body: JSON.stringify(body) } : {};
    const answer = await fetch(`${service.url}/api/2023-01${path}`, { method, headers, ...sent });
    expect(answer.status, path).toBeLessThan(300);
    return answer.status === 204 ? {} : await answer.json();
  };
  await send('POST', '/webhooks', { webhook: { url: 'https://93.184.216.34/hook' } });
  await send('POST', '/oauth_clients', { oauth_client: { name: 'ERP', scopes: ['read'] } });
  await send('POST', '/saved_views', {
    saved_view: { name: 'Mine', resource: 'projects', display: { a: [1.5, null] } },
  });
  await send('PATCH', '/preferences', { preferences: { theme: 'dark' } });
  await send('PATCH', '/account', { account: { currency: 'EUR', time_zone: 'Asia/Kathmandu' } });
  const { industries } = (await send('GET', '/industries?per_page=2')) as { industries: { id: string }[] };
  const company = { name: 'Odd \u2028 "text" \\ \u0001 🏗', industry_ids: industries.map(({ id }) => id) };
  const made = (await send('POST', '/companies', { company })) as { company: { id: string } };
  await send('DELETE', `/companies/${made.company.id}`);
  await service.stop();
}

const unpacked = (file: string): Promise<Record<string, string>> => filesIn(file, folder);

const newAccount = async (): Promise<string> => {
  const args = ['--name', 'Empty', '--admin-email', 'new@empty.example', '--admin-password', 'a long password'];
  const made = (await runJson(place.environment, 'account', 'create', ...args)) as { account: { id: string } };
  return made.account.id;
};

describe('export', () => {
  test('has every table of the account, or names the reason why not', async () => {
    const tables = await ask(
      `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id'`,
    );
    const files = await unpacked(archive);
    const archived = Object.keys(files).filter((name) => !['manifest.json', 'account.ndjson'].includes(name));
    const names = [...archived.map((name) => name.replace('.ndjson', '')), ...Object.keys(leftOut)];
    expect(names.sort()).toEqual(tables.map(({ name }) => name).sort());
    expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({ left_out: leftOut });
  });

  test('has every row of the account and none of another, with the count and the digest of each file', async () => {
    const { 'manifest.json': text = '', ...files } = await unpacked(archive);
    const manifest = JSON.parse(text) as { schema: string; files: Record<string, { rows: number; sha256: string }> };
    for (const [name, content] of Object.entries(files)) {
      const lines = content.split('\n').length - 1;
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(manifest.files[name], name).toEqual({ rows: lines, sha256 });
    }
    const tables = Object.keys(files)
      .map((name) => name.replace('.ndjson', ''))
      .filter((name) => name !== 'account');
    const counted = await ask(
      tables
        .map((name) => `select '${name}' as name, count(*)::integer as rows from ${name} where account_id = 1`)
        .join(' union all '),
    );
    expect(counted).toEqual(tables.map((name) => ({ name, rows: manifest.files[`${name}.ndjson`]?.rows })));
    expect(manifest.files).toMatchObject({ 'projects.ndjson': { rows: 30 } });
    const [last] = await ask('select name from schema_migrations order by version desc limit 1');
    expect(manifest.schema).toBe(last?.['name']);
  });

  test('has no secret', async () => {
    const text = Object.values(await unpacked(archive)).join('');
    const [hook] = await ask('select secret from webhooks where account_id = 1');
    expect(text).not.toContain(hook?.['secret']);
    expect(text).not.toMatch(/whsec_|argon2|"hash"/);
  });

  test('leaves nothing beside the archive, and overwrites no file', async () => {
    const again = await run(place.environment, ['export', archive, '--account', '1']);
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('exists already') });
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('import-account', () => {
  test('restores an account, so that its export has the same files', async () => {
    const account = await newAccount();
    const { rows } = (await runJson(place.environment, 'import-account', archive, '--account', account)) as {
      rows: Record<string, number>;
    };
    expect(rows).toMatchObject({
      projects: 30,
      webhooks: 1,
      saved_views: 1,
      preferences: 1,
      company_industries: expect.any(Number),
    });
    const again = join(folder, 'again.tar.gz');
    await runJson(place.environment, 'export', again, '--account', account);
    const [{ 'manifest.json': _one, ...one }, { 'manifest.json': _other, ...other }] = (await Promise.all(
      [archive, again].map(unpacked),
    )) as [Record<string, string>, Record<string, string>];
    expect(Object.keys(other)).toEqual(Object.keys(one));
    const { 'changes.ndjson': log = '', ...others } = one;
    for (const [name, content] of Object.entries(others)) expect(other[name], name).toBe(content);
    expect(other['changes.ndjson']?.slice(0, log.length)).toBe(log);
    const restored = JSON.parse(other['changes.ndjson']?.slice(log.length) ?? '');
    expect(restored).toMatchObject({ resource: 'account', action: 'restore', source: 'cli' });
    const left = Object.keys(leftOut).map(
      (name) => `select '${name}' as name from ${name} where account_id = ${account}`,
    );
    // The job that makes the past of the projects from the log.
    expect(await ask(left.join(' union all '))).toEqual([{ name: 'jobs' }]);
    const [hook] = await ask(
      `select w.disabled_reason, w.secret <> o.secret as is_new from webhooks w, webhooks o
      where w.account_id = ${account} and o.account_id = 1`,
    );
    expect(hook).toEqual({ disabled_reason: 'manual', is_new: true });
  });

  test('gives back an account that people can use, and whose new records have new ids', async () => {
    const account = await newAccount();
    for (const table of ['projects', 'changes', 'stage_changes']) {
      await ask(`select setval(pg_get_serial_sequence('${table}', 'id'), 1)`);
    }
    await runJson(place.environment, 'import-account', archive, '--account', account);
    const [admin] = await ask(
      `select email from users where account_id = ${account} and role = 'admin' order by id limit 1`,
    );
    const owner = ['--user', String(admin?.['email']), '--scopes', 'read,write'];
    const created = await runJson(
      place.environment,
      'token',
      'create',
      '--account',
      account,
      '--name',
      'new',
      ...owner,
    );
    const { token } = (created as { api_token: { token: string } }).api_token;
    const service = await startOn(place.environment);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const read = async (path: string) => await (await fetch(`${service.url}/api/2023-01${path}`, { headers })).json();
    const theirs = async (path: string) => await (await service.get(path, tokens.first)).json();
    for (const path of ['projects?per_page=500', 'projects?q=school', 'leads?per_page=500', 'companies?per_page=500'])
      expect(await read(`/${path}`)).toEqual(await theirs(`/${path}`));
    const body = JSON.stringify({ project: { name: 'The next' } });
    const answer = await fetch(`${service.url}/api/2023-01/projects`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    const { project } = (await answer.json()) as { project: { id: string } };
    await service.stop();
    const others = await ask(`select max(id) as last from projects where account_id = 1`);
    expect(Number(project.id)).toBeGreaterThan(Number(others[0]?.['last']));
  });

  test('refuses an account with records, and changes nothing', async () => {
    const before = await ask('select count(*)::integer as count from changes');
    const refused = await run(place.environment, ['import-account', archive, '--account', '1']);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/in use: it has .*30 projects/) });
    expect(await ask('select count(*)::integer as count from changes')).toEqual(before);
  });

  test.each<[string, (into: string) => Promise<void>, RegExp]>([
    ['a changed row', (into) => writeFile(join(into, 'projects.ndjson'), '{}\n'), /damaged: projects\.ndjson/],
    ['a missing file', (into) => rm(join(into, 'leads.ndjson')), /lacks files/],
    ['a further file', (into) => writeFile(join(into, 'passwords.ndjson'), ''), /or has others/],
    ['no manifest', (into) => rm(join(into, 'manifest.json')), /no manifest/],
    ['another schema', (into) => change(into, { schema: '0001-accounts' }), /schema 0001-accounts/],
    ['another form', (into) => change(into, { format: 3 }), /does not know/],
  ])('refuses an archive with %s, and changes nothing', async (_, spoil, why) => {
    const account = await newAccount();
    const into = await mkdtemp(join(folder, 'spoilt-'));
    await extract({ file: archive, cwd: into });
    await spoil(into);
    const file = join(folder, 'spoilt.tar.gz');
    await create({ gzip: true, file, cwd: into }, await namesInOrder(archive, into));
    const refused = await run(place.environment, ['import-account', file, '--account', account]);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(why) });
    const [admin] = await ask(`select email from users where account_id = ${account}`);
    expect(admin).toEqual({ email: 'new@empty.example' });
  });

  const change = async (into: string, members: object): Promise<void> => {
    const path = join(into, 'manifest.json');
    await writeFile(path, JSON.stringify({ ...(JSON.parse(await readFile(path, 'utf8')) as object), ...members }));
  };

  test.each([
    [
      'cut off',
      async (file: string) => writeFile(file, (await readFile(archive)).subarray(0, 5000)),
      /is not a whole archive of an account/,
    ],
    ['not an archive', async (file: string) => writeFile(file, 'hello'), /is not a whole archive of an account/],
    ['missing', async (file: string) => rm(file), /^error: There is no file or folder \S+file\.tar\.gz\.$/m],
    ['a folder', async (file: string) => rm(file).then(() => mkdir(file)), /The command needs a file, not a folder\./],
  ])('refuses a file that is %s', async (_, spoil, why) => {
    const file = join(folder, 'file.tar.gz');
    await copyFile(archive, file);
    await spoil(file);
    const refused = await run(place.environment, ['import-account', file, '--account', '2']);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(why) });
  });
});

// A server has no folder that only one process can use.
if (isEmbedded) {
  test('export and import-account say that a running service must be stopped', async () => {
    await startOn(place.environment);
    for (const command of ['export', 'import-account']) {
      const refused = await run(place.environment, [command, join(folder, 'none.tar.gz'), '--account', '1']);
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop it first') });
    }
  });
}
