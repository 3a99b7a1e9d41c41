import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk } from '../../support/data/bulk.ts';
import { make, next } from '../../support/data/make.ts';
import { downloadArchive, restoreArchive } from '../../support/requests/account-archive.ts';
import { type Client, faults, type Json, type Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf } from '../../support/service/told.ts';
import { clientOf } from '../../support/service/tokens.ts';
import { traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
});
afterAll(() => service.stop());

const change = (account: object, by = first): Promise<Reply> => by.patch('/account', { account });
const numberBy = async (account: object): Promise<void> => expect((await change(account)).status).toBe(200);
const numberOf = async (fields: object = {}): Promise<string | null> =>
  (await make(first, 'projects', { ...fields })).project_number;
const nextNumber = async (query = ''): Promise<Json> =>
  (await first.get(`/account/project_numbers${query}`)).body.project_numbers;
const prefix = (): string => `T${next()}-`;

describe('a project without a number', () => {
  it('stays without one while the account has no pattern', async () => {
    expect((await first.get('/account')).body.account.project_number_pattern).toBe(null);
    expect(await nextNumber()).toEqual({ pattern: null, next: null, project_number: null });
    expect(await numberOf()).toBe(null);
  });

  it('gets the next one, which every read of it shows; another number stays as it is', async () => {
    await numberBy({ project_number_pattern: '{YY}-{###}' });
    expect(await nextNumber()).toEqual({ pattern: '{YY}-{###}', next: 1, project_number: '26-001' });
    const made = await make(first, 'projects', { name: 'Numbered Mill', project_number: null });
    expect(made.project_number).toBe('26-001');
    expect((await first.get(`/projects/${made.id}`)).body.project).toEqual(made);
    expect((await first.get('/projects?project_number=26-001')).body.projects).toEqual([made]);
    expect((await first.get('/projects?q=26-001')).body.projects[0].id).toBe(made.id);
    expect(await historyOf(first, `/projects/${made.id}`)).toMatchObject([{ action: 'create', fields: {} }]);
    expect(await numberOf({ project_number: 'Own 7' })).toBe('Own 7');
    expect(await numberOf()).toBe('26-002');
    expect((await first.get('/directory')).body.directory.account.project_number_pattern).toBe('{YY}-{###}');
    expect((await make(second, 'projects')).project_number).toBe(null);
  });

  it('keeps no number that is cleared later, and gets no second one by a change or a restore', async () => {
    const { id } = await make(first, 'projects', { project_number: 'Once' });
    const cleared = await first.patch(`/projects/${id}`, { project: { project_number: null } });
    expect(cleared.body.project.project_number).toBe(null);
    await first.delete(`/projects/${id}`);
    expect((await first.post(`/projects/${id}/restore`)).body.project.project_number).toBe(null);
  });
});

describe('the next number', () => {
  const pattern = (): Json => ({ project_number_pattern: `${prefix()}{##}` });

  it('is none that a live or a deleted project has, in any case', async () => {
    const before = prefix();
    await numberBy({ project_number_pattern: `${before}{##}` });
    await numberOf({ project_number: `${before.toLowerCase()}02` });
    const { id } = await make(first, 'projects', { project_number: `${before}03` });
    await first.delete(`/projects/${id}`);
    const numbers = [await numberOf(), await numberOf(), (await nextNumber()).project_number];
    expect(numbers).toEqual([`${before}01`, `${before}04`, `${before}05`]);
  });

  it('begins one above the greatest that fits a new pattern, or where the admin says', async () => {
    const before = prefix();
    for (const number of ['007', '12', '031', '0x9', '1-1']) await numberOf({ project_number: `${before}${number}` });
    const asked = encodeURIComponent(`${before}{###}`);
    expect(await nextNumber(`?pattern=${asked}`)).toMatchObject({ next: 32, project_number: `${before}032` });
    await numberBy({ project_number_pattern: `${before}{###}` });
    expect(await numberOf()).toBe(`${before}032`);
    await numberBy({ project_number_next: 998 });
    expect([await numberOf(), await numberOf(), await numberOf()]).toEqual(
      ['998', '999', '1000'].map((number) => before + number),
    );
    await numberBy({ project_number_next: 6 });
    expect([await numberOf(), await numberOf()]).toEqual([`${before}006`, `${before}008`]);
    await numberBy({ project_number_pattern: `${before}{####}`, project_number_next: 5 });
    expect(await numberOf()).toBe(`${before}0005`);
  });

  it('begins at 1 in each year of the account, and goes on where the clock goes back', async () => {
    const before = prefix();
    await numberBy({ project_number_pattern: `${before}{YYYY}-{##}` });
    expect(await numberOf()).toBe(`${before}2026-01`);
    service.clock.set('2027-01-01T05:59:59Z');
    expect(await numberOf()).toBe(`${before}2026-02`);
    service.clock.set('2027-01-01T06:00:00Z');
    expect([await numberOf(), await numberOf()]).toEqual([`${before}2027-01`, `${before}2027-02`]);
    service.clock.set('2026-12-31T00:00:00Z');
    expect(await numberOf()).toBe(`${before}2026-03`);
  });

  it('goes on over the years without a year in the pattern', async () => {
    const before = prefix();
    await numberBy({ project_number_pattern: `${before}{#}` });
    expect(await numberOf()).toBe(`${before}1`);
    service.clock.set('2028-05-05T00:00:00Z');
    expect(await numberOf()).toBe(`${before}2`);
  });

  it('stays after a refused create, and is given once under an idempotency key', async () => {
    await numberBy(pattern());
    const from = await nextNumber();
    const refused = await first.post('/projects', { project: { name: 'Mill', project_stage_id: '987654321' } });
    expect(refused.status).toBe(422);
    const headers = { 'idempotency-key': `number ${next()}` };
    const create = (): Promise<Reply> => first.post('/projects', { project: { name: 'Once' } }, headers);
    const replies = [await create(), await create()];
    const number: string = from.project_number;
    expect(replies.map(({ body }): string => body.project.project_number)).toEqual([number, number]);
    expect((await nextNumber()).next).toBe(Number(from.next) + 1);
  });

  it('goes to the project of a converted lead', async () => {
    await numberBy(pattern());
    const { project_number } = await nextNumber();
    const lead = await make(first, 'leads', { name: 'Ridge' });
    expect((await first.post(`/leads/${lead.id}/convert`)).body.project.project_number).toBe(project_number);
  });

  it('is refused when all are used up', async () => {
    await numberBy({ ...pattern(), project_number_next: 999_999_999 });
    const before = await traces(service);
    expect((await first.post('/projects', { project: { name: 'Last' } })).body.code).toBe('conflict');
    expect(await traces(service)).toEqual(before);
  });
});

