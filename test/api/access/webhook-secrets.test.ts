import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretBytes } from '../../../src/webhooks/signature.ts';
import type { Client } from '../../support/service/client.ts';
import { tablesWith } from '../../support/service/kept.ts';
import { next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import {
  aSecret,
  change,
  keptOf,
  loggedOf,
  makeWebhook,
  pathOf,
  webhookBody,
} from '../../support/delivery/webhooks.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

describe('the secret of a webhook', () => {
  it('is stored in clear in the webhooks table and nowhere else', async () => {
    const headers = { 'idempotency-key': `key ${next()}` };
    const sent = webhookBody({ secret: aSecret(64) });
    const one = await first.post('/webhooks', sent, headers);
    const other = await first.post('/webhooks', sent, headers);
    expect([other.text, other.headers.get('idempotent-replayed')]).toEqual([one.text, 'true']);
    const { secret, ...record } = one.body.webhook;
    expect(await loggedOf(first, record)).toHaveLength(1);

    const rotate = () => first.post(`${pathOf(record)}/rotate_secret`, undefined, { 'idempotency-key': `${next()}` });
    const rotated = await rotate();
    const changed = await change(first, record, { rate_limit: 9 });
    await change(first, record, { secret: aSecret(24) });
    const seen = [
      changed,
      await first.get(pathOf(record)),
      await first.get('/webhooks'),
      await first.get('/audit_log'),
    ];
    for (const each of [secret, rotated.body.webhook.secret]) {
      expect(await tablesWith(service, each)).toEqual(['webhooks']);
      expect(service.logged.join('\n')).not.toContain(each);
      for (const { text } of seen) expect(text).not.toContain(each);
    }
    for (const { text } of seen) expect(text).not.toMatch(/whsec_|"(old_)?secret"/);
  });

  it('can be rotated: the previous one is kept for one more day, and older ones are removed', async () => {
    const { secret, ...record } = await makeWebhook(first);
    const headers = { 'idempotency-key': `key ${next()}` };
    service.clock.set('2026-04-01T10:00:00.250Z');
    const rotate = (more = {}) => first.post(`${pathOf(record)}/rotate_secret`, undefined, more);
    const once = await rotate(headers);
    expect((await rotate(headers)).text).toBe(once.text);
    const { secret: newer, ...shown } = once.body.webhook;
    expect([once.status, once.headers.get('etag')]).toEqual([200, '"2"']);
    expect(shown).toEqual({ ...record, version: 2, updated_at: '2026-04-01T10:00:00.250Z' });
    expect(secretBytes(newer)).toHaveLength(32);
    const firstUntil = '2026-04-02T10:00:00.250Z';
    expect(await keptOf(service, record)).toMatchObject({
      secret: newer,
      old_secret: secret,
      old_secret_until: firstUntil,
    });

    service.clock.set('2026-04-01T12:00:00Z');
    const { secret: newest } = (await rotate()).body.webhook;
    const secondUntil = '2026-04-02T12:00:00Z';
    expect(await keptOf(service, record)).toMatchObject({
      secret: newest,
      old_secret: newer,
      old_secret_until: secondUntil,
    });
    expect(new Set([secret, newer, newest]).size).toBe(3);
    expect(await tablesWith(service, secret)).toEqual([]);
    expect((await loggedOf(first, record)).map(({ action, fields }) => [action, fields])).toMatchObject([
      ['update', { old_secret_until: { from: firstUntil, to: secondUntil } }],
      ['update', { old_secret_until: { from: null, to: firstUntil } }],
      ['create', {}],
    ]);
  });

  it('is rotated twice by two parallel requests, one after the other', async () => {
    const { secret, ...record } = await makeWebhook(first);
    const rotate = () => first.post(`${pathOf(record)}/rotate_secret`);
    const both = (await Promise.all([rotate(), rotate()])).map(({ body: told }) => told.webhook);
    const [older, newer] = both.sort((one, other) => one.version - other.version);
    expect([older.version, newer.version]).toEqual([2, 3]);
    expect(await keptOf(service, record)).toMatchObject({ secret: newer.secret, old_secret: older.secret });
    expect(await tablesWith(service, secret)).toEqual([]);
  });

  it('cannot be changed by PATCH', async () => {
    const record = await makeWebhook(first);
    const answer = await change(first, record, { secret: aSecret(32), rate_limit: 0 });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([
      { pointer: '/webhook/secret', code: 'unknown_field', message: expect.stringContaining('rotate_secret') },
      { pointer: '/webhook/rate_limit', code: 'out_of_range' },
    ]);
    expect((await keptOf(service, record))?.secret).toBe(record.secret);
  });
});
