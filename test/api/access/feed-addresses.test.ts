import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadArchive, restoreArchive } from '../../support/requests/account-archive.ts';
import { eventsOf, makeFeed, secretOf, unfolded } from '../../support/data/feeds.ts';
import { make } from '../../support/data/make.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  // Refused requests come from other addresses, because the service limits them by address.
  service = await startTestService({ TRUST_PROXY: '1' });
  ({ first } = service);
});
afterAll(() => service.stop());

let asked = 0;

const read = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(url, { method, headers: { 'x-forwarded-for': `10.0.1.${(asked += 1) % 250}`, ...headers } });

/** The events of a feed with a query, through the checks of the document. */
async function eventsFor(query: string | null, client = first): Promise<Record<string, string>[]> {
  const { url } = await makeFeed(client, { query });
  const { status, text } = await service.client(null).get(url);
  expect(status, text).toBe(200);
  return eventsOf(text);
}

/** The statuses of so many requests at once that no limit is refilled in time. */
async function statusesOf(ask: () => Promise<Response>): Promise<ReadonlySet<number>> {
  const answers = await Promise.all(Array.from({ length: 400 }, ask));
  return new Set(answers.map(({ status }) => status));
}

const names = (events: readonly Record<string, string>[]): string[] =>
  events.map(({ SUMMARY: text = '' }) => text.replace('Bid due: ', ''));

const project = (fields: Record<string, unknown>): Promise<Json> => make(first, 'projects', fields);