describe('rows in bulk', () => {
  it('get numbers in their order, only new ones without a number, and the same again under the key', async () => {
    const before = prefix();
    await numberBy({ project_number_pattern: `${before}{###}` });
    const known = await make(first, 'projects', { external_id: `known ${before}`, project_number: `${before}002` });
    const rows: Json[] = Array.from({ length: 260 }, (_, index) => ({ name: `Row ${index}` }));
    rows[1] = { name: 'Known', external_id: `known ${before}` };
    rows[2] = { name: 'Own', project_number: 'Own number' };
    rows[3] = { name: 'Twice', external_id: `twice ${before}` };
    rows[4] = { external_id: `twice ${before}`, name: 'Changed' };
    const headers = { 'idempotency-key': `bulk ${before}` };
    const results = await bulk(first, 'projects', rows, headers);
    expect(await bulk(first, 'projects', rows, headers)).toEqual(results);
    const found: Json[] = [];
    for (const { id } of results.slice(0, 6)) found.push((await first.get(`/projects/${id}`)).body.project);
    const wanted = ['001', '002', null, '003', '003', '004'];
    expect(found.map(({ project_number: number }) => number)).toEqual(
      wanted.map((number) => (number === null ? 'Own number' : before + number)),
    );
    expect([found[1]?.id, found[3]?.id]).toEqual([known.id, found[4]?.id]);
    const { body } = await first.get(
      `/projects?project_number[starts_with]=${before}&fields=project_number&per_page=500`,
    );
    const numbers = (body.projects as Json[]).map(({ project_number: number }) => number);
    expect([numbers.length, new Set(numbers).size]).toEqual([258, 258]);
  });
});

describe('the statements of a create', () => {
  const count = async (project: object): Promise<number> => {
    service.statements.length = 0;
    expect((await first.post('/projects', { project })).status).toBe(201);
    return service.statements.length;
  };

  it('are as many as ever without a pattern and with a number, and one more for a new number', async () => {
    await numberBy({ project_number_pattern: null });
    await count({ name: 'First' });
    const without = await count({ name: 'Plain' });
    await numberBy({ project_number_pattern: `${prefix()}{##}` });
    await count({ name: 'First' });
    expect(await count({ name: 'Typed', project_number: 'Typed' })).toBe(without);
    expect(await count({ name: 'Numbered' })).toBe(without + 1);
  });

  it('find free numbers by their index', async () => {
    await numberBy({ project_number_pattern: `${prefix()}{##}` });
    service.statements.length = 0;
    await numberOf();
    const text = service.statements.find((one) => one.includes('insert into project_number_counters')) ?? '';
    await service.engine.query('analyze projects');
    const plan = await service.engine.transaction(async (transaction) => {
      await transaction.query(`prepare taken as ${text}`);
      const rows = await transaction.query<{ 'QUERY PLAN': string }>(
        'explain execute taken(null, null, null, null, null, null)',
      );
      await transaction.query('deallocate taken');
      return rows.map((row) => row['QUERY PLAN']);
    });
    const scans = plan.filter((line) => / on projects /.test(line));
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) expect(scan).toContain('projects_number');
  });
});

