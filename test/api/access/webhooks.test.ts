import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretBytes } from '../../../src/webhooks/signature.ts';
import type { Client, Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import {
  addressOf,
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

const unknownId = '5f0c2a4e-8f3b-4c1d-9e6a-0d2b7c9f1a35';

describe('a webhook', () => {
  it('is created with the given values, and its secret is only in this response', async () => {
    const given = { description: 'Award letters', filter_types: ['project.won', 'project.lost'], rate_limit: 60 };
    const secret = aSecret(24);
    const answer = await first.post('/webhooks', webhookBody({ url: addressOf('all'), ...given, secret }));
    const { secret: told, ...record } = answer.body.webhook;
    const now = '2026-03-02T15:00:00Z';
    expect(record).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      ...{ created_at: now, updated_at: now, url: addressOf('all'), version: 1, ...given },
      ...{ enabled: true, disabled_at: null, disabled_reason: null, failing_since: null, include: [] },
    });
    expect([answer.status, told]).toEqual([201, secret]);
    expect(answer.headers.get('location')).toBe(`/api/2023-01/webhooks/${record.id}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    const shown = await first.get(pathOf(record));
    expect([shown.status, shown.body, shown.headers.get('etag')]).toEqual([200, { webhook: record }, '"1"']);
    expect((await first.get(`/webhooks/${record.id.toUpperCase()}`)).body).toEqual({ webhook: record });
    expect((await first.get('/webhooks?per_page=1')).body.webhooks).toEqual([record]);
  });

  it.each([
    {},
    { description: null, filter_types: null, rate_limit: null, secret: null },
    { description: '', filter_types: [] },
  ])('with only a URL gets every event type and a generated secret: %j', async (fields) => {
    const { secret, ...record } = await makeWebhook(first, fields);
    expect(record).toMatchObject({ description: null, filter_types: [], rate_limit: null, enabled: true });
    expect(secretBytes(secret)).toHaveLength(32);
    expect((await keptOf(service, record))?.secret).toBe(secret);
  });

  it('accepts its own response as a request, and ignores read-only fields', async () => {
    const { secret: _, ...record } = await makeWebhook(first, {
      id: unknownId,
      version: 7,
      enabled: false,
      failing_since: 'x',
    });
    expect(record).toMatchObject({ version: 1, enabled: true, failing_since: null });
    expect(record.id).not.toBe(unknownId);
    const same = await change(first, record, record);
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([200, { webhook: record }, '"1"']);
  });

  it('is updated field by field, with a version for each change', async () => {
    const { secret: _, ...record } = await makeWebhook(first, { filter_types: ['lead.convert'] });
    service.clock.advance(1000);
    const fields = { url: addressOf('new'), description: 'New', filter_types: ['project.create'], rate_limit: 1200 };
    const changed = await change(first, record, fields);
    const updated = { ...record, ...fields, version: 2, updated_at: changed.body.webhook.updated_at };
    expect([changed.status, changed.body, changed.headers.get('etag')]).toEqual([200, { webhook: updated }, '"2"']);
    expect(updated.updated_at > record.updated_at).toBe(true);
    const cleared = await change(first, record, { description: null, filter_types: null, rate_limit: null });
    expect(cleared.body.webhook).toMatchObject({ version: 3, description: null, filter_types: [], rate_limit: null });
    for (const nothing of [{}, { description: null, filter_types: [] }, { enabled: true }]) {
      expect((await change(first, record, nothing)).text).toBe(cleared.text);
    }
    expect((await first.get(pathOf(record))).text).toBe(cleared.text);
    expect((await loggedOf(first, record)).map(({ action, fields: changes }) => [action, changes])).toEqual([
      [
        'update',
        {
          description: { from: 'New', to: null },
          filter_types: { from: ['project.create'], to: [] },
          rate_limit: { from: 1200, to: null },
        },
      ],
      [
        'update',
        {
          url: { from: record.url, to: addressOf('new') },
          description: { from: null, to: 'New' },
          filter_types: { from: ['lead.convert'], to: ['project.create'] },
          rate_limit: { from: null, to: 1200 },
        },
      ],
      [
        'create',
        {
          url: { from: null, to: record.url },
          include: { from: null, to: [] },
          filter_types: { from: null, to: ['lead.convert'] },
        },
      ],
    ]);
  });

  it('can be disabled by hand, and enabled again without its earlier failures', async () => {
    const { secret: _, ...record } = await makeWebhook(first);
    const off = (await change(first, record, { enabled: false })).body.webhook;
    const at = service.clock.now().toISOString().replace('.000Z', 'Z');
    expect(off).toMatchObject({ version: 2, enabled: false, disabled_at: at, disabled_reason: 'manual' });
    service.clock.advance(60_000);
    expect((await change(first, record, { enabled: false })).body.webhook).toEqual(off);
    const on = (await change(first, record, { ...off, enabled: true })).body.webhook;
    expect(on).toEqual({ ...record, version: 3, updated_at: on.updated_at });
    expect((await loggedOf(first, record)).map(({ fields }) => fields.enabled)).toEqual([
      { from: false, to: true },
      { from: true, to: false },
      undefined,
    ]);

    // The service sets the same columns when it disables a webhook that fails for days.
    await service.engine.query(
      `update webhooks set disabled_at = $2::timestamptz, disabled_reason = 'failing', failing_since = $2::timestamptz
      where public_id = $1::uuid`,
      [record.id, at],
    );
    const failed = (await first.get(pathOf(record))).body.webhook;
    expect(failed).toMatchObject({ enabled: false, disabled_at: at, disabled_reason: 'failing', failing_since: at });
    expect((await change(first, record, { enabled: false })).body.webhook).toEqual(failed);
    const again = (await change(first, record, { enabled: true })).body.webhook;
    expect(again).toEqual({ ...on, version: 4, updated_at: again.updated_at });
  });

  it('is deleted once, and its row stays without the secrets', async () => {
    const { secret: old, ...record } = await makeWebhook(first);
    const { secret } = (await first.post(`${pathOf(record)}/rotate_secret`)).body.webhook;
    expect(await keptOf(service, record)).toMatchObject({ secret, old_secret: old });
    expect((await first.delete(pathOf(record))).status).toBe(204);
    const gone = [
      await first.get(pathOf(record)),
      await change(first, record, { url: 'x' }),
      await first.delete(pathOf(record)),
      await first.post(`${pathOf(record)}/rotate_secret`),
    ];
    for (const { status, body: told } of gone) {
      expect([status, told.detail]).toEqual([404, `There is no webhook ${record.id}.`]);
    }
    expect(await keptOf(service, record)).toMatchObject({
      ...{ secret: '', old_secret: null },
      deleted_at: service.clock.now().toISOString().replace('.000Z', 'Z'),
    });
    expect((await first.get('/webhooks?per_page=500')).text).not.toContain(record.id);
    expect((await loggedOf(first, record)).map(({ action, fields }) => [action, Object.keys(fields)])).toEqual([
      ['delete', []],
      ['update', ['old_secret_until']],
      ['create', ['url', 'include', 'filter_types']],
    ]);
  });

  it('changes only if If-Match names its version', async () => {
    const record = await makeWebhook(first);
    const send: ((tag: string) => Promise<Reply>)[] = [
      (tag) => first.patch(pathOf(record), { webhook: { rate_limit: 5, nane: 1 } }, { 'if-match': tag }),
      (tag) => first.post(`${pathOf(record)}/rotate_secret`, undefined, { 'if-match': tag }),
      (tag) => first.delete(pathOf(record), { 'if-match': tag }),
    ];
    for (const one of send) {
      const stale = await one('"77"');
      expect([stale.status, stale.body.code, stale.headers.get('etag')]).toEqual([412, 'stale', '"1"']);
    }
    const patched = await first.patch(pathOf(record), { webhook: { rate_limit: 5 } }, { 'if-match': '"1"' });
    const rotated = await first.post(`${pathOf(record)}/rotate_secret`, {}, { 'if-match': '"9", "2"' });
    expect([patched.headers.get('etag'), rotated.headers.get('etag')]).toEqual(['"2"', '"3"']);
    expect((await first.delete(pathOf(record), { 'if-match': '"3"' })).status).toBe(204);
    expect((await first.post('/webhooks', webhookBody(), { 'if-match': '"1"' })).status).toBe(400);
  });
});
