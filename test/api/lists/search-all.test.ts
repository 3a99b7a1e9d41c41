import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  const company = await make(first, 'companies', { name: 'Granite Harbor Builders' });
  for (let count = 0; count < 12; count += 1) {
    await make(first, 'projects', { name: `Harbor Tower ${count}`, company_id: company.id });
  }
  await make(first, 'contacts', { first_name: 'Harbor', last_name: 'Master' });
  await make(first, 'leads', { name: 'Harbour Library' });
  await make(first, 'tasks', { title: 'Visit the harbor' });
  await make(first, 'task_lists', { name: 'Harbor list' });
  await make(service.second, 'projects', { name: 'Harbor of others' });
});
afterAll(() => service.stop());

const families = ['projects', 'companies', 'contacts', 'leads', 'tasks'];

/** The answer of each family's own list. */
async function listed(client: Client, q: string, perFamily: number): Promise<Json> {
  const pages = families.map(async (plural) => {
    const { body } = await client.get(`/${plural}?q=${q}&per_page=${perFamily}`);
    return [plural, body[plural]] as const;
  });
  return Object.fromEntries(await Promise.all(pages));
}

describe('a search over all', () => {
  it.each([
    ['harbor', '', 10],
    ['harbor', '&per_family=1', 1],
    ['harbor', '&per_family=50', 50],
    ['harbr', '', 10],
    ['granite+harbor', '', 10],
    ['nowhere', '', 10],
  ])('of %s%s has what the list of each family finds', async (q, more, perFamily) => {
    const { status, body } = await first.get(`/search?q=${q}${more}`);
    expect([status, Object.keys(body.search)]).toEqual([200, families]);
    expect(body).toEqual({ search: await listed(first, q, perFamily) });
  });

  it('also finds notes if the request names them, and leaves families out that it does not name', async () => {
    const { id } = await make(first, 'notes', { text: 'The harbor master wants a fence.' });
    const all = await first.get(`/search?q=harbor&families=${families.join(',')},notes`);
    expect(Object.keys(all.body.search)).toEqual([...families, 'notes']);
    expect(all.body.search).toEqual({ ...(await listed(first, 'harbor', 10)), notes: all.body.search.notes });
    expect(all.body.search.notes.map((note: Json) => note.id)).toEqual([id]);
    const some = (await first.get('/search?q=harbor&families=notes&families=leads')).body.search;
    expect(Object.values<Json[]>(some).map((records) => records.length)).toEqual([0, 0, 0, 1, 0, 1]);
    expect(Object.keys((await first.get('/search?q=harbor')).body.search)).toEqual(families);
    const refused = await first.get('/search?q=harbor&families=notes,task_lists');
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_query']);
    await first.delete(`/notes/${id}`);
  });

  it('finds literal and near spellings, of its own account alone', async () => {
    const names = async (client: Client, q: string) =>
      Object.values<Json[]>((await client.get(`/search?q=${q}`)).body.search).map((records) => records.length);
    expect(await names(first, 'harbor')).toEqual([10, 1, 1, 1, 1]);
    expect(await names(service.second, 'harbor')).toEqual([1, 0, 0, 0, 0]);
  });

  it('takes one statement for each family, and one more for similar spellings where they do not fill it', async () => {
    await first.get('/search?q=harbor');
    service.statements.length = 0;
    await first.get('/search?q=harbor');
    // One is for the credential. Ten projects match literally.
    expect(service.statements).toHaveLength(1 + 1 + 4 * 2);
  });

  it.each([
    ['', ['q required']],
    ['?per_family=5', ['q required']],
    ['?q=', ['q too_short']],
    ['?q=%20', ['q required']],
    ['?q=a+b+c+d+e+f+g+h+i+j+k', ['q too_many']],
    ['?q=a&per_family=0', ['per_family out_of_range']],
    ['?q=a&per_family=51&fields=id', ['fields unknown_parameter', 'per_family out_of_range']],
    ['?q=a&per_family=x', ['per_family wrong_type']],
  ])('with the query %s is refused', async (query, errors) => {
    const { status, body } = await first.get(`/search${query}`);
    const said = body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).toSorted();
    expect([status, said]).toEqual([400, errors]);
  });
});