describe('the pattern', () => {
  it.each<[string, readonly string[]]>([
    ['{YY}', ['must have a counter such as {###}']],
    ['Job', ['must have a counter such as {###}']],
    ['{#}{##}', ['must have only one counter']],
    ['{##########}', ['must have at most 9 digits in its counter']],
    ['{YY}{YYYY}{#}', ['must have only one year']],
    [
      '{MM}{yy}',
      [
        'must have a counter such as {###}',
        'has {MM}, but may have only {YY}, {YYYY} and a counter such as {###}',
        'has {yy}, but may have only {YY}, {YYYY} and a counter such as {###}',
      ],
    ],
    ['{#}}-{', ['has a brace that belongs to no other one']],
    [' {#}', ['must not begin or end with a blank']],
  ])('%j is refused with every reason', async (pattern, messages) => {
    const before = await traces(service);
    const refused = await change({ project_number_pattern: pattern, currency: 'x' });
    expect(refused.status).toBe(422);
    const own = (refused.body.errors as Json[]).filter(({ pointer }) => pointer === '/account/project_number_pattern');
    expect(own.map(({ code, message }) => [code, message])).toEqual(messages.map((one) => ['invalid_format', one]));
    expect(faults(refused)).toContainEqual(['/account/currency', 'not_allowed']);
    expect(await traces(service)).toEqual(before);
    const asked = await first.get(`/account/project_numbers?pattern=${encodeURIComponent(pattern)}`);
    expect([asked.status, asked.body.errors.length]).toEqual([400, messages.length]);
  });

  it.each<[object, [string, string]]>([
    [{ project_number_pattern: 5 }, ['/account/project_number_pattern', 'wrong_type']],
    [{ project_number_pattern: `{#}${'x'.repeat(58)}` }, ['/account/project_number_pattern', 'too_long']],
    [{ project_number_next: 5 }, ['/account/project_number_next', 'not_allowed']],
    [{ project_number_pattern: '{#}', project_number_next: 0 }, ['/account/project_number_next', 'out_of_range']],
    [{ project_number_pattern: '{#}', project_number_next: '5' }, ['/account/project_number_next', 'wrong_type']],
    [{ project_number_pattern: '{#}', project_number_next: null }, ['/account/project_number_next', 'required']],
  ])('%j is refused', async (account, fault) => {
    await numberBy({ project_number_pattern: null });
    const refused = await change(account);
    expect([refused.status, faults(refused)]).toEqual([422, [fault]]);
  });

  it('is changed by admins alone, and the audit log has the change', async () => {
    await numberBy({ project_number_pattern: null });
    const before = prefix();
    await numberBy({ project_number_pattern: `${before}{#}`, project_number_next: 7 });
    const [told] = (await first.get('/audit_log?per_page=1')).body.changes;
    expect(told.fields).toEqual({
      project_number_pattern: { from: null, to: `${before}{#}` },
      project_number_next: { from: null, to: 7 },
    });
    const etag = (await first.get('/account')).headers.get('etag');
    await numberBy({ project_number_pattern: `${before}{#}`, project_number_next: 7 });
    expect((await first.get('/account')).headers.get('etag')).toBe(etag);
    const member = await make(first, 'users', { role: 'member' });
    const { client } = await clientOf(service, { userId: member.id });
    expect((await change({ project_number_pattern: null }, client)).body.required_role).toBe('admin');
    expect((await client.get('/account/project_numbers')).body.project_numbers.next).toBe(7);
    expect(await numberOf()).toBe(`${before}7`);
  });

  it('moves with its counters in the archive of the account', async () => {
    const before = prefix();
    await numberBy({ project_number_pattern: `${before}{#}`, project_number_next: 40 });
    await numberOf();
    const archive = await downloadArchive(service, service.tokens.first);
    const at = service.clock.now().toISOString();
    const empty = await sharedService();
    service.clock.set(at);
    await empty.first.patch('/account', { account: { project_number_pattern: 'Other {#}' } });
    const restored = await restoreArchive(empty, empty.tokens.first, archive);
    expect(restored.status, JSON.stringify(restored)).toBe(200);
    const [user] = await service.engine.query<{ id: string }>(
      `select id from users where account_id = $1::bigint and role = 'admin' and deleted_at is null`,
      [empty.accounts.first],
    );
    const { client } = await clientOf(service, { userId: user?.id ?? '' });
    expect((await client.get('/account/project_numbers')).body.project_numbers.project_number).toBe(`${before}41`);
    expect((await make(client, 'projects')).project_number).toBe(`${before}41`);
  });
});
