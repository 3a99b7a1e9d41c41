import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let ids: string[];

beforeAll(async () => {
  service = await sharedService();
  const field = { model: 'project', name: 'Roof', field_type: 'select', options: ['flat', 'pitched'] };
  await service.first.post('/custom_fields', { custom_field: field });
  ids = await Promise.all(
    ['flat', 'pitched', null].map(async (roof, index) => {
      const project = { name: `Harbor ${index}`, amount: index, custom_fields: { roof } };
      return (await service.first.post('/projects', { project })).body.project.id as string;
    }),
  );
});
afterAll(() => service.stop());

/** Replaces `one` and `two` in the query with the ids of the first two projects. */
const withIds = (query: string): string => query.replace(/\bone\b/g, ids[0] ?? '').replace(/\btwo\b/g, ids[1] ?? '');

const ask = (query: string) => service.first.get(`/projects?${withIds(query)}`);

describe('a parameter with several values', () => {
  test.each([
    ['include=team&include=calls', 'include=team,calls'],
    ['include[]=team&include[]=calls', 'include=team,calls'],
    ['include%5B%5D=team&include%5B%5D=calls', 'include=team,calls'],
    ['include[0]=team&include[1]=calls', 'include=team,calls'],
    ['include=team,tasks&include=calls', 'include=team,tasks,calls'],
    ['fields=id&fields=name', 'fields=id,name'],
    ['sort[]=name&sort[]=-amount', 'sort=name,-amount'],
    ['id=one&id=two', 'id=one,two'],
    ['id[]=one&id[]=two', 'id=one,two'],
    ['id[]=two', 'id=two'],
    ['id[in]=one&id[in]=two', 'id=one,two'],
    ['id[in][]=one&id[in][]=two', 'id=one,two'],
    ['filters[id]=one&filters[id]=two', 'id=one,two'],
    ['filters[id][in][]=one&filters[id][in][]=two', 'id=one,two'],
    ['custom_fields[roof]=flat&custom_fields[roof]=pitched', 'custom_fields[roof]=flat,pitched'],
    ['custom_fields[roof][]=flat&custom_fields[roof][]=pitched', 'custom_fields[roof]=flat,pitched'],
    [
      'filters[custom_fields][roof][in]=flat&filters[custom_fields][roof][in]=pitched',
      'custom_fields[roof]=flat,pitched',
    ],
  ])('can be written as %s', async (repeated, withCommas) => {
    const [one, other] = [await ask(repeated), await ask(withCommas)];
    expect([one.status, one.body]).toEqual([200, other.body]);
    expect(one.body.projects.length).toBeGreaterThan(0);
  });

  test('keeps its values in the links to the other pages', async () => {
    const first = await ask('id=one&id=two&per_page=1');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await service.first.get(next);
    const listed = [...first.body.projects, ...second.body.projects].map(({ id }) => id as string);
    expect(listed.toSorted()).toEqual(ids.slice(0, 2).toSorted());
  });
});

describe('a single webhook message', () => {
  const message = async (query: string) => {
    const [{ id }] = (await service.first.get('/webhook_messages')).body.webhook_messages;
    return await service.first.get(`/webhook_messages/${id}?${query}`);
  };

  test.each(['include=attempts', 'include[]=attempts', 'include[0]=attempts'])(
    'shows its attempts with %s',
    async (query) => {
      const { status, body } = await message(query);
      expect([status, body.webhook_message.attempts]).toEqual([200, []]);
    },
  );

  test.each([
    ['include=attempts&include=attempts', { code: 'duplicate' }],
    ['include=', { code: 'not_allowed', allowed: ['attempts'] }],
    ['include=atempts', { code: 'not_allowed', suggestion: 'attempts' }],
  ])('is refused with %s', async (query, problem) => {
    const { status, body } = await message(query);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ parameter: 'include', ...problem })]]);
  });
});

test.each([
  ['page=1&page=1', 'page', 'duplicate'],
  ['q=harbor&q=tower', 'q', 'duplicate'],
  ['name[contains]=a&name[contains]=b', 'name[contains]', 'duplicate'],
  ['amount[gt]=1&amount[gt]=2', 'amount[gt]', 'duplicate'],
  ['custom_fields[roof][ne]=flat&custom_fields[roof][ne]=pitched', 'custom_fields[roof][ne]', 'duplicate'],
  ['include=team&include=team', 'include', 'duplicate'],
  ['per_page[]=1', 'per_page[]', 'unknown_parameter'],
])('a list refuses %s', async (query, parameter, code) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(body.errors).toContainEqual(expect.objectContaining({ parameter, code }));
});
