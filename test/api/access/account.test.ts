import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { firstInstantOf } from '../../../src/domain/calendar.ts';
import { type Client, type Json, type Reply, faults } from '../../support/service/client.ts';
import { hold } from '../../support/service/hold.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
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

const change = (account: object, headers: Record<string, string> = {}, by = first): Promise<Reply> =>
  by.patch('/account', { account }, headers);

describe('the account', () => {
  it('is visible to every user of the account, and to nobody else', async () => {
    const { body, headers } = await first.get('/account');
    expect(body.account).toMatchObject({ id: service.accounts.first, name: 'Granite Builders', currency: 'USD' });
    const settings = ['name', 'time_zone', 'currency', 'project_number_pattern'];
    expect(Object.keys(body.account)).toEqual(['id', 'created_at', 'updated_at', ...settings]);
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
    const viewer = await make(first, 'users', { role: 'viewer' });
    const { client } = await clientOf(service, { userId: viewer.id, scopes: ['read'] });
    expect((await client.get('/account')).body).toEqual(body);
    expect((await second.get('/account')).body.account.name).toBe('Harbor Construction');
  });

  it('is updated by an admin with the scope admin, and the audit log has the change', async () => {
    const { account: before } = (await first.get('/account')).body;
    service.clock.advance(1000);
    const { status, body } = await change({ ...before, name: 'Granite & Sons', currency: 'CAD' });
    expect(status).toBe(200);
    expect(body.account).toMatchObject({
      ...before,
      name: 'Granite & Sons',
      currency: 'CAD',
      updated_at: expect.any(String),
    });
    expect(body.account.updated_at > before.updated_at).toBe(true);
    expect((await first.get('/account')).body).toEqual(body);
    const [told] = (await first.get('/audit_log?per_page=1')).body.changes;
    expect(told).toMatchObject({ resource: 'account', record_id: before.id, action: 'update', source: 'api' });
    expect(told.fields).toEqual({
      name: { from: before.name, to: 'Granite & Sons' },
      currency: { from: 'USD', to: 'CAD' },
    });
    const member = await make(first, 'users', { role: 'member' });
    const narrow = await clientOf(service, { userId: told.user.id, scopes: ['read', 'write'] });
    const byMember = await clientOf(service, { userId: member.id });
    expect((await change({ name: 'x' }, {}, narrow.client)).body.required_scope).toBe('admin');
    expect((await change({ name: 'x' }, {}, byMember.client)).body.required_role).toBe('admin');
    expect((await second.get('/account')).body.account.name).toBe('Harbor Construction');
  });

  it('is updated once under one key, only at the version in If-Match, and not by equal values', async () => {
    const headers = { 'idempotency-key': `key ${next()}` };
    const one = await change({ name: 'Once' }, headers);
    const other = await change({ name: 'Once' }, headers);
    expect([other.text, other.headers.get('idempotent-replayed')]).toEqual([one.text, 'true']);
    const etag = one.headers.get('etag') ?? '';
    const before = await traces(service);
    const same = await change({ name: 'Once' }, { 'if-match': etag });
    expect([same.status, same.headers.get('etag')]).toEqual([200, etag]);
    expect(await traces(service)).toEqual(before);
    expect((await change({ name: 'Twice' }, { 'if-match': '"1"' })).body.code).toBe('stale');
    expect((await change({ name: 'Twice' }, { 'if-match': etag })).status).toBe(200);
  });

  it('reports every invalid field in one response', async () => {
    const wrong = await change({ name: ' ', time_zone: 'Mars/Base', currency: 'usd', timezone: 'x' });
    expect(wrong.status).toBe(422);
    expect(faults(wrong)).toEqual([
      ['/account/currency', 'not_allowed'],
      ['/account/name', 'required'],
      ['/account/time_zone', 'not_allowed'],
      ['/account/timezone', 'unknown_field'],
    ]);
    expect((await first.patch('/account', { name: 'x' })).body.errors[0].code).toBe('wrong_wrapper');
  });

  it.each<[object, [string, string]]>([
    [{ name: null }, ['/account/name', 'required']],
    [{ name: '' }, ['/account/name', 'required']],
    [{ name: 5 }, ['/account/name', 'wrong_type']],
    [{ name: 'x'.repeat(256) }, ['/account/name', 'too_long']],
    [{ time_zone: null }, ['/account/time_zone', 'required']],
    [{ time_zone: '+05:00' }, ['/account/time_zone', 'not_allowed']],
    [{ currency: 'XYZ' }, ['/account/currency', 'not_allowed']],
    [{ currency: 840 }, ['/account/currency', 'wrong_type']],
  ])('refuses %j', async (fields, fault) => {
    const before = await traces(service);
    const answer = await change(fields);
    expect([answer.status, faults(answer)]).toEqual([422, [fault]]);
    expect(await traces(service)).toEqual(before);
  });
});

