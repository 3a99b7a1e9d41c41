import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, Refused } from '../../src/client/client.ts';
import { resources } from '../../src/resources/index.ts';
import { sharedService, type TestService } from '../support/service/service.ts';

let service: TestService;
let crm: Client;
beforeAll(async () => {
  service = await sharedService();
  crm = createClient({ url: service.url, token: service.tokens.first });
});

const all = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

const refusalOf = async (sent: Promise<unknown>): Promise<Refused> => {
  const error = await sent.catch((thrown: unknown) => thrown);
  if (error instanceof Refused) return error;
  throw new Error('not refused', { cause: error });
};

describe('the methods of a list', () => {
  test('make, read, change, delete and restore a record, without wrappers', async () => {
    const company = await crm.companies.create({ name: 'Harbor Steel', category: 'supplier' });
    const changed = await crm.companies.update(company.id, { phone: '+1 210 555 0134' });
    expect(changed).toMatchObject({ id: company.id, name: 'Harbor Steel', phone: '+1 210 555 0134' });
    expect(await crm.companies.get(company.id)).toEqual(changed);
    await expect(crm.companies.delete(company.id)).resolves.toBeUndefined();
    expect(await refusalOf(crm.companies.get(company.id))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await crm.companies.restore(company.id)).toMatchObject({ id: company.id });
    const actions = (await all(crm.companies.history(company.id))).map(({ action }) => action);
    expect(actions).toEqual(['restore', 'delete', 'update', 'create']);
    const { id } = await crm.companies.create({ name: 'Mission Supply', category: 'supplier' });
    await crm.companies.update(id, { phone: '+1 210 555 0135' });
    expect(await crm.companies.revert(id, { version: 1 })).toMatchObject({ id, phone: null });
    expect((await all(crm.companies.history(id))).map(({ action }) => action)).toEqual(['update', 'update', 'create']);
    expect(await crm.companies.get(id)).toMatchObject({ name: 'Mission Supply', phone: null });
  });

  test('read all pages of a list, with filters, fields and additions', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Pier ${index}, "north"`);
    for (const name of names) await crm.projects.create({ name, amount: 1000 });
    const query = { 'name[starts_with]': 'Pier', sort: 'name', per_page: 3 } as const;
    expect((await all(crm.projects.list(query))).map(({ name }) => name)).toEqual(names);
    expect((await all(crm.projects.pages(query))).map((page) => page.length)).toEqual([3, 3, 1]);
    expect(await all(crm.projects.list({ 'name[eq]': 'Pier 2, "north"', fields: ['name', 'amount'] }))).toEqual([
      { name: 'Pier 2, "north"', amount: 1000 },
    ]);
    const [first] = await all(crm.projects.list({ ...query, filters: { amount: { gte: 1000 } }, include: ['team'] }));
    expect(first?.team).toEqual([]);
    const csv = await crm.projects.export('csv', { ...{ 'name[starts_with]': 'Pier 6' }, fields: ['name'] });
    expect(await csv.text()).toContain('Pier 6');
    expect(await crm.projects.summary({ group_by: 'work_scope', 'name[starts_with]': 'Pier' })).toMatchObject([
      { group: null, count: 7, amount: 7000 },
    ]);
    expect((await crm.search({ q: 'Pier 4' })).projects).toMatchObject([{ name: 'Pier 4, "north"' }]);
  });

  test('convert a lead, and make what needs a parameter', async () => {
    const lead = await crm.leads.create({ name: 'Old mill' });
    const project = await crm.leads.convert(lead.id, { amount: 5000 });
    expect(project).toMatchObject({ name: 'Old mill', amount: 5000 });
    const { data } = await crm.request('GET /users/me');
    const member = await crm.project_team_memberships.create(
      { user_id: data.user.id },
      { query: { project_id: project.id } },
    );
    expect(member.project.id).toBe(project.id);
  });

  test('have the singular of each resource in the bodies of changes', async () => {
    const refused = resources
      .filter(({ embeddedOnly, fields }) => !embeddedOnly && !Object.values(fields).some(({ byQuery }) => byQuery))
      .map(async ({ plural, singular }) => {
        const methods = crm[plural as 'companies'];
        const error = await refusalOf(methods.create({ no_such_field: true } as never));
        return [singular, error.problems.map(({ pointer = '' }) => pointer.split('/')[1])[0]];
      });
    expect(refused.length).toBeGreaterThan(10);
    for (const [singular, used] of await Promise.all(refused)) expect(used).toBe(singular);
  });
});

describe('the version of a record', () => {
  test('guards a change of the record that the program has read', async () => {
    const made = await crm.projects.create({ name: 'Guarded' });
    const seen = await crm.projects.get(made.id);
    await crm.projects.update(made.id, { amount: 1 }, { unchanged: seen });
    const stale = await refusalOf(crm.projects.update(made.id, { amount: 2 }, { unchanged: seen }));
    expect(stale).toMatchObject({ status: 412, code: 'stale', version: 2 });
    expect(stale.at('/project/amount')).toMatchObject([{ code: 'stale', current: 1 }]);
    expect(await crm.projects.update(made.id, { amount: 3 }, { unchanged: stale.version ?? 0 })).toMatchObject({
      amount: 3,
    });
    const [listed] = await all(crm.projects.list({ id: made.id, include: ['version'] }));
    await crm.projects.delete(made.id, { unchanged: listed ?? {} });
  });

  test('must be known', async () => {
    const made = await crm.projects.create({ name: 'Unknown version' });
    const [listed] = await all(crm.projects.list({ id: made.id }));
    const change = crm.projects.update(made.id, { amount: 2 }, { unchanged: listed ?? {} });
    await expect(change).rejects.toBeInstanceOf(TypeError);
    expect(await crm.projects.get(made.id)).toMatchObject({ amount: null });
  });
});

describe('an upsert', () => {
  const rows = (count: number, mark: string): { external_id: string; name: string; category: 'supplier' }[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ external_id: `${mark}-${index}`, name: `${mark} ${index}`, category: 'supplier' as const },
    }));

  test('sends rows of any number in chunks, and numbers the results in the whole', async () => {
    async function* slowly() {
      yield* rows(12, 'Quay');
      yield { external_id: 'Quay-bad', name: 'Quay bad', category: 'no such category' } as never;
    }
    const results = await all(crm.companies.upsert(slowly(), { chunkRows: 5, include: ['version'] }));
    expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 13 }, (_, index) => index));
    expect(results.slice(0, 12).every(({ result, version }) => result === 'created' && version === 1)).toBe(true);
    expect(results[12]).toMatchObject({ result: 'failed', errors: [{ pointer: expect.stringContaining('category') }] });
    const ids = results.flatMap(({ id }) => id ?? []);
    const deleted = await all(crm.companies.deleteMany(ids, { chunkRows: 7 }));
    expect(deleted.map(({ index, result }) => [index, result])).toEqual(ids.map((_, index) => [index, 'deleted']));
    expect(new Set((await all(crm.companies.restoreMany(ids))).map(({ result }) => result))).toEqual(
      new Set(['restored']),
    );
  });

  test('is taken back in chunks too', async () => {
    const made = await all(crm.companies.upsert(rows(5, 'Jetty')));
    const ids = made.flatMap(({ id }) => id ?? []);
    const called = rows(5, 'Jetty').map((row) => ({ ...row, phone: '+1 210 555 0136' }));
    await all(crm.companies.upsert(called));
    const back = [...ids, '99999999'].map((id) => ({ id, version: 1, until: 2 }));
    const results = await all(crm.companies.revertMany(back, { chunkRows: 2, include: ['version'] }));
    expect(results.map(({ index, id, result, version }) => ({ index, id, result, version }))).toEqual([
      ...ids.map((id, index) => ({ index, id, result: 'updated', version: 3 })),
      { index: 5, id: '99999999', result: 'failed', version: null },
    ]);
    const stored = await all(crm.companies.list({ 'name[starts_with]': 'Jetty' }));
    expect(stored.map(({ phone }) => phone)).toEqual(ids.map(() => null));
  });

  test('of the same run repeats no chunk', async () => {
    const once = await all(crm.companies.upsert(rows(6, 'Dock'), { run: 'nightly', chunkRows: 2 }));
    const again = await all(crm.companies.upsert(rows(6, 'Dock'), { run: 'nightly', chunkRows: 2 }));
    expect(again).toEqual(once);
    expect(new Set(again.map(({ result }) => result))).toEqual(new Set(['created']));
    const other = await all(crm.companies.upsert(rows(6, 'Dock'), { run: 'next night', chunkRows: 2 }));
    expect(new Set(other.map(({ result }) => result))).toEqual(new Set(['unchanged']));
  });

  test('throws with the first row of a chunk that is refused', async () => {
    const options = { chunkRows: 2, run: 'reused' };
    await all(crm.companies.upsert(rows(6, 'Mole'), options));
    const others = all(crm.companies.upsert([...rows(4, 'Mole'), ...rows(2, 'Other')], options));
    expect(await refusalOf(others)).toMatchObject({ code: 'idempotency_key_reused', firstRow: 4 });
    const narrow = createClient({ url: service.url, token: 'plb_unknown_token_of_32_characters_x' });
    expect(await refusalOf(all(narrow.companies.upsert(rows(1, 'Mole'))))).toMatchObject({ status: 401, firstRow: 0 });
  });

  test('keeps a chunk below its limit of bytes', async () => {
    const sizes: number[] = [];
    const measured = createClient({
      url: service.url,
      token: service.tokens.first,
      fetch: async (url, init) => {
        sizes.push((init?.body as string).length);
        return await fetch(url, init);
      },
    });
    await all(measured.companies.upsert(rows(20, 'Bytes'), { chunkBytes: 400 }));
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(450);
  });
});

test('any operation is a request by its method and path', async () => {
  const { data, status, requestId, version } = await crm.request('GET /account');
  expect({ status, id: data.account.id }).toEqual({ status: 200, id: service.accounts.first });
  expect(requestId).toMatch(/./);
  expect(version).toBeGreaterThan(0);
  const { data: stream } = await crm.request('GET /companies.{format}', { path: { format: 'ndjson' } });
  expect(await new Response(stream).text()).toMatch(/^(\{.*\}\n)*$/);
  const { data: imported } = await crm.request('POST /imports', {
    ...{ query: { as: 'companies' }, body: 'name\nFrom a file\n' },
    headers: { 'content-type': 'text/csv' },
  });
  expect(imported.import.as).toBe('companies');
});
