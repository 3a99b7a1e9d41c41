import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { follow, linksOf } from '../../support/data/links.ts';
import { type Fields, make, next } from '../../support/data/make.ts';
import { shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const ids = (rows: readonly Json[]): string[] => rows.map(({ id }) => id);
const allOf = async (path: string, plural: string): Promise<Json[]> =>
  (await first.get(`${path}?per_page=500`)).body[plural];

/** Creates rows with the same creation time. Every second user also gets the same last name. */
async function fill(plural: string, count: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const named = plural === 'users' && made.length % 2 ? { last_name: 'Same' } : {};
    made.push((await make(first, plural, named)).id);
  }
  return made;
}

describe.each(shapes)('%s', (plural, resource) => {
  it('come in pages, forwards and backwards, each row once', async () => {
    await fill(plural, 3);
    service.clock.advance(1000);
    await fill(plural, 1);
    const all = await allOf(`/${plural}`, plural);
    const perPage = Math.ceil(all.length / 4);
    const path = `/${plural}?per_page=${perPage}`;
    const pages = await follow(first, { path });
    expect(pages.length).toBe(Math.ceil(all.length / perPage));
    expect(pages.flat()).toEqual(all);
    const { last = '' } = linksOf(await first.get(path));
    const back = await follow(first, { path: last, relation: 'prev' });
    expect(ids(back.reverse().flat())).toEqual(ids(all));
    const numbered = await Promise.all(pages.map((_, index) => first.get(`${path}&page=${index + 1}`)));
    expect(numbered.flatMap(({ body }) => ids(body[plural]))).toEqual(ids(all));
  });

  it('appear once to a client that follows the next links while others create, update and delete records', async () => {
    const victims = (await fill(plural, 8)).filter((_, index) => index % 2);
    const before = ids(await allOf(`/${plural}`, plural));
    const deleted: string[] = [];
    const inserted: string[] = [];
    const lively = async (): Promise<void> => {
      const victim = victims.pop() ?? '';
      const [fresh] = await Promise.all([
        make(first, plural, sorted(inserted.length)),
        first.delete(`/${plural}/${victim}`).then(({ status }) => status === 204 && deleted.push(victim)),
        first.patch(`/${plural}/${before[next() % before.length] ?? ''}`, { [resource.singular]: changed() }),
      ]);
      inserted.push(fresh.id);
    };
    const perPage = Math.ceil(before.length / 4);
    const met = ids((await follow(first, { path: `/${plural}?per_page=${perPage}` }, lively)).flat());
    const remaining = before.filter((id) => !deleted.includes(id));
    expect(deleted.length).toBeGreaterThan(2);
    expect(inserted.length).toBeGreaterThan(2);
    expect(new Set(met).size).toBe(met.length);
    expect(met.filter((id) => remaining.includes(id)).sort()).toEqual([...remaining].sort());
    expect(met.filter((id) => !before.includes(id) && !inserted.includes(id))).toEqual([]);
  });

  /** Names that sort before, among and after the others. */
  const sorted = (count: number): Fields => {
    const name = `${['aa', 'mm', 'ZZ'][count % 3] ?? ''} ${next()}`;
    if (!('name' in resource.fields) || resource.fields['name'].readOnly)
      return 'first_name' in resource.fields ? { first_name: name } : {};
    return { name };
  };

  /** Fields that do not affect the order of the list. */
  const changed = (): Fields => {
    if (resource.order?.includes('name')) return plural === 'users' ? { password: '' } : {};
    return 'description' in resource.fields ? { description: `changed ${next()}` } : {};
  };
});

