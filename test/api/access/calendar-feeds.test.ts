import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../rights/credentials.ts';
import { feedBody, makeFeed, secretOf } from '../../support/data/feeds.ts';
import { follow } from '../../support/data/links.ts';
import { make, next } from '../../support/data/make.ts';
import { signedIn, makePerson } from '../../support/service/browsing.ts';
import { type Client, faults, type Json, type Reply } from '../../support/service/client.ts';
import { tablesWith } from '../../support/service/kept.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
});
afterAll(() => service.stop());

const path = '/calendar_feeds';
const ids = ({ body }: Reply): string[] => body.calendar_feeds.map(({ id }: Json) => id);

async function reader(role: string): Promise<{ user: Json; client: Client }> {
  const user = await make(first, 'users', { role });
  return { user, client: (await clientOf(service, { userId: user.id, scopes: ['read'] })).client };
}

describe('a calendar feed', () => {
  it.each(roles)('is created, listed, shown and deleted by a %s whose token may only read', async (role) => {
    const { user, client } = await reader(role);
    const made = await client.post(path, feedBody({ name: 'My bids', query: 'assigned_to_id=me' }));
    expect(made.status, made.text).toBe(201);
    const { url, ...feed } = made.body.calendar_feed;
    expect(feed).toMatchObject({
      name: 'My bids',
      query: 'assigned_to_id=me',
      expires_at: null,
      user: { id: user.id },
    });
    expect(made.headers.get('location')).toBe(`/api/2023-01/calendar_feeds/${feed.id}`);
    expect(url).toMatch(/^http.*\/feeds\/[0-9A-Za-z]{43}\.ics$/);
    expect(url.startsWith(`${service.url}/`)).toBe(true);
    expect((await client.get(`${path}/${feed.id}`)).body).toEqual({ calendar_feed: feed });
    expect((await client.get(path)).body).toEqual({ calendar_feeds: [feed] });
    const etag = made.headers.get('etag') ?? '';
    expect((await client.delete(`${path}/${feed.id}`, { 'if-match': '"7"' })).body.code).toBe('stale');
    expect((await client.delete(`${path}/${feed.id}`, { 'if-match': etag })).status).toBe(204);
    expect((await client.get(path)).body).toEqual({ calendar_feeds: [] });
    expect((await client.get(`${path}/${feed.id}`)).body.code).toBe('not_found');
    expect((await client.delete(`${path}/${feed.id}`)).body.code).toBe('not_found');
  });

  it('is a session’s too, and needs a page of the service', async () => {
    const browser = await signedIn(service, (await makePerson(first, { role: 'viewer' })) as { email: string });
    const made = await browser.post(path, feedBody());
    expect(made.status, made.text).toBe(201);
    const elsewhere = await browser.post(path, feedBody(), { 'sec-fetch-site': 'cross-site' });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'cross_site']);
  });

  it('needs the scope read, and no access token of an OAuth client creates one', async () => {
    const { user } = await reader('admin');
    const { client } = await clientOf(service, { userId: user.id, scopes: ['write', 'admin'] });
    const refused = await client.post(path, feedBody());
    expect([refused.status, refused.body.required_scope]).toEqual([403, 'read']);
    const oauth = { oauth_client: { name: `Program ${next()}`, scopes: ['read'] } };
    const { client_id, client_secret } = (await first.post('/oauth_clients', oauth)).body.oauth_client;
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const { access_token: text } = (await service.client(null).post('/oauth/token', grant)).body;
    const byProgram = await service.client(text).post(path, feedBody());
    expect([byProgram.status, byProgram.body.code]).toEqual([403, 'forbidden']);
  });

  it('is its own user’s alone, also for admins', async () => {
    const { client } = await reader('member');
    const theirs = await makeFeed(client);
    const foreign = await makeFeed(second);
    expect(ids(await first.get(`${path}?per_page=500`))).not.toContain(theirs.id);
    for (const id of [theirs.id, foreign.id, '987654321', '01', 'x']) {
      const said = `You have no calendar feed ${id}.`;
      expect((await first.get(`${path}/${id}`)).body.detail).toBe(said);
      expect((await first.delete(`${path}/${id}`, { 'if-match': '"9"' })).body.detail).toBe(said);
    }
    expect((await client.get(`${path}/${theirs.id}`)).status).toBe(200);
  });

  it('is one of at most 20 of its user that have not expired', async () => {
    const { user, client } = await reader('member');
    const soon = new Date(service.clock.now().getTime() + 60_000);
    const passing = await clientOf(service, { userId: user.id, scopes: ['read'], expiresAt: soon });
    const { expires_at: end } = await makeFeed(passing.client);
    expect(Date.parse(end)).toBe(soon.getTime());
    for (let count = 0; count < 18; count += 1) await makeFeed(client);
    const twins = await Promise.all([1, 2, 3].map(() => client.post(path, feedBody())));
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = twins.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('20 calendar feeds') });
    service.clock.advance(60_000);
    expect((await client.post(path, feedBody())).status).toBe(201);
    const [newest] = ids(await client.get(path));
    expect((await client.post(path, feedBody())).status).toBe(409);
    await client.delete(`${path}/${newest}`);
    expect((await client.post(path, feedBody())).status).toBe(201);
  });

  it('has its creation and its deletion in the audit log, and its secret is stored nowhere', async () => {
    const { url, ...feed } = await makeFeed(first, { name: 'Logged', query: 'q=tower' });
    await fetch(url);
    await first.delete(`${path}/${feed.id}`);
    const { changes } = (await first.get('/audit_log?per_page=2')).body;
    expect(changes).toMatchObject([
      { resource: 'calendar_feeds', record_id: feed.id, action: 'delete', fields: {} },
      { resource: 'calendar_feeds', record_id: feed.id, action: 'create' },
    ]);
    expect(changes[1].fields).toEqual({
      name: { from: null, to: 'Logged' },
      query: { from: null, to: 'q=tower' },
      user_id: { from: null, to: feed.user.id },
    });
    expect(await tablesWith(service, secretOf({ url }))).toEqual([]);
  });

  it('is created once under one key, whose retries show the same address', async () => {
    const headers = { 'idempotency-key': `key ${next()}` };
    const sent = feedBody();
    const made = await first.post(path, sent, headers);
    const late = await first.post(path, sent, headers);
    expect([made.status, late.status, late.text]).toEqual([201, 201, made.text]);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(await tablesWith(service, secretOf(made.body.calendar_feed))).toEqual([]);
  });

  it('ends with its user, and does not come back with a restored one', async () => {
    const { user, client } = await reader('member');
    const { url } = await makeFeed(client);
    expect((await fetch(url)).status).toBe(200);
    await first.delete(`/users/${user.id}`);
    expect((await fetch(url)).status).toBe(404);
    await first.post(`/users/${user.id}/restore`);
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('the request to create a calendar feed', () => {
  it('gets every error in one response, those of the query as a saved view', async () => {
    const query = 'stage=1&sort=-amout&view=open&include=tesks&name[near]=x&as_of=2026-01-01&q=%20&assigned_to_id=me';
    const refused = await first.post(path, { calendar_feed: { nmae: 'x', query, user_id: '1', url: 'ignored' } });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    const said: string[] = refused.body.errors.map(({ pointer, message }: Json) => `${pointer} ${message}`);
    for (const name of ['stage', 'sort', 'view', 'include', 'name[near]', 'as_of', 'q']) {
      const begun = `/calendar_feed/query its parameter "${name}" `;
      expect(said.filter((one) => one.startsWith(begun))).toHaveLength(1);
    }
    expect(faults(refused).filter(([pointer]) => pointer !== '/calendar_feed/query')).toEqual([
      ['/calendar_feed/name', 'required'],
      ['/calendar_feed/nmae', 'unknown_field'],
      ['/calendar_feed/user_id', 'unknown_field'],
    ]);
    const ofView = { saved_view: { name: 'Wrong', resource: 'projects', query: query.replace('&q=%20', '') } };
    const { errors } = (await first.post('/saved_views', ofView)).body;
    expect(said).toEqual(expect.arrayContaining(errors.map(({ message }: Json) => `/calendar_feed/query ${message}`)));
  });

  it.each<[object, [string, string]]>([
    [{ name: ' ' }, ['/calendar_feed/name', 'required']],
    [{ name: null }, ['/calendar_feed/name', 'required']],
    [{ name: 5 }, ['/calendar_feed/name', 'wrong_type']],
    [{ name: 'x'.repeat(256) }, ['/calendar_feed/name', 'too_long']],
    [{ query: 5 }, ['/calendar_feed/query', 'wrong_type']],
    [{ query: `q=${'x'.repeat(2047)}` }, ['/calendar_feed/query', 'too_long']],
    [{ query: 'amount[gt]=much' }, ['/calendar_feed/query', 'wrong_type']],
    [{ query: 'q=%ff' }, ['/calendar_feed/query', 'invalid_format']],
  ])('is refused with %j', async (fields, fault) => {
    const answer = await first.post(path, feedBody(fields));
    expect([answer.status, faults(answer)]).toEqual([422, [fault]]);
  });

  it.each([null, '', 'project_status=pursuit&sort=-amount&fields=id&per_page=5&page=9&include=version'])(
    'accepts the query %j',
    async (query) => {
      const { query: kept } = await makeFeed(first, { query });
      expect(kept).toBe(query || null);
    },
  );
});

describe('the list of calendar feeds', () => {
  it('has pages, by cursor and by number', async () => {
    const { client } = await reader('viewer');
    for (let count = 0; count < 3; count += 1) await makeFeed(client);
    const all = ids(await client.get(path));
    expect(all).toHaveLength(3);
    for (const start of [`${path}?per_page=2`, `${path}?per_page=2&page=1`]) {
      const pages = await follow(client, { path: start });
      expect(pages.flat().map(({ id }) => id)).toEqual(all);
    }
    expect((await client.get(`${path}?nothing=1`)).body.code).toBe('invalid_query');
  });
});
