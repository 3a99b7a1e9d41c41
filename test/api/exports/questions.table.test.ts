import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import { shapes } from '../../support/data/registry.ts';
import { readCsv } from '../../support/data/tables.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  for (const [index, name] of ['Clinic', 'school', 'Depot', 'Annex', 'clinic wing', 'Bridge'].entries()) {
    service.clock.advance(1000);
    await make(first, 'projects', { name, amount: index * 10 });
    await make(first, 'leads', { name, priority: index % 2 === 0 });
  }
});
afterAll(() => service.stop());

const ids = (rows: readonly Json[]): string[] => rows.map(({ id }) => id);
const exported = async (path: string): Promise<Json[]> => readCsv((await first.get(path)).text) as Json[];

describe('an export', () => {
  it.each([
    ...['sort=name', 'sort=-amount,name', 'amount[gte]=20&sort=amount', 'q=clinic', 'name[contains]=c&sort=-name'],
    ...['created_by_id=me', 'created_at[gte]=today', 'filters[amount]=30', 'project_status=pursuit', 'amount=null'],
  ])('has the records of the list with %s, in its order', async (query) => {
    const { body } = await first.get(`/projects?per_page=500&${query}`);
    expect(ids(await exported(`/projects.csv?${query}`))).toEqual(ids(body.projects));
    const { text } = await first.get(`/projects.ndjson?${query}`);
    expect(text).toBe(body.projects.map((record: Json) => `${JSON.stringify(record)}\n`).join(''));
  });

  it.each(['priority', 'open', 'archived'])('has the records of the view %s', async (view) => {
    const { body } = await first.get(`/leads?per_page=500&view=${view}`);
    expect(ids(await exported(`/leads.csv?view=${view}`))).toEqual(ids(body.leads));
  });

  it('has only the columns of the fields that were asked for, and one column for the id of a reference', async () => {
    const company = await make(first, 'companies', { name: 'Northline' });
    const { id } = await make(first, 'projects', { name: 'Lean', company_id: company.id });
    const csv = async (fields: string) => (await first.get(`/projects.csv?id=${id}&fields=${fields}`)).text;
    expect(await csv('name,company')).toBe(`\ufeffname,company_id,company\r\nLean,${company.id},Northline\r\n`);
    expect(await csv('company_id,name')).toBe(`\ufeffname,company_id\r\nLean,${company.id}\r\n`);
    expect(await csv('company_id,company')).toBe(`\ufeffcompany_id,company\r\n${company.id},Northline\r\n`);
    expect(await csv('description')).toBe('\ufeffdescription\r\n""\r\n');
    expect(await csv('name,is_overdue')).toBe('\ufeffname,is_overdue\r\nLean,false\r\n');
  });

  it('has a column for each unlisted value and each single record that was included', async () => {
    const contact = await make(first, 'contacts', { first_name: 'Dana', last_name: 'Reyes' });
    const { id } = await make(first, 'projects', { contact_id: contact.id });
    const [row] = await exported(`/projects.csv?id=${id}&fields=id&include=contact,deleted_at,version`);
    expect(row).toEqual({ id, contact_id: contact.id, contact: 'Dana Reyes', deleted_at: null, version: '1' });
  });

  it('has lists of included records in NDJSON, and refuses them in a table', async () => {
    const task = await make(first, 'tasks', {});
    const { id } = await make(first, 'projects', {});
    await first.patch(`/tasks/${task.id}`, { task: { project_id: id } });
    const { text } = await first.get(`/projects.ndjson?id=${id}&include=tasks`);
    expect(JSON.parse(text).tasks).toMatchObject([{ id: task.id }]);
    const refused = await first.get(`/projects.csv?id=${id}&include=tasks`);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'include: cannot name tasks here: a row has no place for a list of records. Ask for .ndjson.',
    ]);
  });

  it.each(['page=2', 'per_page=10', 'cursor=WyJm', 'nmae=x', 'sort=nonsense', 'amount[gt]=x', 'fields=', 'q='])(
    'refuses %s',
    async (query) => {
      const { status, body } = await first.get(`/projects.csv?${query}`);
      expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'invalid_query', query.split('=')[0]]);
    },
  );

  it('is 404 in another format, and 405 for a change', async () => {
    expect((await first.get('/projects.pdf')).status).toBe(404);
    const { status, headers } = await first.post('/projects.csv', {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('names the file by the day of the firm', async () => {
    await first.patch('/account', { account: { time_zone: 'Pacific/Kiritimati' } });
    const { headers } = await first.get('/leads.ndjson');
    expect(headers.get('content-disposition')).toBe('attachment; filename="leads-2026-03-03.ndjson"');
    await first.patch('/account', { account: { time_zone: 'America/Chicago' } });
  });
});

describe.each(shapes)('an export of %s', (plural) => {
  it('has no record of another firm', async () => {
    const { id } = await make(first, plural);
    const [own, other] = [await first.get(`/${plural}.ndjson`), await service.second.get(`/${plural}.ndjson`)];
    const idsOf = (text: string) => text.split('\n').flatMap((line) => /^\{"id":"(\d+)"/.exec(line)?.[1] ?? []);
    expect(idsOf(own.text)).toContain(id);
    expect((await service.second.get(`/${plural}.ndjson?id=${id}`)).text).not.toContain(`{"id":"${id}",`);
    expect(idsOf(other.text)).toEqual(ids((await service.second.get(`/${plural}?per_page=500`)).body[plural]));
  });

  it('needs a token with the scope read', async () => {
    expect((await service.client(null).get(`/${plural}.csv`)).status).toBe(401);
    const token = { name: 'writer', scopes: ['write'] };
    const writer = service.client((await first.post('/api_tokens', { api_token: token })).body.api_token.token);
    expect((await writer.get(`/${plural}.csv`)).status).toBe(403);
  });
});

describe('an export of saved views', () => {
  it('has none of another user that are not shared', async () => {
    const { id } = await make(first, 'saved_views', { name: 'Mine', resource: 'projects' });
    const email = 'other.viewer@example.com';
    const { user } = (await first.post('/users', { user: { first_name: 'Vic', email } })).body;
    const token = { name: 'Vic', scopes: ['read'], user_id: user.id };
    const vic = service.client((await first.post('/api_tokens', { api_token: token })).body.api_token.token);
    expect((await first.get(`/saved_views.ndjson?id=${id}`)).text).toContain('"Mine"');
    expect((await vic.get('/saved_views.ndjson')).text).not.toContain('"Mine"');
  });
});