const zones = [
  'Asia/Tokyo',
  'America/Sao_Paulo',
  'Pacific/Kiritimati',
  'Europe/London',
  'Pacific/Apia',
  'America/Chicago',
];

/** Days on which some zone skips or repeats midnight, and ordinary days. */
const days = ['2018-11-04', '2018-02-18', '2011-12-30', '2026-03-29', '2026-07-01', '1969-12-31', '9998-12-31'];

const shownOf = async (id: string): Promise<Json> => (await first.get(`/projects/${id}`)).body.project;

describe('a change of the time zone', () => {
  it('moves each bid without a time to the first instant of its day, and changes nothing else', async () => {
    const dated: Json[] = [];
    for (const day of days) dated.push(await make(first, 'projects', { bid_due_date: day }));
    const timed = [
      await make(first, 'projects', { bid_due_at: '2026-07-01T14:00:00-05:00' }),
      await make(first, 'projects', { bid_due_date: '2026-07-01', bid_due_at: '2026-07-02T03:00:00Z' }),
      await make(first, 'projects'),
    ];
    const theirs = await make(second, 'projects', { bid_due_date: '2026-07-01' });
    for (const zone of zones) {
      const before = await Promise.all([...dated, ...timed].map(({ id }) => shownOf(id)));
      service.clock.advance(1000);
      expect((await change({ time_zone: zone })).body.account.time_zone).toBe(zone);
      for (const project of before) {
        const after = await shownOf(project.id);
        if (project.bid_due_at_includes_time !== false) {
          expect(after).toEqual({ ...project, pursuit_duration: after.pursuit_duration });
          continue;
        }
        const due = firstInstantOf(project.bid_due_date, zone);
        expect([after.bid_due_date, after.bid_due_at, after.bid_due_at_includes_time]).toEqual([
          project.bid_due_date,
          due,
          false,
        ]);
        expect(after.updated_at > project.updated_at).toBe(due !== project.bid_due_at);
      }
    }
    expect((await second.get(`/projects/${theirs.id}`)).body.project).toEqual(theirs);
    const unmoved = (await first.get(`/projects/${timed[0].id}/history`)).body.changes;
    expect(unmoved).toHaveLength(1);
  });

  it('adds history and a webhook message for each moved bid, and only history for a deleted one', async () => {
    await change({ time_zone: 'America/Chicago' });
    const live = await make(first, 'projects', { bid_due_date: '2026-07-01' });
    const deleted = await make(first, 'projects', { bid_due_date: '2026-07-02' });
    await first.delete(`/projects/${deleted.id}`);
    const { headers } = await first.get(`/projects/${live.id}`);
    await change({ time_zone: 'Asia/Tokyo' });
    const moved = { bid_due_at: { from: '2026-07-01T05:00:00Z', to: '2026-06-30T15:00:00Z' } };
    const [told] = (await first.get(`/projects/${live.id}/history`)).body.changes;
    expect(told).toMatchObject({ action: 'update', source: 'api', fields: moved });
    expect((await first.get(`/projects/${live.id}`)).headers.get('etag')).not.toBe(headers.get('etag'));
    const [hidden] = (await first.get(`/projects/${deleted.id}/history`)).body.changes;
    expect(hidden).toMatchObject({ action: 'update', fields: { bid_due_at: { to: '2026-07-01T15:00:00Z' } } });
    const messages = (await first.get('/webhook_messages?per_page=500')).body.webhook_messages as Json[];
    const typesOf = (id: string) => messages.filter(({ payload }) => payload.id === id).map((one) => one.event_type);
    const made = ['project.stage_change', 'project.create'];
    expect(typesOf(live.id)).toEqual(['project.update', ...made]);
    expect(typesOf(deleted.id)).toEqual(['project.delete', ...made]);
    const restored = (await first.post(`/projects/${deleted.id}/restore`)).body.project;
    expect([restored.bid_due_date, restored.bid_due_at]).toEqual(['2026-07-02', '2026-07-01T15:00:00Z']);
  });

  it('determines the date of the next bid', async () => {
    await change({ time_zone: 'Asia/Tokyo' });
    const project = await make(first, 'projects', { bid_due_at: '2026-07-01T20:00:00Z' });
    expect(project.bid_due_date).toBe('2026-07-02');
  });

  it('takes as many statements for a batch of bids as for one', async () => {
    const move = async (zone: string): Promise<number> => {
      service.statements.length = 0;
      expect((await change({ time_zone: zone })).status).toBe(200);
      return service.statements.length;
    };
    const few = await move('Europe/London');
    for (let count = 0; count < 20; count += 1) await make(first, 'projects', { bid_due_date: '2026-07-01' });
    await first.get('/account');
    expect(await move('Asia/Tokyo')).toBe(few);
  });

  it('is refused if it would move a bid out of the supported years, and then moves no bid', async () => {
    await change({ time_zone: 'America/Chicago' });
    const early = await make(first, 'projects', { bid_due_date: '0001-01-01' });
    const before = await traces(service);
    const refused = await change({ time_zone: 'Asia/Tokyo' });
    expect([refused.status, faults(refused)]).toEqual([422, [['/account/time_zone', 'out_of_range']]]);
    expect(refused.body.detail).toContain(`project ${early.id}`);
    expect(await traces(service)).toEqual(before);
    expect((await shownOf(early.id)).bid_due_at).toBe('0001-01-01T05:50:36Z');
    await first.patch(`/projects/${early.id}`, { project: { bid_due_date: null } });
    expect((await change({ time_zone: 'Asia/Tokyo' })).status).toBe(200);
  });
});

