import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesAside } from '../../../src/resources/resource.ts';
import { directoryLists, resourceOf } from '../../../src/resources/index.ts';
import { make } from '../../support/data/make.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
});
afterAll(() => service.stop());

const versionOf = ({ headers }: Reply): string | null => headers.get('plumbline-directory-version');
const directory = async (client = first): Promise<Json> => (await client.get('/directory')).body.directory;
const lists = directoryLists.map((resource) => [resource.plural, resource] as const);

describe('the directory', () => {
  it.each(lists)('has the live %s as their own list shows them, in its order', async (plural, { singular, fields }) => {
    const names = ['Äther', 'zinc', 'Aether', 'Ω mega', '𝔄 lone', 'zz'];
    for (const name of names) {
      const own = 'name' in fields && !fields['name'].readOnly ? { name } : { first_name: name };
      await make(first, plural, own);
    }
    const [gone] = (await first.get(`/${plural}?sort=-created_at&per_page=1`)).body[plural];
    expect((await first.delete(`/${plural}/${gone.id}`)).status).toBe(204);
    if (plural === 'users') await make(first, plural, { first_name: null, last_name: null });
    if (plural === 'project_stages') await make(first, plural, { position: 1 });
    const aside = valuesAside(resourceOf(plural)).map(([name]) => `&include=${name}`);
    const own = (await first.get(`/${plural}?per_page=500${aside.join('')}`)).body[plural];
    expect(own.length, singular).toBeGreaterThanOrEqual(names.length - 1);
    expect((await directory())[plural]).toEqual(own);
  });

  it('has the account as its own path shows it, and its version as the ETag', async () => {
    const answer = await first.get('/directory');
    expect(Object.keys(answer.body.directory)).toEqual(['version', 'account', ...lists.map(([plural]) => plural)]);
    expect(answer.body.directory.account).toEqual((await first.get('/account')).body.account);
    expect(answer.headers.get('etag')).toBe(`"${answer.body.directory.version}"`);
    expect(versionOf(answer)).toBe(answer.body.directory.version);
  });

  it('has nothing of another firm', async () => {
    const stage = await make(first, 'project_stages', { name: 'Only ours' });
    const theirs = await directory(second);
    expect(theirs.account).toEqual((await second.get('/account')).body.account);
    const { body } = await second.get('/project_stages?include=milestone,stale_after_days');
    expect(theirs.project_stages).toEqual(body.project_stages);
    expect(JSON.stringify(theirs)).not.toContain(stage.name);
  });

  it('costs no statement besides that of the credential', async () => {
    await directory();
    service.statements.length = 0;
    await directory();
    expect(service.statements).toHaveLength(1);
  });

  it('answers 304 without a body to a client that has its version, until it changes', async () => {
    const etag = `"${(await directory()).version}"`;
    for (const held of [etag, `W/${etag}`, `"0", ${etag}`, '*']) {
      const same = await first.get('/directory', { 'if-none-match': held });
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await make(first, 'divisions');
    for (const held of [etag, '"0"', 'nonsense']) {
      expect((await first.get('/directory', { 'if-none-match': held })).status).toBe(200);
    }
  });

  it('needs the scope read, and no role', async () => {
    const write = { name: 'Writer', scopes: ['write'] };
    const writer = service.client((await first.post('/api_tokens', { api_token: write })).body.api_token.token);
    expect(await writer.get('/directory')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { id: user_id } = await make(first, 'users', { role: 'viewer' });
    const read = { name: 'Reader', scopes: ['read'], user_id };
    const viewer = service.client((await first.post('/api_tokens', { api_token: read })).body.api_token.token);
    expect((await viewer.get('/directory')).status).toBe(200);
    expect((await service.client(null).get('/directory')).status).toBe(401);
  });
});

describe('the version of the directory', () => {
  const change: Record<string, () => Promise<Reply>> = {
    'a created entry': () => first.post('/lead_sources', { lead_source: { name: `Source ${Math.random()}` } }),
    'a changed stage': async () => {
      const { id, name } = await make(first, 'project_stages');
      await first.get('/account');
      return await first.patch(`/project_stages/${id}`, { project_stage: { name: `${name}, later` } });
    },
    'a deleted entry': async () => await first.delete(`/industries/${(await make(first, 'industries')).id}`),
    'a restored entry': async () => {
      const { id } = await make(first, 'industries');
      await first.delete(`/industries/${id}`);
      return await first.post(`/industries/${id}/restore`);
    },
    'a replaced entry': async () => {
      const [one, other] = [await make(first, 'divisions'), await make(first, 'divisions')];
      return await first.delete(`/divisions/${one.id}?replace_with=${other.id}`);
    },
    'a user with a password': async () =>
      await first.post('/users', { user: { email: `${Math.random()}@granite.example`, password: 'correct horse' } }),
    'a custom field': () =>
      first.post('/custom_fields', {
        custom_field: { model: 'company', name: `${Math.random()}`, field_type: 'text' },
      }),
    'the account': () => first.patch('/account', { account: { name: `Firm ${Math.random()}` } }),
    'the time zone': () => first.patch('/account', { account: { time_zone: 'America/New_York' } }),
  };

  it.each(Object.entries(change))('is new in the answer to the request that changes %s', async (_, send) => {
    const before = versionOf(await first.get('/companies'));
    const theirs = versionOf(await second.get('/companies'));
    const changed = await send();
    expect(changed.status).toBeLessThan(300);
    const after = versionOf(await first.get('/companies'));
    expect(Number(after)).toBeGreaterThan(Number(before));
    expect(versionOf(changed)).toBe(after);
    expect((await directory()).version).toBe(after);
    expect(versionOf(await second.get('/companies'))).toBe(theirs);
  });

  it('stays with a large record, with a request that changes nothing, and with a refused one', async () => {
    const { id } = await make(first, 'companies');
    const entry = await make(first, 'divisions');
    const version = versionOf(await first.get('/account'));
    const name = 'a'.repeat(300);
    const answers = [
      await first.patch(`/companies/${id}`, { company: { name: 'Other' } }),
      await first.patch(`/divisions/${entry.id}`, { division: { name: entry.name } }),
      await first.post('/divisions', { division: { name } }),
      await first.post('/divisions', { division: { name: entry.name } }),
      await first.get('/account'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 409, 200]);
    expect(answers.map(versionOf)).toEqual(answers.map(() => version));
  });

  it('comes with every answer to a credential, also with errors, and with no other', async () => {
    const version = versionOf(await first.get('/account'));
    const answers = [
      await first.get('/companies/0'),
      await first.get('/companies?nonsense=1'),
      await first.post('/companies', '{'),
      await first.post('/companies', { company: {} }),
      await first.send('HEAD', '/companies'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 422, 200]);
    expect(answers.map(versionOf)).toEqual(answers.map(() => version));
    const strangers = [await service.client(null).get('/companies'), await service.client('plb_x').get('/companies')];
    expect(strangers.map(({ status }) => status)).toEqual([401, 401]);
    expect(strangers.map(versionOf)).toEqual([null, null]);
  });

  it('is the current one in a stored answer', async () => {
    const key = { 'idempotency-key': 'directory' };
    const send = () => first.post('/divisions', { division: { name: 'Once' } }, key);
    await send();
    const { version } = (await make(first, 'divisions'), await directory());
    const again = await send();
    expect([again.headers.get('idempotent-replayed'), versionOf(again)]).toEqual(['true', version]);
  });
});