describe('the calendar of a feed', () => {
  it('has an event for a bid on a day and one for a bid with a time', async () => {
    const zone = (await first.get('/account')).body.account.time_zone;
    expect(zone).toBe('America/Chicago');
    const ann = await make(first, 'users', { first_name: 'Ann', last_name: 'Lee' });
    const company = await make(first, 'companies', { name: 'Granite; Sons' });
    const address = { street_address: '1 Main St', city: 'Joliet', state: 'IL', zip: '60431' };
    const day = await project({ name: 'Clinic', bid_due_date: '2026-04-02', amount: 987_654.5 });
    await first.patch(`/projects/${day.id}`, {
      project: { address, company_id: company.id, assigned_to_id: ann.id, project_number: '26-7' },
    });
    const due = { bid_due_at: '2026-04-02T14:00:00-05:00', bid_due_at_includes_time: true };
    const timed = await project({ name: 'School', ...due });
    const feed = await makeFeed(first, { name: 'Bids, all' });
    const answer = await read(feed.url);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const stage = (await first.get(`/projects/${day.id}`)).body.project.project_stage.name;
    const { updated_at: changed } = (await first.get(`/projects/${day.id}`)).body.project;
    const at = `${String(changed).slice(0, 19).replace(/[-:]/g, '')}Z`;
    expect(unfolded(text)).toEqual([
      'BEGIN:VCALENDAR',
      ...['VERSION:2.0', 'PRODID:-//Plumbline//Calendar feed//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
      ...['NAME:Bids\\, all', 'X-WR-CALNAME:Bids\\, all', 'REFRESH-INTERVAL;VALUE=DURATION:PT15M'],
      'BEGIN:VEVENT',
      ...[`UID:${day.id}.${feed.id}`, 'SEQUENCE:1', `DTSTAMP:${at}`, `LAST-MODIFIED:${at}`],
      ...['DTSTART;VALUE=DATE:20260402', 'TRANSP:TRANSPARENT', 'SUMMARY:Bid due: Clinic'],
      'LOCATION:1 Main St\\, Joliet\\, IL 60431',
      `DESCRIPTION:Number: 26-7\\nCompany: Granite\\; Sons\\nStage: ${stage}\\nAssignee: Ann Lee\\nNot submitted`,
      'END:VEVENT',
      'BEGIN:VEVENT',
      ...[`UID:${timed.id}.${feed.id}`, 'SEQUENCE:0', `DTSTAMP:${at}`, `LAST-MODIFIED:${at}`],
      ...['DTSTART:20260402T190000Z', 'DURATION:PT15M', 'TRANSP:TRANSPARENT', 'SUMMARY:Bid due: School'],
      `DESCRIPTION:Stage: ${stage}\\nNot submitted`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(text).not.toContain('987');
    await first.patch(`/projects/${timed.id}`, { project: { submitted_at: '2026-03-02T10:00:00Z' } });
    const after = eventsOf(await (await read(feed.url)).text()).find(({ UID }) => UID?.startsWith(`${timed.id}.`));
    expect(after).toMatchObject({ SEQUENCE: '1', DESCRIPTION: `Stage: ${stage}\\nSubmitted` });
    for (const { id } of [day, timed]) await first.delete(`/projects/${id}`);
    expect(eventsOf(await (await read(feed.url)).text())).toEqual([]);
  });

  it('has the open projects from 30 days ago until 365 days ahead, in days of the firm', async () => {
    // In Chicago it is still the second of March.
    service.clock.set('2026-03-03T05:59:00Z');
    const days = ['2026-01-30', '2026-01-31', '2026-03-02', '2027-03-02', '2027-03-03'];
    const made = await Promise.all(days.map((bid_due_date) => project({ name: bid_due_date, bid_due_date })));
    const undated = await project({ name: 'Undated' });
    expect(names(await eventsFor(null))).toEqual(['2026-01-31', '2026-03-02', '2027-03-02']);
    service.clock.set('2026-03-03T06:00:00Z');
    expect(names(await eventsFor(null))).toEqual(['2026-03-02', '2027-03-02', '2027-03-03']);
    const stages = (await first.get('/project_stages')).body.project_stages;
    const won = stages.find(({ category }: Json) => category === 'won').id;
    const moved = await first.patch(`/projects/${made[2]?.id}`, { project: { project_stage_id: won } });
    expect(moved.status, moved.text).toBe(200);
    expect(names(await eventsFor(null))).toEqual(['2027-03-02', '2027-03-03']);
    expect(await eventsFor('deleted_at[is_null]=false')).toEqual([]);
    for (const { id } of [...made, undated]) await first.delete(`/projects/${id}`);
  });

  it('has what its query selects, for its own user, and nothing of other accounts', async () => {
    const mia = await make(first, 'users', { role: 'viewer' });
    const { client } = await clientOf(service, { userId: mia.id, scopes: ['read'] });
    const on = { bid_due_date: '2026-03-20' };
    await project({ name: 'Tower one', ...on, assigned_to_id: mia.id, amount: 5 });
    await project({ name: 'Tower two', ...on, amount: 900 });
    await project({ name: 'Bridge', bid_due_date: '2026-03-10' });
    await make(service.second, 'projects', { name: 'Tower of others', ...on });
    const found = async (query: string | null, by = first) => names(await eventsFor(query, by));
    expect(await found(null)).toEqual(['Bridge', 'Tower one', 'Tower two']);
    expect(await found('assigned_to_id=me', client)).toEqual(['Tower one']);
    expect(await found('assigned_to_id=me')).toEqual([]);
    expect(await found('amount[gt]=100&sort=name&per_page=1&page=7&fields=id')).toEqual(['Tower two']);
    expect(await found('bid_due_date[lte]=today%2B10')).toEqual(['Bridge']);
    expect((await found('q=tower')).sort()).toEqual(['Tower one', 'Tower two']);
    expect(await found('project_status=closed_lost')).toEqual([]);
  });

  it('escapes texts, removes control characters, and folds lines at 75 octets between characters', async () => {
    const name = `a\\b;c,d "${'é🏗'.repeat(40)}" ${'x'.repeat(60)}`;
    await project({ name, bid_due_date: '2026-05-05', address: { street_address: 'One\tTwo\u0085Three' } });
    const { url } = await makeFeed(first, { query: 'bid_due_date=2026-05-05' });
    const bytes = Buffer.from(await (await read(url)).arrayBuffer());
    const lines = bytes.toString('utf8').split('\r\n');
    expect(Buffer.from(bytes.toString('utf8'))).toEqual(bytes);
    expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\n\r]/.test(line))).toBe(true);
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(3);
    expect(lines.every((line) => !line.includes('\ufffd'))).toBe(true);
    const [event] = eventsOf(bytes.toString('utf8'));
    expect(event?.['SUMMARY']).toBe(`Bid due: ${name.replace(/[\\;,]/g, '\\$&')}`);
    expect(event?.['LOCATION']).toBe('One\tTwo\\nThree');
  });
});