if (inject('template').kind === 'postgres') {
  describe('a bid that is created during a change of the time zone', () => {
    it('is moved to the new zone if the change waits for it', async () => {
      await change({ time_zone: 'America/Chicago' });
      const company = await make(first, 'companies');
      const holder = await hold(service, `select * from companies where id = ${company.id} for update`);
      const creating = first.post('/projects', {
        project: { name: 'Mill', company_id: company.id, bid_due_date: '2026-07-01' },
      });
      await holder.waiting();
      const changing = change({ time_zone: 'Asia/Tokyo' });
      await holder.waiting(2);
      await holder.release();
      expect([(await creating).status, (await changing).status]).toEqual([201, 200]);
      expect((await shownOf((await creating).body.project.id)).bid_due_at).toBe('2026-06-30T15:00:00Z');
    });

    it('is dated in the new zone if it waits for the change', async () => {
      await change({ time_zone: 'America/Chicago' });
      // The service changes the zone in the same order: first the lock, then the update.
      const { id } = (await first.get('/account')).body.account;
      const holder = await hold(service, `select * from accounts where id = ${id} for update`);
      await holder.run(
        `update accounts set time_zone = 'Asia/Tokyo', directory_version = directory_version + 1 where id = ${id}`,
      );
      const creating = first.post('/projects', { project: { name: 'Mill', bid_due_date: '2026-07-01' } });
      await holder.waiting();
      await holder.release();
      expect((await creating).body.project.bid_due_at).toBe('2026-06-30T15:00:00Z');
    });
  });
}