describe('a list', () => {
  it('has no Link header if it fits on one page', async () => {
    const answer = await first.get('/market_sectors?per_page=500');
    expect(answer.headers.get('link')).toBeNull();
    expect(Object.keys(answer.body)).toEqual(['market_sectors']);
    const numbered = await first.get('/market_sectors?per_page=500&page=1');
    expect([numbered.headers.get('link'), numbered.text]).toEqual([null, answer.text]);
  });

  it('has the links first, next and last on its first page, and first, prev and last on its last page', async () => {
    const relations = async (path: string) => Object.keys(linksOf(await first.get(path)));
    expect(await relations('/market_sectors?per_page=20')).toEqual(['first', 'next', 'last']);
    expect(await relations('/market_sectors?per_page=20&page=1')).toEqual(['first', 'next', 'last']);
    expect(await relations('/market_sectors?per_page=20&page=2')).toContain('prev');
    const { last = '' } = linksOf(await first.get('/market_sectors?per_page=20'));
    expect(await relations(last)).toEqual(['first', 'prev', 'last']);
    const numbered = linksOf(await first.get('/market_sectors?page=1&per_page=20'));
    expect(numbered['last']).toMatch(/page=\d+$/);
    expect(await relations(numbered['last'] ?? '')).toEqual(['first', 'prev', 'last']);
    const links = linksOf(await first.get('/market_sectors?per_page=20'));
    for (const address of Object.values(links)) {
      expect(address).toMatch(new RegExp(`^${service.url}/api/2023-01/market_sectors\\?per_page=20`));
    }
  });

  it('has 100 rows a page by default', async () => {
    expect((await first.get('/audit_log')).body.changes.length).toBe(100);
    expect((await first.get('/audit_log?per_page=101')).body.changes.length).toBe(101);
  });

  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=one', 'page'],
    ['page=', 'page'],
    ['page=2147483648', 'page'],
    ['per_page=0', 'per_page'],
    ['per_page=501', 'per_page'],
    ['per_page=1e2', 'per_page'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=', 'cursor'],
    ['cursor=WyJmIiwiMSJd', 'cursor'],
    ['cursor=WyJmIiwieCIsInkiXQ', 'cursor'],
    ['cursor=WyJmIl0', 'cursor'],
    [`cursor=${'W'.repeat(5000)}`, 'cursor'],
    ['perpage=10', 'perpage'],
    ['page=1&page=2', 'page'],
  ])('refuses %s', async (query, parameter) => {
    const { status, body } = await first.get(`/projects?${query}`);
    expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'invalid_query', parameter]);
  });

  it('refuses the cursor of another list, and a cursor with a page number', async () => {
    const cursor = /cursor=([^&]*)/.exec(linksOf(await first.get('/projects?per_page=1'))['next'] ?? '')?.[1] ?? '';
    expect(cursor.length).toBeGreaterThan(10);
    for (const other of ['project_stages', 'companies', 'webhook_messages']) {
      expect((await first.get(`/${other}?cursor=${cursor}`)).status).toBe(400);
    }
    const beside = await first.get(`/projects?cursor=${cursor}&page=1&amout=1`);
    expect([beside.status, ...beside.body.errors.map(({ parameter }: Json) => parameter)]).toEqual([
      400,
      'cursor',
      'amout',
    ]);
    expect((await first.get('/audit_log?cursor=x&page=1&amout=1')).body.errors.length).toBe(2);
  });

  it('is empty after its last page', async () => {
    const { status, body, headers } = await first.get('/projects?page=2147483647&per_page=500');
    expect([status, body]).toEqual([200, { projects: [] }]);
    expect(headers.get('link')).not.toContain('rel="next"');
  });

  it('links from a page after its end back to its last page, also if it is sorted or empty', async () => {
    const numbers = async (path: string) =>
      Object.fromEntries(
        Object.entries(linksOf(await first.get(path))).map(([relation, address]) => [
          relation,
          new URL(address ?? '').searchParams.get('page'),
        ]),
      );
    for (let count = 0; count < 3; count += 1) await make(first, 'projects', { external_id: `beyond-${count}` });
    const three = '/projects?external_id[starts_with]=beyond-&sort=-stage_age&per_page=2';
    expect(await numbers(`${three}&page=3`)).toEqual({ first: '1', prev: '2', last: '2' });
    expect(await numbers(`${three}&page=2147483647`)).toEqual({ first: '1', prev: '2', last: '2' });
    expect(await numbers('/projects?name=none%20of%20this%20name&page=7')).toEqual({
      first: '1',
      prev: '1',
      last: '1',
    });
  });

  it('has pages also for the longest names and the greatest positions', async () => {
    const names = ['"'.repeat(255), '\u0001'.repeat(254), 'ﷺ'.repeat(255), '🏗'.repeat(255)];
    for (const name of names) await make(first, 'divisions', { name });
    await make(first, 'project_stages', { position: 2_147_483_647, name: 'Very last' });
    await make(first, 'project_stages', { position: 2_147_483_647, name: 'Last of all' });
    for (const plural of ['divisions', 'project_stages']) {
      const pages = await follow(first, { path: `/${plural}?per_page=1` });
      expect(ids(pages.flat())).toEqual(ids(await allOf(`/${plural}`, plural)));
      expect(pages.every(({ length }) => length === 1)).toBe(true);
    }
  });
});

describe('the logs', () => {
  it.each(['/webhook_messages', '/audit_log'])(
    'in %s come in pages, newest first, while other requests add entries to them',
    async (path) => {
      const before = (await follow(first, { path: `${path}?per_page=500` })).flat();
      const pages = await follow(first, { path: `${path}?per_page=100` }, () => make(first, 'companies'));
      const met = ids(pages.flat());
      expect(met.slice(-before.length)).toEqual(ids(before));
      expect(new Set(met).size).toBe(met.length);
    },
  );

  it('of one record come in pages too', async () => {
    const { id } = await make(first, 'companies');
    for (const phone of ['1', '2', '3', '4']) await first.patch(`/companies/${id}`, { company: { phone } });
    const pages = await follow(first, { path: `/companies/${id}/history?per_page=2` });
    expect(pages.flat().map(({ fields }) => fields.phone?.to)).toEqual(['4', '3', '2', '1', undefined]);
  });
});