describe('the address of a feed', () => {
  it('is answered 304 to a reader who has the calendar, and HEAD like GET', async () => {
    const { url } = await makeFeed(first, { query: 'q=lighthouse' });
    const got = await read(url);
    const etag = got.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await read(`${url}?nocache=1`, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('cache-control')).toBe('private, max-age=300');
    const head = await read(url, {}, 'HEAD');
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    await project({ name: 'Lighthouse', bid_due_date: '2026-03-20' });
    const changed = await read(url, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('is 404 in the same words for each feed that nobody may read', async () => {
    const user = await make(first, 'users', { role: 'member' });
    const { client } = await clientOf(service, { userId: user.id, scopes: ['read'] });
    const gone = await makeFeed(client);
    await first.delete(`/users/${user.id}`);
    const deleted = await makeFeed(first);
    await first.delete(`/calendar_feeds/${deleted.id}`);
    const admin = (await first.get('/users/me')).body.user;
    const expiresAt = new Date(service.clock.now().getTime() + 1000);
    const passing = await clientOf(service, { userId: admin.id, scopes: ['read'], expiresAt });
    const expired = await makeFeed(passing.client);
    service.clock.advance(1000);
    const field = { name: 'Roof', model: 'project', field_type: 'text' };
    const { api_name: name, id } = await make(first, 'custom_fields', field);
    const invalid = await makeFeed(first, { query: `custom_fields[${name}]=flat` });
    expect((await read(invalid.url)).status).toBe(200);
    await first.delete(`/custom_fields/${id}`);
    const unknown = { url: `${service.url}/feeds/${'0'.repeat(43)}.ics` };
    const short = { url: `${service.url}/feeds/x.ics` };
    const answers = await Promise.all(
      [unknown, short, gone, deleted, expired, invalid].map(async ({ url }) => {
        const answer = await read(url);
        const { request_id: _, ...body } = (await answer.json()) as Json;
        const { 'x-request-id': __, date: ___, 'server-timing': ____, ...headers } = Object.fromEntries(answer.headers);
        return { status: answer.status, body, headers };
      }),
    );
    const [one] = answers;
    expect(one?.body).toMatchObject({ status: 404, code: 'not_found', instance: '/feeds/-' });
    for (const answer of answers) expect(answer).toEqual(one);
    expect(one?.headers['cache-control']).toBe('no-store');
  });

  it('ends with the restore of an archive into its account', async () => {
    await using own = await startTestService();
    const { url } = await makeFeed(own.second);
    const archive = await downloadArchive(own, own.tokens.second);
    expect((await read(url)).status).toBe(200);
    const restored = await restoreArchive(own, own.tokens.second, archive);
    expect(restored).toMatchObject({ status: 200, restored: { admin: expect.anything() } });
    expect((await read(url)).status).toBe(404);
  });

  it('is read 60 times a minute, whatever the address of the reader', async () => {
    const { url } = await makeFeed(first);
    const other = await makeFeed(first);
    const answers = await Promise.all(Array.from({ length: 61 }, () => read(url)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([429]);
    const wait = Number(refused[0]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused[0]?.headers.get('x-rate-limited-for')).toBe(String(wait));
    expect((await read(url, {}, 'HEAD')).status).toBe(429);
    expect((await read(other.url)).status).toBe(200);
  });

  it('counts toward the limit of its account, and unknown ones toward that of the reader’s address', async () => {
    await using limited = await startTestService({ TRUST_PROXY: '1', RATE_LIMIT: '1/5', ACCOUNT_RATE_LIMIT: '1/50' });
    const { url } = await makeFeed(limited.first);
    expect(await statusesOf(() => read(url))).toContain(429);
    const wrong = `${limited.url}/feeds/${'1'.repeat(43)}.ics`;
    const own = { 'x-forwarded-for': '10.9.9.9' };
    expect(await statusesOf(() => read(wrong, own))).toContain(404);
    // Those that came at once were all looked up, and are charged now.
    expect((await read(wrong, own)).status).toBe(429);
    expect((await read(wrong)).status).toBe(404);
  });

  it('is in no line of the log, no metric and no body of an error, however it is written', async () => {
    const feed = await makeFeed(first);
    const secret = secretOf(feed);
    service.logged.length = 0;
    expect((await read(feed.url)).status).toBe(200);
    const encoded = `%66eeds/%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`;
    const forms: [string, string][] = [
      ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].map((method): [string, string] => [method, feed.url]),
      ...[
        `/feeds/${secret}`,
        `/feeds/${secret}/`,
        `/feeds/${secret}.ics/`,
        `/feeds/${secret}.ics/more`,
        `//feeds/${secret}`,
        `/feeds//${secret}.ics`,
        `/feeds/${secret}.ics/feeds/`,
      ],
      ...[
        `/Feeds/${secret}.ICS`,
        `/api/2023-01/feeds/${secret}.ics`,
        `/${encoded}.ics`,
        `/${encoded}`,
        `/feeds/${secret}%zz`,
      ],
      `/feeds/x/${secret}.ics`,
    ].map((form) => (typeof form === 'string' ? ['GET', `${service.url}${form}`] : form));
    for (const [method, url] of forms) {
      const text = await (await read(url, {}, method)).text();
      expect(text, `${method} ${url}`).not.toContain(secret.slice(1));
    }
    expect(service.logged.length).toBeGreaterThanOrEqual(forms.length);
    expect(service.logged.join('\n')).not.toContain(secret.slice(1));
    const line = JSON.parse(service.logged.find((one) => one.includes('"request"')) ?? '{}');
    expect(line).toMatchObject({ path: '/feeds/-', status: 200, account_id: service.accounts.first, feed_id: feed.id });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{operation="readCalendarFeed",method="GET",status="200"\} \d/,
    );
    expect(metrics).not.toContain(secret.slice(1));
  });

  it('is not in the report of a failure', async () => {
    const feed = await makeFeed(first);
    service.logged.length = 0;
    await service.engine.script('alter table calendar_feeds rename to no_feeds');
    const failed = await read(feed.url);
    await service.engine.script('alter table no_feeds rename to calendar_feeds');
    const text = await failed.text();
    expect(failed.status).toBe(500);
    expect(service.logged.join('\n')).toContain('request failed');
    expect(`${text}${service.logged.join('\n')}`).not.toContain(secretOf(feed));
  });
});
